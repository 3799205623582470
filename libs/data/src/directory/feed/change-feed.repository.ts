import {
  type Change,
  type ChangePage,
  DirectoryError,
  type ExportedRecords,
  invalidParameters,
  type WatchedListName,
  type WatchedQuery,
} from '@care-atlas/domain/contract';
import { CHANGE_TYPES, type ChangeType } from '@care-atlas/domain/records';
import type { Directory, WatchedList } from '@care-atlas/domain/directory';
import type { Message } from '@care-atlas/domain/messages';
import { parseImage } from '@care-atlas/domain/read-model';
import { type AsOf, torontoMoment } from '@care-atlas/domain/rules';
import type { DataSource, EntityManager } from 'typeorm';
import { type ChangeCursor, cursorText, listCursor, parseCursor } from './change-cursor.js';
import { type VersionRow, versionText } from '../loading/dataset-version.js';
import { exportedRecords } from './exported-record.js';

/** Where changes begin: after a cursor, or after a time. */
export type ChangeStart = { readonly after: string } | { readonly since: Date };

/** A cursor whose place among the changes is known. */
type GivenCursor = ChangeCursor & { readonly seq: number };

/** Which changes to return. */
export type ChangeSelection = ChangeStart & {
  /** The day as of which the evidence in records is judged. */
  readonly asOf: AsOf;
  readonly types?: readonly ChangeType[] | undefined;
  readonly limit: number;
};

/** A list with filters, and where its changes begin: without a start, now. */
export interface OpeningsRequest {
  readonly list: WatchedListName;
  readonly query: WatchedQuery;
  readonly start?: ChangeStart | undefined;
  readonly limit: number;
}

/** A place in the feed, with its version. */
interface CursorRow extends VersionRow {
  readonly seq: string;
}

interface ChangeRow extends CursorRow {
  readonly type: ChangeType;
  readonly id: string;
  readonly op: Change['op'];
  readonly survivor: string | null;
  readonly fields: readonly string[];
  readonly at: Date;
}

// Of a record that is hidden now, every change says that it was removed: what happened to it earlier is withdrawn too.
const CHANGES = `select seq, type, key as id, case when hidden then 'removed' else op end as op,
    case when hidden then '{}' else fields end as fields, case when not hidden then survivor end as survivor, at, number, tag
  from (
    select seq, type, directory_change.key, op, fields, survivor, created_at as at, number, tag, exists (
      select from corrected_record where corrected_record.hidden
        and record = case type when 'doctor' then 'doctor' else 'clinic' end
        and corrected_record.key = case type when 'service' then left(directory_change.key, 36) else directory_change.key end
    ) as hidden
    from directory_change join dataset_version on number = version
    where seq > $1 and type = any ($2::text[]) and (op <> 'updated' or fields <> '{}') order by seq limit $3
  ) change order by seq`;

interface ImageRow extends Omit<ChangeRow, 'fields' | 'survivor'> {
  readonly beforeOn: string | null;
  /** JSON, as `after`. */
  readonly before: string | null;
  readonly after: string | null;
  readonly hidden: boolean;
}

/** JSON of an image before a change that is the one after it. */
const SAME = '"same"';
/** The keys of changes that stand for those of too many records: of all, or of the years of practice, of which there are no images. */
export const MANY_CHANGED = { all: 'all', years: 'years' } as const;
/** JSON of an image that a hide erased. */
const ERASED = '"erased"';
/** The changes that a page judges at least, if there are as many: with strict filters, small pages would be empty for long. */
const LEAST_JUDGED = 500;
/** The images that one query for the newest entries reads. */
const IMAGE_ROWS = 1000;
/** The images that are looked through for the newest entries: those of a month of a large city. */
const MOST_LOOKED_THROUGH = 50_000;

