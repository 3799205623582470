import type { InputRow } from '../formats/input-row.js';

const COLUMN = 'registration_number';
/** A number sign is passed over. */
const ACCEPTED = /^#?\s*([1-9]\d{0,11})$/;
/** Leading zeros are refused, but they leave no doubt about whom the row is. */
const READABLE = /^#?\s*0*([1-9]\d{0,11})$/;

/** Returns the number of a row that may be bad; undefined when it cannot be read. */
export function readableRegistrationNumber(row: InputRow): string | undefined {
  return READABLE.exec(row.text(COLUMN))?.[1];
}

/** @throws RowFault when the value is not a number */
export function registrationNumberOf(row: InputRow): string {
  return (
    ACCEPTED.exec(row.text(COLUMN))?.[1] ??
    row.refuse(COLUMN, 'a registration number: 1 to 12 digits, the first not 0')
  );
}
