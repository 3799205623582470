import type { OpeningInterval } from '@care-atlas/domain/records';
import { startOfDay, torontoMoment } from '@care-atlas/domain/rules';
import { In } from 'typeorm';
import type { DatabaseScope } from '../../connection/statement.js';
import { CorrectedRecordEntity, CorrectionEntity } from '../../entities/imports/correction.entity.js';
import { SourceRecordEntity } from '../../entities/imports/source-record.entity.js';
import type { Values as Fields } from '../apply/record-store.js';
import { subjectNames } from './subject-names.js';

/** A correction as people judge it. */
export interface ListedCorrection extends Readonly<Omit<CorrectionEntity, 'fields'>> {
  /** The name of the record; of a review that of its doctor or clinic. */
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
      name: names.get(key) ?? key,
      otherName: other === undefined ? '' : (names.get(other) ?? other),
      isActive,
      isDue: isActive && until !== null && until.getTime() <= due,
      isSettled: isActive && isSettled(correction, fields, sources.get(`${record} ${key}`)),
    };
  });
}

/** Returns the names of the corrected records, and of the other clinics, by key. */
async function namesOf(
  database: DatabaseScope,
  corrections: readonly CorrectionEntity[],
): Promise<ReadonlyMap<string, string>> {
  const reviews = await database.getRepository(SourceRecordEntity).find({
    select: { key: true, subject: true },
    where: { kind: 'review', key: In(corrections.filter(isOfReview).map(({ key }) => key)) },
  });
  const keys = corrections.flatMap(({ key, given: { into, from } }) =>
    [key, into, from].filter((each) => each !== undefined),
  );
  const names = await subjectNames(database, [...keys, ...reviews.map(({ subject }) => subject!)]);
  return new Map([
    ...names,
    ...reviews.map(({ key, subject }) => [key, names.get(subject!) ?? subject!] as const),
  ]);
}

function isOfReview({ record }: CorrectionEntity): boolean {
  return record === 'review';
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