/** Returns the query for changes of a type of records with their images, on one side of the change of the first parameter. */
const images = (
  side: 'seq > $1' | 'seq < $1',
  order: 'asc' | 'desc',
) => `select seq, type, directory_change.key as id, op,
    created_at as at, number, tag, before_on::text as "beforeOn", image_before::text as before, image_after::text as after,
    exists (
      select from corrected_record where corrected_record.hidden
        and record = case type when 'doctor' then 'doctor' else 'clinic' end
        and corrected_record.key = case type when 'service' then left(directory_change.key, 36) else directory_change.key end
    ) as hidden
  from directory_change join dataset_version on number = version
  where ${side} and type = $2 order by seq ${order} limit $3`;
const IMAGES = images('seq > $1', 'asc');
const FORMER_IMAGES = images('seq < $1', 'desc');

// The oldest version after which every change of a list can be told. A clock that was set back makes versions whose numbers do not say
// which is older.
const EARLIEST = `select min(created_at) as at from dataset_version
  where last_change >= greatest((select pruned from change_feed), (select max(seq) from directory_change
    where type = $1 and (before_on is null or key = any ($2::text[]))))`;

/** Reads what changed in the listed records. */
export class ChangeFeedRepository {
  constructor(private readonly database: DataSource) {}

  /** Returns the cursor after all changes so far. */
  now(): Promise<string> {
    return this.#inSnapshot(async (manager) => cursorText(await endOf(manager)));
  }

  /**
   * Returns the changes after a cursor, oldest first, each with the record as it is listed now. All is read in one
   * snapshot.
   * @throws DirectoryError `missing_param` for a cursor that this database never gave, and `gone` for one whose later
   * changes are no longer kept
   */
  changes({ types = CHANGE_TYPES, limit, asOf, ...start }: ChangeSelection): Promise<ChangePage> {
    return this.#inSnapshot(async (manager) => {
      const cursor = await requireStart(manager, start);
      const rows = await manager.query<ChangeRow[]>(CHANGES, [cursor.seq, types, limit + 1]);
      const shown = rows.slice(0, limit);
      const more = rows.length > limit;
      const last = shown.at(-1);
      const next = more ? (last ? cursorOf(last) : cursor) : await endOf(manager);
      return { changes: await withRecords(manager, shown, asOf), next: cursorText(next), more };
    });
  }

  /** Returns whether the feed continues after a cursor. */
  continues(after: string): Promise<boolean> {
    return this.#inSnapshot(async (manager) => {
      const cursor = await givenCursor(manager, after);
      return cursor !== undefined && (await isKept(manager, cursor));
    });
  }

  /**
   * Returns what changes after a cursor or a time did to a list with filters, oldest first, each with the item as of its version.
   * A page may be shorter than its limit, even empty, although there are more: so many changes are judged at a time.
   * @throws DirectoryError as `changes`, and `gone` where a change has no images
   */
  openings(
    list: WatchedList,
    { limit, ...start }: ChangeStart & { readonly limit: number },
  ): Promise<ChangePage> {
    return this.#inSnapshot(async (manager) => {
      const cursor = await requireStart(manager, start);
      const judged = Math.max(limit, LEAST_JUDGED);
      const rows = await manager.query<ImageRow[]>(IMAGES, [cursor.seq, list.type, judged]);
      const changes: Change[] = [];
      let last = cursor;
      for (const row of rows) {
        const opening = openingOf(list, row, cursor.day);
        if (opening && changes.length === limit) return pageTo(last, changes);
        last = { ...cursorOf(row), day: cursor.day };
        if (opening) changes.push(opening);
      }
      if (rows.length < judged)
        return { changes, next: cursorText({ ...(await endOf(manager)), day: cursor.day }), more: false };
      return pageTo(last, changes);
    });
  }

  /**
   * Returns what `openings` does with what is said of the filters; without a start, no changes and the cursor of a list of today.
   * @throws DirectoryError as `openings`
   */
  async openingsAnswer(
    directory: Pick<Directory, 'watch' | 'dataset'>,
    { list, query, start, limit }: OpeningsRequest,
  ): Promise<{ readonly page: ChangePage; readonly warnings: readonly Message[] }> {
    const watched = directory.watch(list, query);
    const { interpreted, warnings } = watched;
    const about = interpreted.length > 0 ? { interpreted } : {};
    if (!start) {
      const next = listCursor(`${directory.dataset.version}@${watched.asOf.date}`);
      return { page: { changes: [], next, more: false, ...about }, warnings };
    }
    try {
      const page = await this.openings(watched, { ...start, limit });
      return { page: Object.assign(page, about), warnings };
    } catch (error) {
      if (!(error instanceof DirectoryError) || error.code !== 'gone') throw error;
      const keys = unknownKeys(watched);
      const [{ at }] = await this.database.query<[{ at: Date | null }]>(EARLIEST, [watched.type, keys]);
      // A version counts from the moment after its creation.
      const params = at ? { since: new Date(at.getTime() + 1).toISOString() } : {};
      throw new DirectoryError('gone', { code: 'list_changes_gone', params });
    }
  }

  /**
   * Returns the newest changes since a time by which records entered a list, newest first: as many of them as are kept.
   * @param limit the most that are returned
   */
  entries(list: WatchedList, since: Date, limit: number): Promise<readonly Change[]> {
    return this.#inSnapshot(async (manager) => {
      const entered: Change[] = [];
      let { seq } = await endOf(manager);
      seq++;
      for (let judged = 0; judged < MOST_LOOKED_THROUGH; judged += IMAGE_ROWS) {
        const rows = await manager.query<ImageRow[]>(FORMER_IMAGES, [seq, list.type, IMAGE_ROWS]);
        for (const row of rows) {
          // Before then, or written by a release that stored no images.
          if (row.at < since || isUnknown(list, row)) return entered;
          const opening = openingOf(list, row, undefined);
          if (opening?.op === 'entered') entered.push(opening);
          if (entered.length === limit) return entered;
          seq = Number(row.seq);
        }
        if (rows.length < IMAGE_ROWS) break;
      }
      return entered;
    });
  }

  #inSnapshot<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction('REPEATABLE READ', work);
  }
}

