import { CLINIC_DETAIL, CLINIC_ITEM } from '../wire/clinic-parts.js';
import { jsonMembers } from '../wire/parts.js';
import { CLINIC_TYPES, type ClinicRecord, type ClinicType } from '../../records/clinic.js';
import { CLINIC_FLAG_NAMES, CLINIC_FLAGS, type ClinicFlag, postalAreaOf } from '../../rules/clinic-test.js';
import { DAY_MINUTES } from '../../records/special-days.js';
import { compareText, fold } from '../../text/text.js';
import { objectOf } from '../memory/object-of.js';
import { addBit, type Bitset, emptyBitset } from '../memory/bitset.js';
import { clinicStatements } from '../../rules/statements.js';
import { acceptanceColumns } from '../evidence/acceptance-columns.js';
import { evidenceColumns } from '../evidence/evidence-index.js';
import { packedLists } from '../memory/packed-lists.js';
import type { DoctorRow } from '../doctors/doctor-columns.js';
import type { ClinicExtraColumns } from './clinic-extras.js';
import { unknownTimes } from '../../rules/time/opening-hours.js';
import { pointTree } from './nearest.js';
import { type AffiliationColumns, matrixColumns } from './affiliation-matrix.js';
import { firstTexts, type TextArena } from '../memory/text-arena.js';
import { forgivingColumns } from '../names/forgiving-name-index.js';
import { exactColumns } from '../names/name-index.js';
import { textTable } from '../memory/text-table.js';

/** Default order: by name without accents and case, then id. */
export function orderClinics(clinics: readonly ClinicRecord[]): readonly ClinicRecord[] {
  return clinics
    .map((clinic) => ({ clinic, foldedName: fold(clinic.name) }))
    .toSorted((a, b) => compareText(a.foldedName, b.foldedName) || compareText(a.clinic.id, b.clinic.id))
    .map(({ clinic }) => clinic);
}

/** Returns the set of clinics for which each flag holds. */
export function flagSets(clinics: readonly ClinicRecord[]): Readonly<Record<ClinicFlag, Bitset>> {
  return objectOf(CLINIC_FLAG_NAMES, (flag) =>
    setWhere(clinics, (clinic) => CLINIC_FLAGS[flag](clinic) === true),
  );
}

/** Returns the set of clinics for which each flag holds, or it is not known whether it does. */
function possibleFlagSets(clinics: readonly ClinicRecord[]): Readonly<Record<ClinicFlag, Bitset>> {
  return objectOf(CLINIC_FLAG_NAMES, (flag) =>
    setWhere(clinics, (clinic) => CLINIC_FLAGS[flag](clinic) !== false),
  );
}

/** Returns the set of clinics of each type. */
function typeSets(clinics: readonly ClinicRecord[]): Readonly<Record<ClinicType, Bitset>> {
  return objectOf(CLINIC_TYPES, (type) => setWhere(clinics, (clinic) => clinic.type === type));
}

function setWhere(clinics: readonly ClinicRecord[], holds: (clinic: ClinicRecord) => boolean): Bitset {
  const bits = emptyBitset(clinics.length);
  clinics.forEach((clinic, ordinal) => holds(clinic) && addBit(bits, ordinal));
  return bits;
}

/** Returns the opening intervals of all clinics, and the times of which it is not known whether they are open. */
function hoursColumns(clinics: readonly ClinicRecord[]) {
  const unknown = emptyBitset(clinics.length);
  const intervals = clinics.flatMap((hours, clinic) => {
    if (hours.openingHours.length === 0) addBit(unknown, clinic);
    const times = hours.openingHours.length === 0 ? [] : unknownTimes(hours);
    return [
      ...hours.openingHours.map(({ weekday, opens, closes }) => ({
        clinic,
        weekday,
        opens,
        closes: closes ?? opens + 1,
        mayClose: closes ?? DAY_MINUTES,
      })),
      // It may be open then, and is never known to be.
      ...times.map(({ weekday, opens, closes }) => ({
        clinic,
        weekday,
        opens,
        closes: opens,
        mayClose: closes ?? DAY_MINUTES,
      })),
    ];
  });
  return {
    /** The clinics of which no hours are known. */
    unknown,
    clinics: Int32Array.from(intervals, ({ clinic }) => clinic),
    weekdays: Uint8Array.from(intervals, ({ weekday }) => weekday),
    /** As in `DaySpan`, as `closes`. */
    opens: Int16Array.from(intervals, ({ opens }) => opens),
    /** Without a known end, an interval is one minute long. */
    closes: Int16Array.from(intervals, ({ closes }) => closes),
    /** The latest that an interval may end: without a known end, at midnight. */
    mayClose: Int16Array.from(intervals, ({ mayClose }) => mayClose),
    /** The few clinics with special days, with all their hours. */
    special: clinics.flatMap(({ openingHours, specialDays = [] }, clinic) =>
      specialDays.length === 0 ? [] : [{ clinic, openingHours, specialDays }],
    ),
  };
}

