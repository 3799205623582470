import { fold } from '@care-atlas/domain/text';
import type { SelectQueryBuilder } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { ClinicEntity } from '../entities/directory/clinic.entity.js';
import { type CorrectedRecordKind } from '@care-atlas/domain/records';
import { CorrectedRecordEntity, CorrectionEntity } from '../entities/imports/correction.entity.js';
import { DoctorEntity } from '../entities/directory/doctor.entity.js';
import { SyncChangeEntity } from '../entities/imports/sync-change.entity.js';
import { SyncRunEntity } from '../entities/imports/sync-run.entity.js';

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
    const doctors = this.database
      .getRepository(DoctorEntity)
      .createQueryBuilder('doctor')
      .innerJoin(ClinicEntity, 'clinic', 'clinic.id = doctor.primaryClinicId')
      .select(`'doctor'`, 'record')
      .addSelect('doctor.registrationNumber', 'key')
      .addSelect('doctor.name', 'name')
      .addSelect('clinic.address', 'address')
      .addSelect('doctor.expiredAt', 'endedAt');
    const clinics = this.database
      .getRepository(ClinicEntity)
      .createQueryBuilder('clinic')
      .select(`'clinic'`, 'record')
      .addSelect('clinic.id::text', 'key')
      .addSelect('clinic.name', 'name')
      .addSelect('clinic.address', 'address')
      .addSelect('clinic.closedAt', 'endedAt');
    const [foundDoctors, foundClinics] = await Promise.all([
      matching(doctors, ['doctor.search_name', 'doctor.registration_number'], words, limit, text),
      matching(
        clinics,
        ['clinic.search_name', 'lower(clinic.address)', 'clinic.id::text'],
        words,
        limit,
        text,
      ),
    ]);
    return [...foundDoctors, ...foundClinics];
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
    return this.database
      .getRepository(SyncChangeEntity)
      .createQueryBuilder('change')
      .innerJoin(SyncRunEntity, 'run', 'run.id = change.runId')
      .select('change.runId', 'runId')
      .addSelect('change.change', 'change')
      .addSelect('change.fields', 'fields')
      .addSelect('run.source', 'source')
      .addSelect('run.startedAt', 'startedAt')
      .where('change.record = :record and change.key = :key', { record, key })
      .orderBy('run.startedAt', 'DESC')
      .addOrderBy('change.position', 'DESC')
      .limit(HISTORY_LENGTH)
      .getRawMany();
  }
}

/** Returns the records of which a column contains enough of the words, those with most of them first. */
function matching(
  records: SelectQueryBuilder<DoctorEntity> | SelectQueryBuilder<ClinicEntity>,
  columns: readonly string[],
  words: readonly string[],
  limit: number,
  whole: string,
): Promise<FoundRecord[]> {
  const parameters: Record<string, string> = { whole: whole.trim().toLowerCase() };
  const padded = `' ' || regexp_replace(${columns.join(` || ' ' || `)}, '[^[:alnum:]]+', ' ', 'g') || ' '`;
  const parts = words.map((word, at) => {
    parameters[`word${at}`] = word;
    return `cast(strpos(${padded}, :word${at}) > 0 as integer)`;
  });
  const wholeWords = words.map(
    (_word, at) => `cast(strpos(${padded}, ' ' || :word${at} || ' ') > 0 as integer)`,
  );
  const isWhole = `cast(${columns.at(-1)} = :whole as integer) * ${2 * MAX_WORDS}`;
  const enough = words.length - (words.length > 2 ? FORGIVEN_WORDS : 0);
  return records
    .addSelect([...parts, ...wholeWords, isWhole].join(' + '), 'score')
    .where(`${parts.join(' + ')} >= ${enough}`, parameters)
    .orderBy('score', 'DESC')
    .addOrderBy('name')
    .limit(limit)
    .getRawMany();
}
