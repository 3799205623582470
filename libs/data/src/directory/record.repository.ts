import { fold } from '@care-atlas/domain/text';
import type { DatabaseScope } from '../connection/statement.js';
import { ClinicEntity } from '../entities/directory/clinic.entity.js';
import { type CorrectedRecordKind } from '@care-atlas/domain/records';
import { CorrectedRecordEntity, CorrectionEntity } from '../entities/imports/correction.entity.js';
import { DoctorEntity } from '../entities/directory/doctor.entity.js';
import { SyncChangeEntity } from '../entities/imports/sync-change.entity.js';

/** A record that a search found, also one that no list has. */
export interface FoundRecord {
  readonly record: CorrectedRecordKind;
  /** The registration number of a doctor, or the id of a clinic. */
  readonly key: string;
  readonly name: string;
  /** Of a doctor the address of the primary clinic. */
  readonly address: string;
  /** When the registration expired or the clinic closed; null while the record is listed. */
  readonly endedAt: Date | null;
}

/** What one run did to a record. */
export interface PastChange extends Pick<SyncChangeEntity, 'runId' | 'change' | 'fields'> {
  readonly source: string;
  readonly startedAt: Date;
}

export type RecordCorrection = Readonly<CorrectionEntity>;

/** A record with everything that is stored about it. */
export interface StoredRecord {
  /** Its columns, by property. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** The newest changes first. */
  readonly history: readonly PastChange[];
  readonly corrections: readonly RecordCorrection[];
  /** Whether an operator hid it. */
  readonly hidden: boolean;
  /** The clinic that answers for it; null if it was not merged. */
  readonly survivor: string | null;
}

/** Columns that say nothing to a reader. */
const INTERNAL = ['searchName', 'listDigest', 'rowDigest', 'digestedAt', 'addressKey', 'placeKey'];
const HISTORY_LENGTH = 100;
/** A search may have one word that no record has, of at least three. */
const FORGIVEN_WORDS = 1;
const MAX_WORDS = 8;

/** The records that a search looks at, with the columns in which it looks: the last one is that of the key. */
const SEARCHED = [
  {
    select: `select 'doctor' as record, registration_number as key, doctor.name as name, address, expired_at as "endedAt"
      from doctor join clinic on clinic.id = primary_clinic_id`,
    columns: ['doctor.search_name', 'registration_number'],
  },
  {
    select: `select 'clinic' as record, id::text as key, name, address, closed_at as "endedAt" from clinic`,
    columns: ['search_name', 'lower(address)', 'id::text'],
  },
] as const;

/** Finds single records, listed or not, and what is stored about them. */
export class RecordRepository {
  constructor(private readonly database: DatabaseScope) {}

  /**
   * Returns the records whose number or id is the text, or whose name and address contain its words; where there are at
   * least three words, all but one are enough. The best matches come first.
   */
  async find(text: string, limit: number): Promise<readonly FoundRecord[]> {
    const words = fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const found = await Promise.all(
      SEARCHED.map((searched) => this.#matching(searched, words, limit, text.trim().toLowerCase())),
    );
    return found.flat();
  }

  /** Returns the records of which a column contains enough of the words, those with most of them first. */
  #matching(
    { select, columns }: (typeof SEARCHED)[number],
    words: readonly string[],
    limit: number,
    whole: string,
  ): Promise<FoundRecord[]> {
    const padded = `' ' || regexp_replace(${columns.join(` || ' ' || `)}, '[^[:alnum:]]+', ' ', 'g') || ' '`;
    const contain = (pad: string) =>
      words.map((_, at) => `(strpos(${padded}, ${pad} || $${at + 3}::text || ${pad}) > 0)::integer`);
    const [parts, wholeWords] = [contain(`''`), contain(`' '`)];
    const isWhole = `(${columns.at(-1)} = $2)::integer * ${2 * MAX_WORDS}`;
    const enough = words.length - (words.length > 2 ? FORGIVEN_WORDS : 0);
    return this.database.getRepository(DoctorEntity).query(
      `${select} where ${parts.join(' + ')} >= ${enough}
      order by ${[...parts, ...wholeWords, isWhole].join(' + ')} desc, name limit $1`,
      [limit, whole, ...words],
    );
  }

  /** Returns what is stored about a record; undefined if there is none with the key. */
  async get(record: CorrectedRecordKind, key: string): Promise<StoredRecord | undefined> {
    const row =
      record === 'doctor'
        ? await this.database.getRepository(DoctorEntity).findOneBy({ registrationNumber: key })
        : await this.database.getRepository(ClinicEntity).findOneBy({ id: key });
    if (!row) return undefined;
    const [history, corrections, corrected] = await Promise.all([
      this.#history(record, key),
      this.database.getRepository(CorrectionEntity).find({ where: { record, key }, order: { id: 'DESC' } }),
      this.database.getRepository(CorrectedRecordEntity).findOneBy({ record, key }),
    ]);
    const stored = Object.fromEntries(Object.entries(row).filter(([name]) => !INTERNAL.includes(name)));
    const { hidden = false, survivor = null } = corrected ?? {};
    return { stored, history, corrections, hidden, survivor };
  }

  // Changes have no index by record: it would slow down each import, for a question that is asked now and then.
  #history(record: CorrectedRecordKind, key: string): Promise<readonly PastChange[]> {
    return this.database.getRepository(SyncChangeEntity).query(
      `select run_id as "runId", change, fields, source, started_at as "startedAt"
      from sync_change join sync_run on id = run_id where record = $1 and key = $2
      order by started_at desc, position desc limit ${HISTORY_LENGTH}`,
      [record, key],
    );
  }
}
