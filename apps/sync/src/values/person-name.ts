import type { InputRow } from '../rows/input-row.js';

const TITLE = /^(?:(?:dr|doctor|prof|professor)\b\.?\s*)+/i;
const DEGREES = /,?\s+(?:M\.?D\.?|MD,? ?C\.?M\.?|MBBS|MBChB|FRCPC|FRCSC|CCFP|PhD)\.?$/i;

/**
 * Returns a doctor's name with the title, "Dr. Amara Okafor": from `first_name` and `last_name`, or from `name`, which
 * may be "Last, First". Titles and degrees of the source are removed.
 * @throws RowFault when there is no name
 */
export function doctorNameOf(row: InputRow): string {
  const parts = [row.text('first_name'), row.text('last_name')].filter((part) => part !== '');
  const given = parts.length > 0 ? parts.join(' ') : inOrder(row.required('name').replace(DEGREES, ''));
  const name = given.replace(TITLE, '').replaceAll(/\s+/g, ' ').trim();
  if (!/\p{L}/u.test(name)) row.reject(row.filled('name', 'last_name', 'first_name'), 'the name of a person');
  return `Dr. ${name}`;
}

function inOrder(name: string): string {
  const [last, first, ...others] = name.split(',').map((part) => part.trim());
  if (!first || others.length > 0) return name;
  return `${first} ${last}`;
}
