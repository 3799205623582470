import { hash } from 'node:crypto';
import type { Numbered } from '../../staging/staging.js';
import type { RegisterInput } from '../doctor-input.js';
import type { NamedLocations } from '../location-keys.js';

/** Raise it when something else follows from the same row, such as another folded name: then every row is merged again. */
export const DIGEST_FORM = 1;
const DIGEST_DIGITS = 32;
/** No stored text contains it, so that no value can be taken for two. */
const END = '\0';

/**
 * Returns the digest of what a row says of its doctor, the first half of SHA-256 in hexadecimal. Where the doctor has
 * it, that is stored. Of the locations it has the keys: they are merged for each row.
 * @param absent names the fields of which the source has no column, so that the doctor keeps what it has
 * @returns null for a row that keeps what it does not say, and for one that says something else after a time to come
 */
export function rowDigest(
  row: Numbered<RegisterInput>,
  { primary, others }: Pick<NamedLocations, 'primary' | 'others'>,
  now: Date,
  absent: string,
): string | null {
  if (row.kept || (row.expiredAt && row.expiredAt > now)) return null;
  const { registrationNumber, name, gender, specialties, languages, booking, expiredAt } = row;
  const said = `${DIGEST_FORM}${END}${absent}${END}${registrationNumber}${END}${name}${END}${gender}${END}${textOf(specialties)}${END}
    ${textOf(languages)}${END}${row.practisingSince}${END}${row.practiceStart}${END}${row.referralRequired}${END}
    ${booking.phone}${END}${booking.online}${END}${booking.referralOnly}${END}${row.status}${END}
    ${row.registrationClass}${END}${expiredAt?.toISOString()}${END}${primary}${END}${textOf(others)}`;
  return hash('sha256', said).slice(0, DIGEST_DIGITS);
}

function textOf(list: readonly string[]): string {
  return `${list.length}${END}${list.join(END)}`;
}
