import { DOCTOR_DETAIL, DOCTOR_ITEM, REGISTRATION } from '../wire/doctor-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import { dateNumber } from '../../rules/time/calendar.js';
import { CLINIC_FLAG_NAMES, type ClinicFlag } from '../../rules/clinic-test.js';
import { DOCTOR_VALUE_NAMES, DOCTOR_VALUES } from '../../rules/criteria.js';
import type { DoctorRecord } from '../../records/doctor.js';
import { statementText, type StatementText } from '../../rules/statements.js';
import { compareText, fold } from '../../text/text.js';
import { objectOf } from '../memory/object-of.js';
import { addBit, type Bitset, emptyBitset, hasBit } from '../memory/bitset.js';
import { evidenceColumns } from '../evidence/evidence-index.js';
import { packedLists } from '../memory/packed-lists.js';
import { forgivingColumns } from '../names/forgiving-name-index.js';
import { exactColumns } from '../names/name-index.js';
import { dictionaryColumn } from '../memory/dictionary-column.js';
import type { TextArena, TextColumn } from '../memory/text-arena.js';
import { textTable } from '../memory/text-table.js';

/** A doctor's record as the builder keeps it until all doctors are known: texts in the arena, and values to index. */
export type DoctorRow = ReturnType<typeof doctorRow>;

/** The source of a doctor without a named source. */
const REGISTER = 'register';
const NO_EVIDENCE: readonly StatementText[] = [];

/** Serializes the parts of a doctor's answers into the arena. */
export function doctorRow(doctor: DoctorRecord, arena: TextArena) {
  const start = `{${jsonMembers(DOCTOR_ITEM.own(doctor))}`;
  const head = arena.add(start);
  const { registrationNumber, clinicIds, specialties, languages } = doctor;
  return {
    registrationNumber,
    foldedName: fold(doctor.name),
    /** The registration number, a part of `head`. */
    number: arena.addWithin(start, head, registrationNumber),
    head,
    /** The members from `gender` to the key of `clinic`. Doctors with equal members share it. */
    profile: arena.intern(`,${jsonMembers(DOCTOR_ITEM.shared(doctor))}${profileEnd(doctor)}`),
    detail: arena.intern(`,${jsonMembers(DOCTOR_DETAIL.shared(doctor))}`),
    registration: arena.intern(
      `${memberStart(DOCTOR_ITEM.registration)}{${jsonMembers(REGISTRATION.stored(doctor))}${memberStart(REGISTRATION.url)}`,
    ),
    clinicIds,
    specialties,
    languages,
    /** By index into DOCTOR_VALUE_NAMES. */
    values: DOCTOR_VALUE_NAMES.map((name) => DOCTOR_VALUES[name](doctor)),
    practisingSince: dateNumber(doctor.practisingSince),
    confirmedAt: doctor.confirmedAt?.getTime() ?? NaN,
    expiredAt: doctor.expiredAt?.getTime() ?? NaN,
    source: arena.intern(doctor.source ?? REGISTER),
    evidence: doctor.evidence?.map(statementText) ?? NO_EVIDENCE,
  };
}

/** Returns the end of a profile: `syncedAt`, and the key of `clinic`. `DoctorIndex` cuts it off: all have the same length. */
export function profileEnd(doctor: Pick<DoctorRecord, 'syncedAt'>): string {
  return `,${jsonMembers(DOCTOR_ITEM.synced(doctor))}${memberStart(DOCTOR_ITEM.clinic)}`;
}

/** Default order: by name without accents and case, then registration number; expired doctors last, in no order. */
export function orderDoctors(rows: readonly DoctorRow[]): readonly DoctorRow[] {
  const listed = rows.filter((row) => Number.isNaN(row.expiredAt));
  const expired = rows.filter((row) => !Number.isNaN(row.expiredAt));
  // The loader delivers doctors in the default order, so that a million doctors need no second sort.
  return [...(isOrdered(listed) ? listed : listed.toSorted(compareRows)), ...expired];
}

function isOrdered(rows: readonly DoctorRow[]): boolean {
  return rows.every((row, i) => i === 0 || compareRows(rows[i - 1]!, row) <= 0);
}

function compareRows(a: DoctorRow, b: DoctorRow): number {
  return compareText(a.foldedName, b.foldedName) || compareText(a.registrationNumber, b.registrationNumber);
}

/** The parts of clinics that the columns of doctors need. Closed clinics have the last ordinals. */
export interface ClinicsForDoctors {
  readonly ordinals: ReadonlyMap<string, number>;
  /** Ordinals of closed clinics. Only an expired doctor has one as primary clinic. */
  readonly closed: ReadonlyMap<string, number>;
  readonly byFlag: Readonly<Record<ClinicFlag, Bitset>>;
  readonly summaries: TextColumn;
}

