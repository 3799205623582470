import {
  type Change,
  type ChangePage,
  DirectoryError,
  type ExportedRecords,
  invalidParameters,
} from '@care-atlas/domain/contract';
import { CHANGE_TYPES, type ChangeType } from '@care-atlas/domain/records';
import { type DataSource, type EntityManager, LessThanOrEqual } from 'typeorm';
import { ChangeFeedEntity } from '../../entities/directory/directory-change.entity.js';
import { DatasetVersionEntity } from '../../entities/directory/dataset-version.entity.js';
import { type ChangeCursor, cursorText, parseCursor } from './change-cursor.js';
import { versionText } from '../loading/dataset-version.js';
import { exportedRecords } from './exported-record.js';

/** Which changes to return. */
export interface ChangeSelection {
  readonly after: string;
  readonly types?: readonly ChangeType[] | undefined;
  readonly limit: number;
}

interface ChangeRow {
  readonly seq: string;
  readonly type: ChangeType;
  readonly id: string;
  readonly op: Change['op'];
  readonly fields: readonly string[];
  readonly at: Date;
  readonly number: string;
  readonly tag: string;
}

// Of a record that is hidden now, every change says that it was removed: what happened to it earlier is withdrawn too.
const CHANGES = `select seq, type, key as id, case when hidden then 'removed' else op end as op,
    case when hidden then '{}' else fields end as fields, at, number, tag
  from (
    select seq, type, directory_change.key, op, fields, created_at as at, number, tag, exists (
      select from corrected_record where corrected_record.hidden
        and record = case type when 'doctor' then 'doctor' else 'clinic' end
        and corrected_record.key = case type when 'service' then left(directory_change.key, 36) else directory_change.key end
    ) as hidden
    from directory_change join dataset_version on number = version
    where seq > $1 and type = any ($2::text[]) order by seq limit $3
  ) change order by seq`;

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
  changes({ after, types = CHANGE_TYPES, limit }: ChangeSelection): Promise<ChangePage> {
    return this.#inSnapshot(async (manager) => {
      const cursor = await requireCursor(manager, after);
      const rows = await manager.query<ChangeRow[]>(CHANGES, [cursor.seq, types, limit + 1]);
      const shown = rows.slice(0, limit);
      const more = rows.length > limit;
      const last = shown.at(-1);
      const next = more ? (last ? cursorOf(last) : cursor) : await endOf(manager);
      return { changes: await withRecords(manager, shown), next: cursorText(next), more };
    });
  }

  /** Returns whether the feed continues after a cursor. */
  continues(after: string): Promise<boolean> {
    return this.#inSnapshot(async (manager) => {
      const cursor = parseCursor(after);
      return cursor !== undefined && (await wasGiven(manager, cursor)) && (await isKept(manager, cursor));
    });
  }

  #inSnapshot<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction('REPEATABLE READ', work);
  }
}

function cursorOf({ seq, number, tag }: ChangeRow): ChangeCursor {
  return { seq: Number(seq), version: versionText(number, tag) };
}

async function endOf(manager: EntityManager): Promise<ChangeCursor> {
  const { last } = await manager.findOneOrFail(ChangeFeedEntity, { where: { single: true } });
  const { number, tag } = await manager.findOneOrFail(DatasetVersionEntity, {
    where: {},
    order: { number: 'DESC' },
  });
  return { seq: last, version: versionText(number, tag) };
}

async function requireCursor(manager: EntityManager, text: string): Promise<ChangeCursor> {
  const cursor = parseCursor(text);
  if (!cursor || !(await wasGiven(manager, cursor)))
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
async function isKept(manager: EntityManager, { seq }: ChangeCursor): Promise<boolean> {
  const { pruned } = await manager.findOneOrFail(ChangeFeedEntity, { where: { single: true } });
  return seq >= pruned;
}

/** Returns whether the feed stood at a cursor at some time: in the version that it names, or at its beginning. */
async function wasGiven(manager: EntityManager, { seq, version }: ChangeCursor): Promise<boolean> {
  const [number = ''] = version.split('-');
  const [given, before] = await manager.find(DatasetVersionEntity, {
    where: { number: LessThanOrEqual(number) },
    order: { number: 'DESC' },
    take: 2,
  });
  if (!given || versionText(given.number, given.tag) !== version || given.lastChange === null) return false;
  return seq <= given.lastChange && seq >= (before?.lastChange ?? 0);
}

/** Adds to each change the record that it is about, if it is listed. */
async function withRecords(manager: EntityManager, rows: readonly ChangeRow[]): Promise<Change[]> {
  const query = async (sql: string, values: readonly unknown[]) =>
    manager.query<readonly unknown[]>(sql, [...values]);
  const listed = new Map<string, Partial<ExportedRecords>>();
  for (const type of CHANGE_TYPES) {
    const ids = rows
      .filter((row) => row.type === type)
      .map(({ id }) => (type === 'service' ? id.slice(0, 36) : id));
    const records = await exportedRecords(query, type, [...new Set(ids)]);
    for (const [id, record] of records) listed.set(`${type} ${id}`, { [type]: record });
  }
  return rows.map(({ seq, type, id, op, fields, at, number, tag }) => ({
    seq: Number(seq),
    type,
    id,
    op,
    fields,
    at: at.toISOString(),
    datasetVersion: versionText(number, tag),
    ...listed.get(`${type} ${id}`),
  }));
}
