import type { SourceRecordKind } from '../../entities/imports/source-record.entity.js';
import { storable, type ValueFault } from '../run/reject-log.js';
import type { Numbered, StagingTable } from '../staging/staging.js';

/** How rows of one kind become source records. */
export interface RecordKind<Row, Fields extends object> {
  readonly kind: SourceRecordKind;
  /** The records, in the plural, for the progress. */
  readonly noun: string;
  /** The column of the import that has the key, for messages. */
  readonly keyColumn: string;
  /** Returns the key and all fields of a row. */
  readonly read: (row: Row) => { readonly key: string; readonly fields: Partial<Fields> };
  /** The fields of a record by the names under which a row may leave them out. */
  readonly keptAs: Readonly<Record<string, readonly (keyof Fields & string)[]>>;
  /** The names under which a row leaves out what a new record needs, each with its noun for a person. */
  readonly needed: readonly (readonly [keptAs: string, noun: string])[];
  /** Whether any file of a live source confirms what it says, not only a complete one. */
  readonly isConfirmedByAnyFile?: boolean;
  /** Returns what records are found by. */
  readonly index?: (fields: Readonly<Record<string, unknown>>) => RecordIndex;
}

/** What clinics are found by, and of details the subject. */
export interface RecordIndex {
  readonly addressKey: string | null;
  readonly placeKey: string | null;
  readonly phone: string;
  readonly subject: string | null;
}
export const NO_INDEX: RecordIndex = { addressKey: null, placeKey: null, phone: '', subject: null };

/** A row of the table staged_KIND, with what its record is found by. */
interface StagedRow extends RecordIndex {
  readonly key: string;
  /** What the row gives, as JSON. */
  readonly fields: string;
  /** The fields that the row does not give, or gives in a form that cannot be read, with values for a new record, as JSON. */
  readonly fallback: string | null;
  /** The values that do not count, with the reasons, as JSON. */
  readonly doubts: string | null;
}

/** The table of staged rows of a kind, which `receiveStaged` reads. */
export function stagingTable<Row, Fields extends object>({
  kind,
  noun,
  keyColumn,
}: RecordKind<Row, Fields>): StagingTable<StagedRow> {
  const columns = {
    key: 'text',
    fields: 'jsonb',
    fallback: 'jsonb',
    addressKey: 'uuid',
    placeKey: 'uuid',
    phone: 'text',
    subject: 'text',
    doubts: 'jsonb',
  };
  return { name: `staged_${kind}`, noun, columns, key: ['key'], keyColumn };
}

/** Returns a row as it is staged. */
export function stagedRow<Row, Fields extends object>(
  { read, keptAs, index = () => NO_INDEX }: Pick<RecordKind<Row, Fields>, 'read' | 'keptAs' | 'index'>,
  row: Numbered<Row>,
): StagedRow {
  const { key, fields } = read(row);
  requireStorable(fields);
  const found = index(fields as Readonly<Record<string, unknown>>);
  const doubts = row.faults ? doubtsOf(row.faults) : null;
  if (!row.kept || row.kept.length === 0)
    return { key, fields: JSON.stringify(fields), fallback: null, doubts, ...found };
  const kept = new Set<string>(row.kept.flatMap((name) => keptAs[name] ?? []));
  const of = (isKept: boolean) =>
    JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([name]) => kept.has(name) === isKept)));
  return { key, fields: of(false), fallback: of(true), doubts, ...found };
}

function doubtsOf(faults: readonly ValueFault[]): string {
  const entries = Array.from(
    Map.groupBy(faults, ({ column }) => column),
    ([column, own]) => [
      storable(column),
      {
        value: storable(own.map(({ value }) => value).join(', ')),
        reason: storable(own.map(({ reason }) => reason).join(' ')),
      },
    ],
  );
  return JSON.stringify(Object.fromEntries(entries));
}

/** @throws when a text contains NUL, which PostgreSQL cannot store */
function requireStorable(fields: object): void {
  for (const value of Object.values(fields))
    if (typeof value === 'string' && value.includes('\0'))
      throw new Error(`A text contains the character NUL: ${JSON.stringify(value)}.`);
}
