import type { InputRow } from '../formats/input-row.js';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST = /^[^/\s]+\.[a-z]{2,}(\/\S*)?$/i;

/**
 * An address on the web; empty where there is none. One without a scheme is taken for https.
 * @param schemes those that are accepted
 * @throws RowFault when it is none
 */
export function webAddressOf(
  row: InputRow,
  column: string,
  schemes: readonly string[] = ['https:', 'http:'],
): string {
  const value = row.text(column);
  if (value === '') return '';
  const address = !SCHEME.test(value) && HOST.test(value) ? `https://${value}` : value;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const accepted = `an address on the web that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  // A name and a password in an address would be published with it.
  if (!url || !schemes.includes(url.protocol) || url.username || url.password) row.refuse(column, accepted);
  return address;
}
