import type { AreaValue } from '../contract/answers/directory-answer.js';
import { areasOf } from '../places/resolve-place.js';
import { type Place, PLACES } from '../places/gazetteer.js';
import { countBits } from '../read-model/memory/bitset.js';
import type { ReadModel } from '../read-model/read-model.js';
import type { DoctorCriterion } from '../rules/criteria.js';
import type { DirectoryView } from './directory-view.js';

/** Doctors by their primary clinic, doctors whose primary clinic accepts new patients, and clinics. */
type Counts = Pick<AreaValue, 'doctorCount' | 'acceptingCount' | 'clinicCount'>;

/** The places that are areas to filter by: not regions, nor stations and landmarks, which have no postal area. */
const AREAS = PLACES.filter(({ kind, postalAreas }) => kind !== 'region' && postalAreas.length > 0).map(
  (place) => ({
    place,
    value: valueOf(place),
  }),
);
const POSTAL_AREAS = PLACES.filter(({ kind }) => kind === 'postal-area').map(({ name }) => name);

const COUNTED = new WeakMap<ReadModel, readonly AreaValue[]>();

/** Returns the areas with a clinic: larger kinds first, each by number of doctors, descending, then by name. */
export function areaCounts(view: DirectoryView): readonly AreaValue[] {
  const counted = COUNTED.get(view.model) ?? countAreas(view);
  COUNTED.set(view.model, counted);
  return counted;
}

function countAreas(view: DirectoryView): readonly AreaValue[] {
  const byPostalArea = new Map(POSTAL_AREAS.map((area) => [area, countsIn(view, area)]));
  const counted = AREAS.map(({ place, value }, rank) => {
    const { kind, within, postalAreas } = place;
    const counts = sumOf(postalAreas.map((area) => byPostalArea.get(area)));
    return { rank, area: { value, name: place.name, kind, within: within?.name ?? '', ...counts } };
  });
  // `AREAS` has the order of kinds, then of names.
  return [...Map.groupBy(counted, ({ area }) => area.kind).values()]
    .flatMap((kind) => kind.toSorted((a, b) => b.area.doctorCount - a.area.doctorCount || a.rank - b.rank))
    .map(({ area }) => area)
    .filter(({ clinicCount }) => clinicCount > 0);
}

/** Returns the value of the parameter `area` that names a place. */
function valueOf(place: Place): string {
  const reading = areasOf(place.name);
  return reading.by === 'place' && reading.place === place ? place.name : place.id;
}

// A clinic has one postal area at most, so that the counts of larger areas are sums.
function countsIn({ model: { doctors, clinics }, asOf }: DirectoryView, postalArea: string): Counts {
  const inArea = { by: 'clinic', test: { by: 'area', postalAreas: [postalArea] } } as const;
  const accepting = { by: 'clinic', test: { by: 'flag', has: 'accepting' } } as const;
  const countOf = (...criteria: DoctorCriterion[]) => doctors.sets.count(doctors.sets.select(criteria, asOf));
  return {
    doctorCount: countOf(inArea),
    acceptingCount: countOf(inArea, accepting),
    clinicCount: countBits(clinics.select([inArea], asOf)),
  };
}

function sumOf(counts: readonly (Counts | undefined)[]): Counts {
  const sum = { doctorCount: 0, acceptingCount: 0, clinicCount: 0 };
  for (const each of counts) {
    sum.doctorCount += each?.doctorCount ?? 0;
    sum.acceptingCount += each?.acceptingCount ?? 0;
    sum.clinicCount += each?.clinicCount ?? 0;
  }
  return sum;
}