function pageTo(last: ChangeCursor, changes: readonly Change[]): ChangePage {
  return { changes, next: cursorText(last), more: true };
}

/** Returns whether nobody can tell what a change did to a list: an earlier release wrote it, or it stands for too many. */
function isUnknown(list: WatchedList, { id, beforeOn }: ImageRow): boolean {
  return beforeOn === null || unknownKeys(list).includes(id);
}

/** Returns the keys of changes that stand for too many to tell what they did to a list. */
function unknownKeys({ dependsOnYears }: WatchedList): readonly string[] {
  return dependsOnYears ? [MANY_CHANGED.all, MANY_CHANGED.years] : [MANY_CHANGED.all];
}

/** Returns what a change did to a list. @param day as of which the subscriber's list is judged, if it is later */
function openingOf(list: WatchedList, row: ImageRow, day: string | undefined): Change | undefined {
  const { seq, type, id, op, at, number, tag, beforeOn, before, after, hidden } = row;
  if (isUnknown(list, row)) throw new DirectoryError('gone');
  if (beforeOn === null || id === MANY_CHANGED.years) return undefined;
  const change = {
    seq: Number(seq),
    type,
    id,
    at: at.toISOString(),
    datasetVersion: versionText(number, tag),
  };
  // Everyone is told, because its image is erased. A record that had ended before it was hidden has no change `removed`.
  if (op === 'removed' || (hidden && after === null))
    return { ...change, op: 'left', fields: [], reason: [], item: null };
  if (hidden) return undefined;
  if (after === ERASED) return undefined;
  const image = after === null ? undefined : parseImage(after);
  const judged = (judgedOn: string) => list.on(day !== undefined && day > judgedOn ? day : judgedOn);
  const is = { image, asOf: judged(torontoMoment(at).date) };
  if (before === ERASED) return { ...change, ...list.openingAfter(is) };
  const former = before === SAME ? image : before === null ? undefined : parseImage(before);
  const opening = list.openingOf({ image: former, asOf: judged(beforeOn) }, is);
  return opening && { ...change, ...opening };
}

