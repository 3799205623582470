import { fold } from '@care-atlas/domain/text';
import type { InputRow } from '../rows/input-row.js';
import type { SourceRows } from '../sources/source.js';
import type { Calendar } from './calendar.js';
import { wordTable } from './word-table.js';

/** The prefixes of OpenStreetMap for what a place once was, or is to be. */
export const LIFECYCLE = [
  'disused',
  'abandoned',
  'was',
  'former',
  'closed',
  'demolished',
  'removed',
  'razed',
  'destroyed',
  'ruins',
  'historic',
  'proposed',
  'planned',
  'construction',
] as const;
/** The tags that make a place a clinic. */
const KINDS = ['healthcare', 'amenity'] as const;

/** The columns of former and future clinics: `disused:amenity`. */
export const FORMER_KINDS: readonly string[] = LIFECYCLE.flatMap((prefix) =>
  KINDS.map((tag) => `${prefix}:${tag}`),
);
/** The tags of OpenStreetMap that say so of what the other tags describe: `disused=yes`. */
export const LIFE_FLAGS = [
  'disused',
  'abandoned',
  'closed',
  'demolished',
  'removed',
  'razed',
  'ruins',
] as const;
/** The columns that say whether a place is open at all. */
export const STATUSES = ['operational_status', 'status'] as const;

const STATUS = wordTable('operational_status', ['open', 'closed']);
const NO = ['no', 'false', '0'];
const YES = ['yes', 'true', '1', 'y'];

/** Returns whether a row says that its place is no open place any more, or not yet. */
export function hasEnded(row: InputRow, source: SourceRows, calendar: Calendar): boolean {
  if (LIFE_FLAGS.some((flag) => isSaid(row, flag))) return true;
  if (STATUSES.some((column) => isClosedStatus(row, source, column))) return true;
  if (row.has('end_date') && hasEndedBefore(row, calendar)) return true;
  const isNow = KINDS.some((tag) => row.has(tag)) || row.has('type');
  return !isNow && FORMER_KINDS.some((column) => row.has(column));
}

/** A column `closed` of another file may hold days. */
function isSaid(row: InputRow, flag: (typeof LIFE_FLAGS)[number]): boolean {
  if (!row.has(flag)) return false;
  const value = fold(row.masked(flag));
  return flag === 'closed' ? YES.includes(value) : !NO.includes(value);
}

function isClosedStatus(row: InputRow, source: SourceRows, column: (typeof STATUSES)[number]): boolean {
  if (!row.has(column)) return false;
  const status = fold(row.masked(column)).replaceAll(/[_-]+/g, ' ');
  const meaning = STATUS.get(status);
  if (meaning === undefined)
    source.note(`a ${column} that does not say whether the place is open`, row.masked(column));
  return meaning === 'closed';
}

function hasEndedBefore(row: InputRow, calendar: Calendar): boolean {
  const ended = calendar.hasEnded(row.masked('end_date'));
  if (ended === undefined)
    row.doubt(
      'end_date',
      'a day, month or year such as 2019-03-01, 2019-03 or 2019; the place counts as open',
    );
  return ended === true;
}