function byPostalArea(clinics: readonly ClinicRecord[]): ReadonlyMap<string, Int32Array> {
  const ordinals = Map.groupBy(clinics.keys(), (ordinal) => postalAreaOf(clinics[ordinal]!));
  return new Map(Array.from(ordinals, ([area, members]) => [area, Int32Array.from(members)]));
}

/** The affiliations of doctors, and the languages and specialties of each clinic's listed doctors, by name. */
export type ClinicAffiliations = ReturnType<typeof clinicAffiliations>;

export function clinicAffiliations(rows: readonly DoctorRow[], ordinals: ReadonlyMap<string, number>) {
  const clinics = Array.from(ordinals, () => ({
    doctors: [] as number[],
    languages: new Set<string>(),
    specialties: new Set<string>(),
  }));
  const [starts, values] = [[0], [] as number[]];
  for (const [ordinal, row] of rows.entries()) {
    const isListed = Number.isNaN(row.expiredAt);
    for (const id of row.clinicIds) {
      const clinic = ordinals.get(id);
      if (clinic === undefined) continue;
      values.push(clinic);
      if (!isListed) continue;
      const { doctors, languages, specialties } = clinics[clinic]!;
      doctors.push(ordinal);
      row.languages.forEach((name) => languages.add(name));
      row.specialties.forEach((name) => specialties.add(name));
    }
    starts.push(values.length);
  }
  const affiliations: AffiliationColumns = {
    doctorsOf: packedLists(clinics.map((clinic) => clinic.doctors)),
    clinicsOf: { starts: new Int32Array(starts), values: new Int32Array(values) },
  };
  return {
    affiliations,
    languages: ordered(clinics.map((clinic) => clinic.languages)),
    specialties: ordered(clinics.map((clinic) => clinic.specialties)),
  };
}

/** Sorts each set of names. Folds each distinct name once. */
function ordered(sets: readonly ReadonlySet<string>[]): readonly (readonly string[])[] {
  const folded = new Map<string, string>();
  for (const names of sets) for (const name of names) if (!folded.has(name)) folded.set(name, fold(name));
  return sets.map((names) => [...names].toSorted((x, y) => compareText(folded.get(x)!, folded.get(y)!)));
}

/**
 * The clinics that have not closed, as columns by ordinal in default order: plain data that moves between threads. Filters
 * read bitsets and typed arrays. The JSON of a list item has two parts. The first, `extras.heads`, is also a part of the
 * clinic summary inside a doctor:
 *
 *     item  {"id":…,"name":…,"address":…  ,"accepting":…,"languages":…,"specialties":…  }
 *     from  extras.heads                  items
 */
export type ClinicColumns = ReturnType<typeof clinicColumns>;

export function clinicColumns(
  clinics: readonly ClinicRecord[],
  closed: readonly ClinicRecord[],
  extras: ClinicExtraColumns,
  byFlag: Readonly<Record<ClinicFlag, Bitset>>,
  { affiliations, languages, specialties }: ClinicAffiliations,
  arena: TextArena,
) {
  const items = clinics.map((clinic, i) => {
    const ofLanguages = `,${jsonMembers(CLINIC_ITEM.languages(languages[i]!))}`;
    const item = `,${jsonMembers(CLINIC_ITEM.accepting(clinic))}${ofLanguages},${jsonMembers(CLINIC_ITEM.specialties(specialties[i]!))}`;
    const span = arena.add(item);
    return { span, languages: arena.addWithin(item, span, ofLanguages) };
  });
  const vectors = extras.vectors.subarray(0, 3 * clinics.length);
  const names = clinics.map(({ name }) => fold(name));
  return {
    ids: textTable(firstTexts(extras.ids, clinics.length)),
    /** JSON of the members of a list item after its head, with a comma before them. */
    items: arena.column(items.map(({ span }) => span)),
    /** JSON of `languages` with a comma before it, a part of `items`. */
    languages: arena.column(items.map(({ languages: span }) => span)),
    /** JSON of the members that only the detail has, except website, doctorCount and doctors, with a comma before them. */
    details: arena.column(
      clinics.map((clinic) => arena.intern(`,${jsonMembers(CLINIC_DETAIL.shared(clinic))}`)),
    ),
    extras,
    /** Points on the unit sphere. */
    vectors,
    exactNames: exactColumns(names, arena),
    forgivingNames: forgivingColumns(names, arena),
    pointTree: pointTree(vectors),
    byFlag,
    byPossibleFlag: possibleFlagSets(clinics),
    /** The clinics of each postal area. */
    byPostalArea: byPostalArea(clinics),
    byType: typeSets(clinics),
    acceptance: acceptanceColumns(clinics),
    /** Evidence about the open clinics, then about the closed ones. */
    evidence: evidenceColumns([...clinics, ...closed].map(clinicStatements), arena),
    /** The clinics that are known not to accept new patients. */
    refusing: setWhere(clinics, ({ accepting }) => accepting === false),
    hours: hoursColumns(clinics),
    affiliations,
    affiliationMatrix: matrixColumns(affiliations),
  };
}
