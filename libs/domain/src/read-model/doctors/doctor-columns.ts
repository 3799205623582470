import { DOCTOR_DETAIL, DOCTOR_ITEM } from '../wire/doctor-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import { dateNumber } from '../../rules/calendar.js';
import { CLINIC_FLAG_NAMES, type ClinicFlag } from '../../rules/criteria.js';
import type { DoctorRecord } from '../../records/doctor.js';
import { compareText, fold } from '../../text/text.js';
import { addBit, type Bitset, emptyBitset, hasBit } from '../memory/bitset.js';
import type { DoctorColumns } from './doctor-index.js';
import { nameColumns } from './name-index.js';
import { dictionaryColumn } from '../memory/dictionary-column.js';
import type { TextArena, TextColumn, TextSpan } from '../memory/text-arena.js';
import { textTable } from '../memory/text-table.js';

/** The part of a doctor's record that the read model keeps, before all doctors are put into columns. */
export interface DoctorRow {
  readonly registrationNumber: string;
  /** The registration number in the arena. */
  readonly number: TextSpan;
  readonly foldedName: string;
  readonly head: TextSpan;
  readonly profile: TextSpan;
  readonly extra: TextSpan;
  readonly clinicIds: readonly string[];
  readonly gender: string;
  readonly specialties: readonly string[];
  readonly languages: readonly string[];
  readonly practisingSince: number;
  readonly confirmedAt: number;
  readonly expiredAt: number;
}

/** Serializes the members of a doctor's answers into the arena. */
export function doctorRow(doctor: DoctorRecord, arena: TextArena): DoctorRow {
  const start = `{${jsonMembers(DOCTOR_ITEM.own(doctor))}`;
  const head = arena.add(start);
  const { registrationNumber, gender, specialties, languages } = doctor;
  return {
    registrationNumber,
    foldedName: fold(doctor.name),
    number: arena.addWithin(start, head, registrationNumber),
    head,
    profile: arena.intern(`,${jsonMembers(DOCTOR_ITEM.shared(doctor))}${memberStart(DOCTOR_ITEM.clinic)}`),
    extra: arena.intern(`,${jsonMembers(DOCTOR_DETAIL.shared(doctor))}`),
    clinicIds: doctor.clinicIds,
    gender,
    specialties,
    languages,
    practisingSince: dateNumber(doctor.practisingSince),
    confirmedAt: doctor.confirmedAt?.getTime() ?? NaN,
    expiredAt: doctor.expiredAt?.getTime() ?? NaN,
  };
}

/** Default order: by name without accents and case, then registration number; expired doctors last. */
export function orderDoctors(rows: readonly DoctorRow[]): readonly DoctorRow[] {
  const listed = rows.filter((row) => Number.isNaN(row.expiredAt));
  const expired = rows.filter((row) => !Number.isNaN(row.expiredAt));
  // A loader delivers doctors in this order: a million of them need no second sort.
  return [...(isOrdered(listed) ? listed : listed.toSorted(compareRows)), ...expired];
}

function isOrdered(rows: readonly DoctorRow[]): boolean {
  return rows.every((row, i) => i === 0 || compareRows(rows[i - 1]!, row) <= 0);
}

function compareRows(a: DoctorRow, b: DoctorRow): number {
  return compareText(a.foldedName, b.foldedName) || compareText(a.registrationNumber, b.registrationNumber);
}

/** The facts of clinics that the columns of doctors are derived from. Closed clinics come last. */
export interface ClinicsForDoctors {
  readonly ordinals: ReadonlyMap<string, number>;
  /** Ordinals of the clinics that only expired doctors may have. */
  readonly closed: ReadonlyMap<string, number>;
  readonly byFlag: Readonly<Record<ClinicFlag, Bitset>>;
  readonly summaries: TextColumn;
}

/** Turns ordered rows into columns. */
export function doctorColumns(
  rows: readonly DoctorRow[],
  clinics: ClinicsForDoctors,
  arena: TextArena,
): DoctorColumns {
  const listed = rows.findIndex((row) => !Number.isNaN(row.expiredAt));
  const size = listed === -1 ? rows.length : listed;
  const primary = new Int32Array(rows.length);
  const bySpecialty = new ValueSets(size);
  const byLanguage = new ValueSets(size);
  const byGender = new ValueSets(size);
  const byClinicFlag = Object.fromEntries(
    CLINIC_FLAG_NAMES.map((flag) => [flag, emptyBitset(size)]),
  ) as Record<ClinicFlag, Bitset>;
  for (const [ordinal, row] of rows.entries()) {
    const id = row.clinicIds[0] ?? '';
    const clinic = clinics.ordinals.get(id) ?? (ordinal < size ? undefined : clinics.closed.get(id));
    if (clinic === undefined) throw new Error(`Doctor ${row.registrationNumber} has no primary clinic.`);
    primary[ordinal] = clinic;
    if (ordinal < size) {
      for (const name of row.specialties) bySpecialty.add(fold(name), ordinal);
      for (const name of row.languages) byLanguage.add(fold(name), ordinal);
      if (row.gender) byGender.add(row.gender, ordinal);
      for (const flag of CLINIC_FLAG_NAMES) {
        if (hasBit(clinics.byFlag[flag], clinic)) addBit(byClinicFlag[flag], ordinal);
      }
    }
  }
  return {
    listed: size,
    registrationNumbers: textTable(arena.column(rows.map((row) => row.number))),
    heads: arena.column(rows.map((row) => row.head)),
    profiles: dictionaryColumn(
      rows.map((row) => row.profile),
      arena,
    ),
    extras: arena.column(rows.map((row) => row.extra)),
    clinics: primary,
    practisingSince: Int32Array.from(rows, (row) => row.practisingSince),
    confirmedAt: Float64Array.from(rows, (row) => row.confirmedAt),
    expiredAt: Float64Array.from(rows.slice(size), (row) => row.expiredAt),
    bySpecialty: bySpecialty.sets,
    byLanguage: byLanguage.sets,
    byGender: byGender.sets,
    byClinicFlag,
    names: nameColumns(
      rows.slice(0, size).map((row) => row.foldedName),
      arena,
    ),
    clinicSummaries: clinics.summaries,
  };
}

class ValueSets {
  readonly sets = new Map<string, Bitset>();

  constructor(private readonly size: number) {}

  add(value: string, ordinal: number): void {
    let bits = this.sets.get(value);
    if (!bits) this.sets.set(value, (bits = emptyBitset(this.size)));
    addBit(bits, ordinal);
  }
}
