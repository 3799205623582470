import type { OpeningInterval } from '@care-atlas/domain/records';
import { startOfDay, torontoMoment } from '@care-atlas/domain/rules';
import { In } from 'typeorm';
import type { DatabaseScope } from '../../connection/statement.js';
import { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import { CorrectedRecordEntity, CorrectionEntity } from '../../entities/imports/correction.entity.js';
import { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import type { Values as Fields } from '../apply/record-store.js';

/** A correction as people judge it. */
export interface ListedCorrection extends Readonly<Omit<CorrectionEntity, 'fields'>> {
  /** The name of the record. */
  readonly name: string;
  /** The name of the other clinic of a merge, or of two that are not the same; otherwise empty. */
  readonly otherName: string;
  /** Whether it applies; one whose last day has passed does not, although only the next run ends it. */
  readonly isActive: boolean;
  /** Whether it ends soon. */
  readonly isDue: boolean;
  /** Whether the sources now say the same without it: it can be withdrawn. */
  readonly isSettled: boolean;
}

/** An active correction that ends within this time is due. */
const DUE_DAYS = 14;
const DAY_MS = 86_400_000;

/** Returns all corrections, the newest first. There are few, because people make them. */
export async function listCorrections(
  database: DatabaseScope,
  now: Date,
): Promise<readonly ListedCorrection[]> {
  const corrections = await database.getRepository(CorrectionEntity).find({ order: { id: 'DESC' } });
  const sources = new Map(
    (await database.getRepository(CorrectedRecordEntity).find()).map(({ record, key, source }) => [
      `${record} ${key}`,
      source,
    ]),
  );
  const names = await namesOf(database, corrections);
  const today = startOfDay(torontoMoment(now).date);
  const due = today.getTime() + DUE_DAYS * DAY_MS;
  return corrections.map(({ fields, ...correction }) => {
    const { record, key, given, until, endedAt } = correction;
    const isActive = endedAt === null && (until === null || until >= today);
    const other = given['into'] ?? given['from'];
    return {
      ...correction,
      name: names.get(`${record} ${key}`) ?? key,
      otherName: other === undefined ? '' : (names.get(`clinic ${other}`) ?? other),
      isActive,
      isDue: isActive && until !== null && until.getTime() <= due,
      isSettled: isActive && isSettled(correction, fields, sources.get(`${record} ${key}`)),
    };
  });
}

async function namesOf(
  database: DatabaseScope,
  corrections: readonly CorrectionEntity[],
): Promise<ReadonlyMap<string, string>> {
  const keysOf = (record: CorrectionEntity['record']) =>
    corrections.flatMap(({ record: kind, key, given: { into, from } }) =>
      kind === record ? [key, into, from].filter((each) => each !== undefined) : [],
    );
  const [doctors, clinics] = await Promise.all([
    database.getRepository(DoctorEntity).find({
      select: { registrationNumber: true, name: true },
      where: { registrationNumber: In(keysOf('doctor')) },
    }),
    database.getRepository(ClinicEntity).find({
      select: { id: true, name: true },
      where: { id: In(keysOf('clinic')) },
    }),
  ]);
  return new Map([
    ...doctors.map(({ registrationNumber, name }) => [`doctor ${registrationNumber}`, name] as const),
    ...clinics.map(({ id, name }) => [`clinic ${id}`, name] as const),
  ]);
}

/** Returns whether the sources say what a correction says; those of a pin list the record. */
function isSettled(
  { kind, record }: Pick<CorrectionEntity, 'kind' | 'record'>,
  fields: Fields,
  source: Fields | undefined,
): boolean {
  if (!source) return false;
  if (kind === 'pin') return source[record === 'doctor' ? 'expiredAt' : 'closedAt'] === null;
  return (
    kind === 'correct' &&
    Object.entries(fields).every(([name, value]) => comparable(value) === comparable(source[name]))
  );
}

/** Returns a value as text that is equal for equal values, in any order; hours are stored as lists, and corrected as objects. */
function comparable(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null);
  return JSON.stringify(value.map(itemText).toSorted());
}

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null || !('weekday' in item)) return JSON.stringify(item);
  const { weekday, opens, closes } = item as OpeningInterval;
  return JSON.stringify([weekday, opens, closes]);
}
