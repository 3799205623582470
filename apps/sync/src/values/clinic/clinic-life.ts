import { fold } from '@care-atlas/domain/text';
import { type InputRow, YES_NO } from '../../rows/input-row.js';
import type { SourceRows } from '../../rows/source-rows.js';
import type { Calendar } from '../dates/calendar.js';
import { hasOwnType } from './clinic-type.js';
import { wordTable } from '../word-table.js';

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

const STATUS = wordTable('operational_status', ['open', 'closed', 'paused']);
const ENDED = 'places that are closed, or not open yet';
const PAUSED = 'places that are temporarily closed, which open again when their source says so';

/** Returns why the place of a row is left out: it is no open place any more, or not yet; undefined for an open one. */
export function whyClosed(row: InputRow, source: SourceRows, calendar: Calendar): string | undefined {
  if (LIFE_FLAGS.some((flag) => isSaid(row, flag))) return ENDED;
  const statuses = STATUSES.map((column) => statusOf(row, source, column));
  if (statuses.includes('closed') || hasEnded(row, calendar)) return ENDED;
  return statuses.includes('paused') ? PAUSED : undefined;
}

function hasEnded(row: InputRow, calendar: Calendar): boolean {
  if (row.has('end_date') && hasEndedBefore(row, calendar)) return true;
  if (hasOwnType(row)) return false;
  return KINDS.some((tag) => LIFECYCLE.some((prefix) => isFormer(row, tag, `${prefix}:${tag}`)));
}

/** Returns whether a place is only what it once was: `was:amenity=bank` is the past of a clinic, and not its end. */
function isFormer(row: InputRow, tag: (typeof KINDS)[number], former: string): boolean {
  if (!row.has(former) || row.has(tag)) return false;
  const others = KINDS.filter((other) => other !== tag && row.has(other));
  // Of `disused:amenity=clinic` and `healthcare=clinic`, the second was forgotten.
  return others.every((other) => wordOf(row, other) === wordOf(row, former));
}

/** Returns a value as a map of columns gives it; empty where it gives none. */
function textOf(row: InputRow, column: string): string {
  return row.field(column, '', () => row.formatted(column));
}

function wordOf(row: InputRow, column: string): string {
  return fold(row.masked(column)).replace(/s$/, '');
}

/** A column `closed` of another file may hold days. */
function isSaid(row: InputRow, flag: (typeof LIFE_FLAGS)[number]): boolean {
  if (!row.has(flag)) return false;
  const value = fold(textOf(row, flag));
  return flag === 'closed' ? YES_NO[value] === true : value !== '' && YES_NO[value] !== false;
}

function statusOf(
  row: InputRow,
  source: SourceRows,
  column: (typeof STATUSES)[number],
): 'open' | 'closed' | 'paused' | undefined {
  if (!row.has(column)) return undefined;
  const status = fold(textOf(row, column)).replaceAll(/[_-]+/g, ' ');
  const meaning = STATUS.get(status);
  if (meaning === undefined && status !== '')
    source.note(`a ${column} that does not say whether the place is open`, () => row.masked(column));
  return meaning;
}

function hasEndedBefore(row: InputRow, calendar: Calendar): boolean {
  const end = textOf(row, 'end_date');
  if (end === '') return false;
  const ended = calendar.hasEnded(end);
  if (ended === undefined)
    row.doubt(
      'end_date',
      'a day, month or year such as 2019-03-01, 2019-03 or 2019; the place counts as open',
    );
  return ended === true;
}
