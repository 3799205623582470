import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { CareAtlas } from '../client.js';
import { CareAtlasError } from '../client-error.js';
import type { DoctorItem } from '../generated/interface.js';
import type { AnswerOf, QueryOf } from '../operation.js';
import type { Opening, WatchQuery } from '../watch.js';
import { type Format, UsageError } from './options.js';
import { acceptanceText, dayText, printable } from './table.js';
import type { Terminal } from './terminal.js';

interface Watched {
  readonly directory: CareAtlas;
  readonly terminal: Terminal;
  readonly format: Format;
  /** The parameters of the list of doctors. */
  readonly values: Readonly<Record<string, string>>;
  readonly since: string | undefined;
  /** The file that keeps where the last call ended. */
  readonly state: string | undefined;
}

/** A place needs a bound: the list has no end otherwise. */
const KILOMETERS = '2';
const PAGE_LIMIT = 100;

/** Where the changes begin: after a cursor, since a time, or now. */
type Start = Pick<QueryOf<'listChanges'>, 'after' | 'since'>;

type ChangeAnswer = AnswerOf<'listChanges'>;

/** Writes what entered a list of doctors and what left it, since a time or since the last call. */
export async function watchList({
  directory,
  terminal,
  format,
  values,
  since,
  state,
}: Watched): Promise<void> {
  if (format === 'csv') throw new UsageError('care watch writes table or json.');
  if ((since === undefined) === (state === undefined))
    throw new UsageError(
      'care watch needs --since DAY, or --state FILE to continue where the last call ended.',
    );
  const query = boundedQuery(values, terminal);
  const request = (start: Start) =>
    directory
      .listChanges({ ...query, ...start, limit: PAGE_LIMIT })
      .catch((error: unknown): never => throwWithWayOn(error, since));
  const begin = async (said: string) => {
    const { next } = await request({});
    keep(state!, query, next);
    terminal.note(said);
  };
  let start: Start | undefined = since === undefined ? startIn(state!, query) : { since };
  if (!start) return begin('Watching from now on: the next call writes what happened until then.');
  let told = 0;
  for (let more = true; more;) {
    let page: ChangeAnswer;
    try {
      page = await request(start);
    } catch (error) {
      // A scheduled call would otherwise tell nothing ever again.
      if (state === undefined || !isGone(error)) throw error;
      return begin('What changed since the last call is no longer kept. Watching again from now on.');
    }
    for (const opening of page.changes as readonly Opening[]) {
      terminal.out(format === 'json' ? `${JSON.stringify(opening)}\n` : `${lineOf(opening)}\n`);
      told++;
    }
    start = { after: page.next };
    more = page.more;
    // What was written is not written again.
    if (state !== undefined) keep(state, query, page.next);
  }
  if (told === 0) terminal.note('Nothing entered the list or left it.');
}

/** Throws an error; where the changes since a time are no longer kept, with what begins now from a shell. */
function throwWithWayOn(error: unknown, since: string | undefined): never {
  if (since === undefined || !isGone(error)) throw error;
  throw new CareAtlasError(`${error.message} --state FILE begins now, without --since.`, error);
}

function isGone(error: unknown): error is CareAtlasError {
  return error instanceof CareAtlasError && error.code === 'gone';
}

function boundedQuery(values: Watched['values'], terminal: Terminal): WatchQuery {
  const query = { list: 'doctors', include: 'availability,contact', ...values } as unknown as WatchQuery;
  const { near, within, area } = query;
  if (near === undefined || within !== undefined || area !== undefined) return query;
  terminal.note(`Within ${KILOMETERS} km of ${printable(near)}, unless --within says otherwise.`);
  return { ...query, within: Number(KILOMETERS) };
}

/** Returns where a file says that the last call ended; undefined if there is none yet. @throws UsageError for another list */
function startIn(file: string, query: WatchQuery): { readonly after: string } | undefined {
  if (!existsSync(file)) return undefined;
  const kept = readState(file);
  if (kept.query !== JSON.stringify(query))
    throw new UsageError(`${file} continues another list: use a file for each.`);
  return { after: kept.after };
}

function readState(file: string): { readonly query?: string; readonly after: string } {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as { query?: string; after: string };
  } catch {
    throw new UsageError(`${file} is not a file of care watch: remove it to begin from now on.`);
  }
}

/** Replaces the file at once, so that an interruption leaves a whole one, and another call with the same file too. */
function keep(file: string, query: WatchQuery, after: string): void {
  const whole = `${file}.${process.pid}.new`;
  writeFileSync(whole, `${JSON.stringify({ query: JSON.stringify(query), after })}\n`);
  renameSync(whole, file);
}

function lineOf({ at, op, id, item, reason }: Opening): string {
  const why = reason.length > 0 ? ` (${reason.join(', ')})` : '';
  const facts = item ? factsOf(item as DoctorItem) : id;
  return printable(`${dayText(at)}  ${op.padEnd(7)}  ${facts}${why}`);
}

function factsOf(item: DoctorItem): string {
  const { name, cpsoNumber, specialties, clinic, phone = '', availability } = item;
  return [`${name} (${cpsoNumber})`, specialties.join(', '), clinic.name, phone, acceptanceText(availability)]
    .filter(Boolean)
    .join('; ');
}