/**
 * All doctors as columns by ordinal, plain data that moves between threads. Filters read bitsets and typed arrays instead of
 * a million objects, and the JSON of an item is stored in parts, so that doctors share equal parts:
 *
 *     ordinal   0 … listed - 1: listed doctors by name        listed …: expired doctors
 *     item      {"id":…,"name":…  ,"gender":…,"clinic":  {"id":…}         ,"yearsOfPractice":…  }
 *     from      heads             profiles               clinicSummaries  computed per day
 */
export type DoctorColumns = ReturnType<typeof doctorColumns>;

export function doctorColumns(rows: readonly DoctorRow[], clinics: ClinicsForDoctors, arena: TextArena) {
  const firstExpired = rows.findIndex((row) => !Number.isNaN(row.expiredAt));
  const listed = firstExpired === -1 ? rows.length : firstExpired;
  const primary = new Int32Array(rows.length);
  const byClinicFlag: Record<ClinicFlag, Bitset> = objectOf(CLINIC_FLAG_NAMES, () => emptyBitset(listed));
  for (const [ordinal, row] of rows.entries()) {
    const id = row.clinicIds[0] ?? '';
    const clinic = clinics.ordinals.get(id) ?? (ordinal < listed ? undefined : clinics.closed.get(id));
    if (clinic === undefined) throw new Error(`Doctor ${row.registrationNumber} has no primary clinic.`);
    primary[ordinal] = clinic;
    if (ordinal >= listed) continue;
    for (const flag of CLINIC_FLAG_NAMES) {
      if (hasBit(clinics.byFlag[flag], clinic)) addBit(byClinicFlag[flag], ordinal);
    }
  }
  const names = rows.slice(0, listed).map((row) => row.foldedName);
  return {
    listed,
    registrationNumbers: textTable(arena.column(rows.map((row) => row.number))),
    /** JSON of the start of the item: the members that are unique to a doctor. */
    heads: arena.column(rows.map((row) => row.head)),
    /** JSON of the next members, from a comma up to and including `"clinic":`. Doctors with one `syncedAt` share many. */
    profiles: dictionaryColumn(
      rows.map((row) => row.profile),
      arena,
    ),
    /** JSON of the members that only the detail has, after a comma. */
    details: dictionaryColumn(
      rows.map((row) => row.detail),
      arena,
    ),
    /** JSON of the registration, from a comma up to and including `"url":`. */
    registrations: dictionaryColumn(
      rows.map((row) => row.registration),
      arena,
    ),
    /** Ordinal of each doctor's primary clinic. */
    primaryClinics: primary,
    /** The listed doctors of each primary clinic. */
    byPrimaryClinic: packedLists(doctorsByPrimaryClinic(primary.subarray(0, listed), clinics.ordinals.size)),
    /** yyyymmdd. */
    practisingSince: Int32Array.from(rows, (row) => row.practisingSince),
    /** Milliseconds since 1970; NaN without a confirmation by the register. */
    confirmedAt: Float64Array.from(rows, (row) => row.confirmedAt),
    sources: dictionaryColumn(
      rows.map((row) => row.source),
      arena,
    ),
    /** Corrections, the former values of the register, and observations of acceptance. */
    evidence: evidenceColumns(
      rows.map((row) => row.evidence),
      arena,
    ),
    /** Milliseconds since 1970, by ordinal minus `listed`. */
    expiredAt: Float64Array.from(rows.slice(listed), (row) => row.expiredAt),
    /** Bitsets of listed doctors by filter, then by folded value. */
    byValue: objectOf(DOCTOR_VALUE_NAMES, (_, filter) => valueSets(rows, filter, listed)),
    /** Bitsets of listed doctors by flag of the primary clinic. */
    byClinicFlag,
    exactNames: exactColumns(names, arena),
    forgivingNames: forgivingColumns(names, arena),
    /** JSON of the summary of each clinic, by clinic ordinal. */
    clinicSummaries: clinics.summaries,
  };
}

function doctorsByPrimaryClinic(primary: Int32Array, clinicCount: number): readonly (readonly number[])[] {
  const lists = Array.from({ length: clinicCount }, (): number[] => []);
  primary.forEach((clinic, doctor) => lists[clinic]!.push(doctor));
  return lists;
}

/**
 * Returns bitsets of the listed doctors by folded value of a filter. Folds each spelling once.
 * @param filter index into DOCTOR_VALUE_NAMES
 */
function valueSets(rows: readonly DoctorRow[], filter: number, listed: number): Map<string, Bitset> {
  const sets = new Map<string, Bitset>();
  const bySpelling = new Map<string, Bitset>();
  for (let ordinal = 0; ordinal < listed; ordinal++) {
    for (const value of rows[ordinal]!.values[filter]!) {
      let bits = bySpelling.get(value);
      if (!bits) {
        const folded = fold(value);
        bits = sets.get(folded) ?? emptyBitset(listed);
        sets.set(folded, bits);
        bySpelling.set(value, bits);
      }
      addBit(bits, ordinal);
    }
  }
  return sets;
}
