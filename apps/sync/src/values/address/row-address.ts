import { fold } from '@care-atlas/domain/text';
import type { InputRow } from '../../rows/input-row.js';
import type { RowNotes } from '../../rows/source-rows.js';
import { quoted } from '../hours/quotation.js';
import { withPostalCode } from '../postal-code.js';
import { type AddressLine, readAddress } from './address-line.js';

/** The address of a row, and what it also says. */
export interface RowAddress {
  readonly address: string;
  /** Empty where neither the row nor its address has one. */
  readonly postalCode: string;
  /** The name of the clinic; empty where neither the row nor its address has one. */
  readonly name: string;
}

/**
 * Returns the address of a place of practice without its department. The name before its street is left out too: it is the
 * name of the practice, unless the row gives another one.
 * @param given the postal code and the name in columns of their own
 */
export function practiceAddressIn(
  row: InputRow,
  column: string,
  source: RowNotes,
  given: Omit<RowAddress, 'address'>,
): RowAddress {
  const isSameName = (line: AddressLine) => given.name === '' || fold(given.name) === fold(line.name);
  const { line, ...read } = rowAddressIn(row, column, source, given.postalCode, (read) =>
    isSameName(read) ? read.address : read.withName,
  );
  return { ...read, name: given.name || line.name };
}

/** Returns the whole address of a clinic, with its name and department. */
export function clinicAddressIn(row: InputRow, column: string, source: RowNotes, postalCode: string) {
  return rowAddressIn(row, column, source, postalCode, ({ whole }) => whole);
}

function rowAddressIn(
  row: InputRow,
  column: string,
  source: RowNotes,
  given: string,
  addressOf: (line: AddressLine) => string,
): Omit<RowAddress, 'name'> & { readonly line: AddressLine } {
  const text = row.text(column);
  const read = readAddress(text);
  const isCertain = given === '' || read.postalCode === '' || given === read.postalCode;
  const line = isCertain ? read : { ...read, isRead: false, name: '' };
  const address = withPostalCode(line.isRead ? addressOf(line) : text, given);
  if (!line.isRead)
    source.note('addresses that are not understood, stored as they are', () => quoted(row.masked(column)));
  else if (address !== withPostalCode(text, given))
    source.note(
      'addresses in another form, read as one line',
      () => `${quoted(row.masked(column))} read as ${address}`,
    );
  return { address, postalCode: given || line.postalCode, line };
}