function cursorOf({ seq, number, tag }: CursorRow): GivenCursor {
  return { seq: Number(seq), version: versionText(number, tag) };
}

async function endOf(manager: EntityManager): Promise<GivenCursor> {
  const [end] = await manager.query<[CursorRow]>(
    'select last as seq, number, tag from change_feed, dataset_version order by number desc limit 1',
  );
  return cursorOf(end);
}

async function requireStart(manager: EntityManager, start: ChangeStart): Promise<GivenCursor> {
  return 'after' in start ? requireCursor(manager, start.after) : cursorAt(manager, start.since);
}

/** Returns the cursor after all changes of the versions until a time. @throws DirectoryError `gone` as for a cursor */
async function cursorAt(manager: EntityManager, since: Date): Promise<GivenCursor> {
  const [version] = await manager.query<CursorRow[]>(
    `select last_change as seq, number, tag from dataset_version where created_at < $1 and last_change is not null
    order by number desc limit 1`,
    [since],
  );
  const cursor = version && cursorOf(version);
  if (!cursor || !(await isKept(manager, cursor))) throw new DirectoryError('gone');
  return cursor;
}

async function requireCursor(manager: EntityManager, text: string): Promise<GivenCursor> {
  const cursor = await givenCursor(manager, text);
  if (!cursor)
    throw invalidParameters([
      {
        param: 'after',
        message:
          'after must be the next of an earlier answer, or the cursor of an export, of this directory.',
      },
    ]);
  if (!(await isKept(manager, cursor))) throw new DirectoryError('gone');
  return cursor;
}

/** Returns whether all changes after a cursor are kept. */
async function isKept(manager: EntityManager, { seq }: Pick<GivenCursor, 'seq'>): Promise<boolean> {
  const [{ kept }] = await manager.query<[{ kept: boolean }]>(
    'select $1::bigint >= pruned as kept from change_feed',
    [seq],
  );
  return kept;
}

/** Returns a cursor at which the feed stood at some time: in the version that it names, or at its beginning. */
async function givenCursor(manager: EntityManager, text: string): Promise<GivenCursor | undefined> {
  const cursor = parseCursor(text);
  if (!cursor) return undefined;
  const [number = ''] = cursor.version.split('-');
  const [given, before] = await manager.query<(CursorRow | (VersionRow & { readonly seq: null }))[]>(
    `select last_change as seq, number, tag from dataset_version where number <= $1::bigint
    order by number desc limit 2`,
    [number],
  );
  const isNamed = given && versionText(given.number, given.tag) === cursor.version;
  if (!isNamed || given.seq === null) return undefined;
  const last = Number(given.seq);
  const { seq = last } = cursor;
  return seq <= last && seq >= Number(before?.seq ?? 0) ? { ...cursor, seq } : undefined;
}

/** Adds to each change the record that it is about, if it is listed. */
async function withRecords(
  manager: EntityManager,
  rows: readonly ChangeRow[],
  asOf: AsOf,
): Promise<Change[]> {
  const query = async (sql: string, values: readonly unknown[]) =>
    manager.query<readonly unknown[]>(sql, [...values]);
  const listed = new Map<string, Partial<ExportedRecords>>();
  for (const type of CHANGE_TYPES) {
    const ids = rows
      .filter((row) => row.type === type)
      .map(({ id }) => (type === 'service' ? id.slice(0, 36) : id));
    const records = await exportedRecords(query, type, [...new Set(ids)], asOf);
    for (const [id, record] of records) listed.set(`${type} ${id}`, { [type]: record });
  }
  return rows.map(({ seq, type, id, op, survivor, fields, at, number, tag }) => ({
    seq: Number(seq),
    type,
    id,
    op,
    ...(survivor !== null && { into: survivor }),
    fields,
    at: at.toISOString(),
    datasetVersion: versionText(number, tag),
    ...listed.get(`${type} ${id}`),
  }));
}
