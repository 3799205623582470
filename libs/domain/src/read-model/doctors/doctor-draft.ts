import { dateNumber } from '../../rules/calendar.js';
import { CLINIC_FLAG_NAMES, type ClinicFlag } from '../../rules/criteria.js';
import type { DoctorRecord } from '../../records/doctor.js';
import { compareText, fold } from '../../text/text.js';
import { addBit, type Bitset, emptyBitset, hasBit } from '../memory/bitset.js';
import type { DoctorColumns } from './doctor-index.js';
import { nameColumns } from './name-index.js';
import { sharedColumn } from '../memory/shared-texts.js';
import type { TextArena, TextColumn, TextPlace } from '../memory/text-arena.js';
import { textTable } from '../memory/text-table.js';

/** A doctor on the way into the read model: what is kept of the record, and nothing else. */
export interface DoctorDraft {
  readonly registrationNumber: string;
  /** Where the registration number lies. */
  readonly number: TextPlace;
  readonly foldedName: string;
  readonly head: TextPlace;
  readonly profile: TextPlace;
  readonly extra: TextPlace;
  readonly clinicIds: readonly string[];
  readonly gender: string;
  readonly specialties: readonly string[];
  readonly languages: readonly string[];
  readonly practisingSince: number;
  readonly confirmedAt: number;
  readonly expiredAt: number;
}

/** Serializes what an answer will show into the arena. */
export function draftOf(doctor: DoctorRecord, arena: TextArena): DoctorDraft {
  const { id, registrationNumber, name, gender, specialties, languages, booking, referralRequired } = doctor;
  const syncedAt = doctor.syncedAt.toISOString();
  const start = JSON.stringify({ id, cpsoNumber: registrationNumber, name }).slice(0, -1);
  const head = arena.add(start);
  const profile = { gender, specialties, languages, syncedAt };
  const bookingMethod = { phone: booking.phone, online: booking.online, referralOnly: booking.referralOnly };
  return {
    registrationNumber,
    foldedName: fold(name),
    number: arena.within(start, head, registrationNumber),
    head,
    // Few differ: those of a run with the same languages, say.
    profile: arena.addOnce(`,${JSON.stringify(profile).slice(1, -1)},"clinic":`),
    // Most book at their clinic, as its other doctors do.
    extra: arena.addOnce(`,${JSON.stringify({ referralRequired, bookingMethod }).slice(1, -1)}`),
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
export function orderDoctors(drafts: readonly DoctorDraft[]): readonly DoctorDraft[] {
  const listed = drafts.filter((draft) => Number.isNaN(draft.expiredAt));
  const expired = drafts.filter((draft) => !Number.isNaN(draft.expiredAt));
  // A loader hands doctors over in this order already: a million of them need not be sorted again.
  return [...(isOrdered(listed) ? listed : listed.toSorted(compareDrafts)), ...expired];
}

function isOrdered(drafts: readonly DoctorDraft[]): boolean {
  return drafts.every((draft, i) => i === 0 || compareDrafts(drafts[i - 1]!, draft) <= 0);
}

function compareDrafts(a: DoctorDraft, b: DoctorDraft): number {
  return compareText(a.foldedName, b.foldedName) || compareText(a.registrationNumber, b.registrationNumber);
}

/** What doctors need to know of clinics: their ordinals, their flags, their summary form. Closed ones come last. */
export interface ClinicsForDoctors {
  readonly ordinals: ReadonlyMap<string, number>;
  /** The ordinals of clinics that only expired doctors may have. */
  readonly closed: ReadonlyMap<string, number>;
  readonly byFlag: Readonly<Record<ClinicFlag, Bitset>>;
  readonly summaries: TextColumn;
}

/** Puts ordered drafts into columns. */
export function doctorColumns(
  drafts: readonly DoctorDraft[],
  clinics: ClinicsForDoctors,
  arena: TextArena,
): DoctorColumns {
  const listed = drafts.findIndex((draft) => !Number.isNaN(draft.expiredAt));
  const size = listed === -1 ? drafts.length : listed;
  const primary = new Int32Array(drafts.length);
  const bySpecialty = new ValueSets(size);
  const byLanguage = new ValueSets(size);
  const byGender = new ValueSets(size);
  const byClinicFlag = Object.fromEntries(
    CLINIC_FLAG_NAMES.map((flag) => [flag, emptyBitset(size)]),
  ) as Record<ClinicFlag, Bitset>;
  for (const [ordinal, draft] of drafts.entries()) {
    const id = draft.clinicIds[0] ?? '';
    const clinic = clinics.ordinals.get(id) ?? (ordinal < size ? undefined : clinics.closed.get(id));
    if (clinic === undefined) throw new Error(`Doctor ${draft.registrationNumber} has no primary clinic.`);
    primary[ordinal] = clinic;
    if (ordinal < size) {
      for (const name of draft.specialties) bySpecialty.add(fold(name), ordinal);
      for (const name of draft.languages) byLanguage.add(fold(name), ordinal);
      if (draft.gender) byGender.add(draft.gender, ordinal);
      for (const flag of CLINIC_FLAG_NAMES) {
        if (hasBit(clinics.byFlag[flag], clinic)) addBit(byClinicFlag[flag], ordinal);
      }
    }
  }
  return {
    listed: size,
    registrationNumbers: textTable(arena.column(drafts.map((draft) => draft.number))),
    heads: arena.column(drafts.map((draft) => draft.head)),
    profiles: sharedColumn(
      drafts.map((draft) => draft.profile),
      arena,
    ),
    extras: arena.column(drafts.map((draft) => draft.extra)),
    clinics: primary,
    practisingSince: Int32Array.from(drafts, (draft) => draft.practisingSince),
    confirmedAt: Float64Array.from(drafts, (draft) => draft.confirmedAt),
    expiredAt: Float64Array.from(drafts.slice(size), (draft) => draft.expiredAt),
    bySpecialty: bySpecialty.sets,
    byLanguage: byLanguage.sets,
    byGender: byGender.sets,
    byClinicFlag,
    names: nameColumns(
      drafts.slice(0, size).map((draft) => draft.foldedName),
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
