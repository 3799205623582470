import type { InputRow } from '../rows/input-row.js';

const COLUMN = 'registration_number';
/** A number sign is ignored. */
const ACCEPTED = /^#?\s*([1-9]\d{0,11})$/;
/** Leading zeros are rejected in a row, but they leave no doubt which doctor it is about. */
export const READABLE_NUMBER = /^#?\s*0*([1-9]\d{0,11})$/;

/** Returns the number of a row that may be rejected; undefined when it cannot be read. */
export function readableRegistrationNumber(row: InputRow): string | undefined {
  return READABLE_NUMBER.exec(row.formatted(COLUMN))?.[1];
}

/** Returns the registration number. @throws RowFault when the value is not one */
export function registrationNumberOf(row: InputRow): string {
  return (
    ACCEPTED.exec(row.formatted(COLUMN))?.[1] ??
    row.reject(COLUMN, 'a registration number: 1 to 12 digits, without leading zeros')
  );
}
