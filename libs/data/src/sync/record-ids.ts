import { addressKey, placeKey } from '@care-atlas/domain/text';
import { parse, v5 } from 'uuid';

/** Never change these: the ids of all doctors, and of the clinics made from addresses, follow from them. */
const DOCTORS = parse('b5b2a2a5-6a3c-4f0e-9b86-3c2f4f6f0d17');
const ADDRESSES = parse('c9f2f7f4-5c0b-4b0d-8a53-0f2a61a4a0de');

/** Returns the id of a doctor: a UUID (version 5) of the registration number, the same on every machine. */
export function doctorId(registrationNumber: string): string {
  return v5(registrationNumber, DOCTORS);
}

/** Returns the key of a clinic's place: a UUID (version 5) of its address, whatever the spelling. */
export function addressUuid(address: string, postalCode: string): string {
  return v5(addressKey(address, postalCode), ADDRESSES);
}

/** Returns the key of an address without its postal code; null if that does not identify it. */
export function placeUuid(address: string): string | null {
  const key = placeKey(address);
  return key ? v5(key, ADDRESSES) : null;
}
