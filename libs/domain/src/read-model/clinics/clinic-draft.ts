import { clinicRemarks } from '../../rules/clinic-remark.js';
import type { ClinicRecord, SpecialtyServiceRecord } from '../../records/clinic.js';
import { CLINIC_FLAG_NAMES, CLINIC_FLAGS, type ClinicFlag } from '../../rules/criteria.js';
import { summarizeHours } from '../../rules/opening-hours.js';
import { compareText, fold } from '../../text/text.js';
import { addBit, type Bitset, emptyBitset } from '../memory/bitset.js';
import type { ClinicColumns } from './clinic-index.js';
import type { DoctorDraft } from '../doctors/doctor-draft.js';
import { unitVectors } from './nearest.js';
import { placeTree } from './place-tree.js';
import type { ServiceColumns } from './service-index.js';
import { type StaffColumns, staffColumns } from './staff.js';
import type { TextArena, TextColumn } from '../memory/text-arena.js';
import { textTable } from '../memory/text-table.js';

/** Default order: by name without accents and case, then id. */
export function orderClinics(clinics: readonly ClinicRecord[]): readonly ClinicRecord[] {
  return clinics
    .map((clinic) => ({ clinic, foldedName: fold(clinic.name) }))
    .toSorted((a, b) => compareText(a.foldedName, b.foldedName) || compareText(a.clinic.id, b.clinic.id))
    .map(({ clinic }) => clinic);
}

/** The summary form, as it is embedded in a doctor. */
export function summaryOf(clinic: ClinicRecord): string {
  const { id, name, address, lat, lng, phone } = clinic;
  return JSON.stringify({
    id,
    name,
    address,
    lat,
    lng,
    phone,
    acceptingNewPatients: clinic.accepting === true,
  });
}

export function flagSets(clinics: readonly ClinicRecord[]): Readonly<Record<ClinicFlag, Bitset>> {
  const sets = Object.fromEntries(CLINIC_FLAG_NAMES.map((flag) => [flag, emptyBitset(clinics.length)]));
  clinics.forEach((clinic, ordinal) => {
    for (const flag of CLINIC_FLAG_NAMES) if (CLINIC_FLAGS[flag](clinic)) addBit(sets[flag]!, ordinal);
  });
  return sets as Record<ClinicFlag, Bitset>;
}

/** Who practises at each clinic, of the listed doctors, and what they offer together. */
export interface StaffDraft {
  readonly staff: StaffColumns;
  /** The union over the doctors of each clinic, by name. */
  readonly languages: readonly (readonly string[])[];
  readonly specialties: readonly (readonly string[])[];
}

export function staffDraft(
  drafts: readonly DoctorDraft[],
  ordinals: ReadonlyMap<string, number>,
): StaffDraft {
  const staff = Array.from(ordinals, () => ({
    doctors: [] as number[],
    languages: new Set<string>(),
    specialties: new Set<string>(),
  }));
  let listed = 0;
  for (const [ordinal, draft] of drafts.entries()) {
    if (!Number.isNaN(draft.expiredAt)) break;
    listed++;
    for (const id of draft.clinicIds) {
      const clinic = staff[ordinals.get(id) ?? -1];
      if (!clinic) continue;
      clinic.doctors.push(ordinal);
      draft.languages.forEach((name) => clinic.languages.add(name));
      draft.specialties.forEach((name) => clinic.specialties.add(name));
    }
  }
  const starts = new Int32Array(staff.length + 1);
  staff.forEach((clinic, i) => (starts[i + 1] = starts[i]! + clinic.doctors.length));
  const values = new Int32Array(starts.at(-1)!);
  staff.forEach((clinic, i) => values.set(clinic.doctors, starts[i]));
  return {
    staff: staffColumns({ starts, values }, listed),
    languages: inOrder(staff.map((clinic) => clinic.languages)),
    specialties: inOrder(staff.map((clinic) => clinic.specialties)),
  };
}

