import { hash } from 'node:crypto';
import { addressKeys, tellsPlace } from '@care-atlas/domain/text';
import { parse } from 'uuid';

/** Never change these: the ids of all doctors, and of the clinics made from addresses, follow from them. */
const DOCTORS = parse('b5b2a2a5-6a3c-4f0e-9b86-3c2f4f6f0d17');
const ADDRESSES = parse('c9f2f7f4-5c0b-4b0d-8a53-0f2a61a4a0de');

/** Returns the id of a doctor: a UUID (version 5) of the registration number, the same on every machine. */
export function doctorId(registrationNumber: string): string {
  return nameUuid(registrationNumber, DOCTORS);
}

/** Returns whether a subject of a detail is the id of a clinic, not a registration number. */
export function isClinicId(subject: string): boolean {
  return subject.includes('-');
}

interface AddressUuids {
  readonly addressKey: string;
  readonly placeKey: string | null;
  readonly tellsPlace: boolean;
}

/** The last addresses: a register names each with every doctor there, and each is asked for several times. */
const known = new Map<string, AddressUuids>();
const MAX_KNOWN = 1000;

/**
 * Returns the key of a clinic's place, a UUID (version 5) of its address, whatever the spelling; and that of the
 * address without its postal code, null if that does not identify it; and whether it is more than a municipality.
 */
export function addressUuids(address: string, postalCode: string): AddressUuids {
  const text = `${address}\n${postalCode}`;
  let uuids = known.get(text);
  if (!uuids) {
    const keys = addressKeys(address, postalCode);
    uuids = {
      addressKey: nameUuid(keys.address, ADDRESSES),
      placeKey: keys.place ? nameUuid(keys.place, ADDRESSES) : null,
      tellsPlace: tellsPlace(keys.address),
    };
    if (known.size === MAX_KNOWN) known.clear();
    known.set(text, uuids);
  }
  return uuids;
}

const NAMESPACE_BYTES = 16;
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const MAX_BYTES = 3;
/** Where names are put after their namespace. */
let hashed = Buffer.alloc(1024);

/** Returns a UUID (version 5) of a name. An import makes one per row, and `v5` of uuid takes several times as long. */
function nameUuid(name: string, namespace: Uint8Array): string {
  const length = NAMESPACE_BYTES + MAX_BYTES * name.length;
  if (length > hashed.length) hashed = Buffer.alloc(length);
  hashed.set(namespace);
  const hex = hash('sha1', hashed.subarray(0, NAMESPACE_BYTES + hashed.write(name, NAMESPACE_BYTES)));
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
