import type { InputRow } from '../rows/input-row.js';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST = /^[^/\s]+\.[a-z]{2,}(\/\S*)?$/i;

/**
 * Returns a web address; empty where there is none. An address without a scheme becomes an https address.
 * @param schemes the accepted schemes
 * @throws RowFault when the value is not a web address
 */
export function webAddressOf(
  row: InputRow,
  column: string,
  schemes: readonly string[] = ['https:', 'http:'],
): string {
  const value = row.formatted(column);
  if (value === '') return '';
  const address = !SCHEME.test(value) && HOST.test(value) ? `https://${value}` : value;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const accepted = `a web address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  // A user name and a password in the address would be published.
  if (!url || !schemes.includes(url.protocol) || url.username || url.password) row.reject(column, accepted);
  return address;
}
