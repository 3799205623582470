import type { Coverage, CoverageQuery } from '../../contract/coverage.js';
import type { DoctorQuery } from '../../contract/queries/query.js';
import { placesOfPostalCode } from '../../places/postal-areas.js';
import { PLACES } from '../../places/gazetteer.js';
import { membersOf } from '../../read-model/memory/bitset.js';
import { NO_DOCTORS, totalOf } from '../../map/coverage-table.js';
import type { ReadModel } from '../../read-model/read-model.js';
import type { DirectoryView } from '../directory-view.js';
import { matchingDoctors } from '../find.js';
import { interpretQuery } from '../interpret/interpret-query.js';

const NAMES = PLACES.filter(({ kind }) => kind === 'postal-area').map(({ name }) => name);
const AREAS = [
  ...NAMES.map((postalArea) => ({
    postalArea,
    municipality: placesOfPostalCode(postalArea)?.municipality?.name ?? '',
  })),
  { postalArea: '', municipality: '' },
];
const NOWHERE = NAMES.length;
const FRESHNESS = { fresh: 'fresh', stale: 'stale', unknown: 'neverConfirmed' } as const;

/** Positions in `AREAS`, by clinic. */
const AREA_OF_CLINIC = new WeakMap<ReadModel, Int16Array>();

/** Counts the matching doctors by the postal areas of their primary clinics. */
export function coverageOf(view: DirectoryView, request: CoverageQuery): Coverage {
  const query = interpretQuery<DoctorQuery>(view, request, 'getFacets');
  const { doctors, clinics } = view.model;
  const areaOf = areasOfClinics(view.model);
  const counts = Array.from(AREAS, () => ({ ...NO_DOCTORS }));
  const { matches, warning } = matchingDoctors(view, query);
  for (const doctor of membersOf(matches)) {
    const clinic = doctors.primaryClinic(doctor);
    const accepts = clinics.sets.accepts(clinic);
    const area = counts[areaOf[clinic] ?? NOWHERE]!;
    area.doctors++;
    area[accepts === null ? 'acceptanceUnknown' : accepts ? 'accepting' : 'notAccepting']++;
    area[FRESHNESS[doctors.freshness(doctor, view.asOf)]]++;
  }
  const { interpreted = [], warnings = [] } = query;
  return {
    total: totalOf(counts),
    areas: AREAS.map((area, index) => ({ ...area, ...counts[index]! })),
    interpreted,
    warnings: warning ? [...warnings, warning] : warnings,
  };
}

function areasOfClinics(model: ReadModel): Int16Array {
  const known = AREA_OF_CLINIC.get(model);
  if (known) return known;
  const { sets } = model.clinics;
  const areas = new Int16Array(sets.size).fill(NOWHERE);
  for (const [index, name] of NAMES.entries())
    for (const clinic of membersOf(sets.constantSetOf({ by: 'area', postalAreas: [name] })))
      areas[clinic] = index;
  AREA_OF_CLINIC.set(model, areas);
  return areas;
}