/** Each set of names in order; a name is folded once, however many clinics it stands at. */
function inOrder(sets: readonly ReadonlySet<string>[]): readonly (readonly string[])[] {
  const folded = new Map<string, string>();
  for (const names of sets) for (const name of names) if (!folded.has(name)) folded.set(name, fold(name));
  return sets.map((names) => [...names].toSorted((x, y) => compareText(folded.get(x)!, folded.get(y)!)));
}

export function clinicColumns(
  clinics: readonly ClinicRecord[],
  summaries: TextColumn,
  byFlag: ClinicColumns['byFlag'],
  { staff, languages, specialties }: StaffDraft,
  arena: TextArena,
): ClinicColumns {
  const items = clinics.map((clinic, i) => {
    const item = itemOf(clinic, languages[i]!, specialties[i]!);
    const place = arena.add(item);
    return { place, id: arena.within(item, place, clinic.id) };
  });
  const columnOnce = (textOf: (clinic: ClinicRecord) => string) =>
    arena.column(clinics.map((clinic) => arena.addOnce(textOf(clinic))));
  const vectors = unitVectors(clinics);
  return {
    ids: textTable(arena.column(items.map(({ id }) => id))),
    items: arena.column(items.map(({ place }) => place)),
    summaries,
    websites: columnOnce((clinic) => JSON.stringify(clinic.website)),
    facts: columnOnce(factsOf),
    notes: columnOnce((clinic) => JSON.stringify(clinicRemarks(clinic))),
    mapEnds: arena.column(
      clinics.map(({ lat, lng }) => arena.add(`${lat}&mlon=${lng}#map=17/${lat}/${lng}"}`)),
    ),
    vectors,
    places: placeTree(vectors),
    byFlag,
    staff,
  };
}

function itemOf(clinic: ClinicRecord, languages: readonly string[], specialties: readonly string[]): string {
  const { id, name, address } = clinic;
  return open({ id, name, address, accepting: clinic.accepting === true, languages, specialties });
}

/** What only the detail says, and many clinics alike: JSON members, from a comma on. */
function factsOf(clinic: ClinicRecord): string {
  const facts = {
    type: clinic.type,
    hours: summarizeHours(clinic.openingHours),
    accessibility: {
      wheelchair: clinic.wheelchair === true,
      virtualVisits: clinic.virtualVisits === true,
      nearTTC: clinic.nearSubway,
    },
  };
  return `,${open(facts).slice(1)}`;
}

/** Orders the specialty services of known clinics. */
export function serviceColumns(
  services: readonly SpecialtyServiceRecord[],
  clinics: readonly ClinicRecord[],
  ordinals: ReadonlyMap<string, number>,
  languages: StaffDraft['languages'],
  arena: TextArena,
): ServiceColumns {
  const known = services
    .flatMap((service) => {
      const clinic = ordinals.get(service.clinicId);
      return clinic === undefined ? [] : [{ service, clinic }];
    })
    .toSorted(
      (a, b) => a.clinic - b.clinic || compareText(fold(a.service.specialty), fold(b.service.specialty)),
    );
  const acceptance = known.map(
    ({ service, clinic }) => service.accepting ?? clinics[clinic]!.accepting === true,
  );
  const bySpecialty = Map.groupBy(known.keys(), (i) => fold(known[i]!.service.specialty));
  return {
    clinics: Int32Array.from(known, ({ clinic }) => clinic),
    accepting: Uint8Array.from(acceptance, Number),
    items: arena.column(
      known.map(({ service, clinic }, i) =>
        arena.add(
          open({
            id: service.clinicId,
            name: clinics[clinic]!.name,
            specialty: service.specialty,
            languages: languages[clinic]!,
            accepting: acceptance[i]!,
            wait_weeks: service.waitWeeks,
          }),
        ),
      ),
    ),
    bySpecialty: new Map([...bySpecialty].map(([name, ranks]) => [name, Int32Array.from(ranks)])),
  };
}

/** JSON of an object without its closing brace, for members to follow. */
function open(object: object): string {
  return JSON.stringify(object).slice(0, -1);
}
