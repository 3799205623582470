import type { InputRow } from '../rows/input-row.js';

const COLUMN = 'registration_number';
/** A number sign is ignored. */
const ACCEPTED = /^#?\s*([1-9]\d{0,11})$/;
/** Leading zeros are rejected, but they leave no doubt which doctor the row is about. */
const READABLE = /^#?\s*0*([1-9]\d{0,11})$/;

/** Returns the number of a row that may be rejected; undefined when it cannot be read. */
export function readableRegistrationNumber(row: InputRow): string | undefined {
  return READABLE.exec(row.formatted(COLUMN))?.[1];
}

/** Returns the registration number. @throws RowFault when the value is not one */
export function registrationNumberOf(row: InputRow): string {
  return (
    ACCEPTED.exec(row.formatted(COLUMN))?.[1] ??
    row.reject(COLUMN, 'a registration number: 1 to 12 digits, without leading zeros')
  );
}
