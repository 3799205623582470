import { addressKey } from '@care-atlas/domain/text';
import { parse, v5 } from 'uuid';

/** Never change this: the ids of clinics made from addresses follow from it. */
const NAMESPACE = parse('c9f2f7f4-5c0b-4b0d-8a53-0f2a61a4a0de');

/** Returns the key of a clinic's place: a UUID (version 5) of its address, whatever the spelling. */
export function addressUuid(address: string, postalCode: string): string {
  return v5(addressKey(address, postalCode), NAMESPACE);
}
