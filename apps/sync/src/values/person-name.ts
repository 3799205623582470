import type { InputRow } from '../rows/input-row.js';

const TITLE = /^(?:(?:dr|doctor|prof|professor)\b\.?\s*)+/i;
const FORMER = /\s*\((?:former(?:ly)?|previous(?:ly)?|n[ée]e|maiden)\b[^)]*\)/gi;
/** Degrees and memberships that are nobody's name, at the end of a name. */
const DEGREE =
  /,?\s+(?:M\.?D\.?|MD,? ?C\.?M\.?|MDCM|MBBS|MBChB|BMBS|FRCP\(?C?\)?|FRCS\(?C?\)?|CCFP|FCFP|FACP|FACC|FACS|LMCC|MRCP|MSc|MPH|MHSc|MEd|MBA|Ph\.?D|\((?:AM|COE|EM|FPA|PC|SEM)\))\.?$/i;
/** The same in a third part of "Last, First, DO", where they can be no name. */
const ALSO_NAMES = /^(?:B\.?A|B\.?Sc|BEng|DO|D\.?Phil|JD|LLB|LLM|M\.?A|M\.?Phil)\.?$/i;

/**
 * Returns a doctor's name with the title, "Dr. Amara Okafor": from `first_name` and `last_name`, or from `name`, which
 * may be "Last, First". Titles, degrees and former names of the source are removed.
 * @throws RowFault when there is no name
 */
export function doctorNameOf(row: InputRow): string {
  const parts = [row.text('first_name'), row.text('last_name')].filter((part) => part !== '');
  const given = parts.length > 0 ? parts.join(' ') : inOrder(row.required('name').replaceAll(FORMER, ''));
  const name = given.replace(TITLE, '').replaceAll(/\s+/g, ' ').trim();
  if (!/\p{L}/u.test(name)) row.reject(row.filled('name', 'last_name', 'first_name'), 'the name of a person');
  return `Dr. ${name}`;
}

function inOrder(name: string): string {
  const plain = withoutDegrees(name);
  const [last, first, ...others] = plain.split(',').map((part) => part.trim());
  if (!first || !others.every((part) => ALSO_NAMES.test(part))) return plain;
  return `${first} ${last}`;
}

function withoutDegrees(name: string): string {
  const rest = name.replace(DEGREE, '');
  return rest === name ? name : withoutDegrees(rest);
}
