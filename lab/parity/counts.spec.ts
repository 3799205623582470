import { DoctorQuery, type Facet, FACETS, FacetQuery, QueryReader } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { SHIPPED_SOURCES } from '@care-atlas/domain/places';
import { PLACE_KINDS } from '@care-atlas/domain/records';
import { isListed } from '@care-atlas/domain/rules';
import { type Parameters, type RandomQueries, seeded } from '../../tools/src/queries/random-query.js';
import {
  areasOracle,
  clinicsOfDoctorsOracle,
  coverageOracle,
  doctorCountsOracle,
  facetOracle,
  placesOracle,
  placeTable,
  sourcesOracle,
  summaryOracle,
  valuesOracle,
} from './count-oracles.js';
import { inOtherWords, NAMED_PLACES, NEAR_NAMES } from './data-files.js';
import { FRESH_SINCE, ParityDirectory, TODAY, WHOLE } from './parity-directory.js';
import { doctorOracle } from './sql-oracle.js';

const SEED = 20_261_123;
const TEXTS = [...NAMED_PLACES.keys()];
const PLACED = {
  names: NEAR_NAMES,
  areas: TEXTS.filter((text) => NAMED_PLACES.get(text)!.postal_areas !== ''),
};
const WORDS = { language: 'languages', specialties: 'specialties', languages: 'languages' } as const;

let parity: ParityDirectory;
let directory: Directory;
let queries: RandomQueries;
const random = seeded(SEED);

beforeAll(async () => {
  parity = await ParityDirectory.open();
  ({ directory } = parity);
  queries = parity.queries(SEED);
  await parity.rowsOf(placeTable());
});

afterAll(() => parity?.close());

it('the summary counts what SQL counts', async () => {
  const { totalDoctors, acceptingNewPatients, dataFreshness } = directory.getSummary().value;
  const { fresh, stale, unknown } = dataFreshness;
  expect([{ doctors: totalDoctors, accepting: acceptingNewPatients, fresh, stale, unknown }]).toEqual(
    await parity.rowsOf(summaryOracle(FRESH_SINCE)),
  );
  expect(Math.min(fresh, stale, unknown)).toBeGreaterThan(0);
});

it('the values to filter by are those of SQL, in its order', async () => {
  const { specialties } = directory.listSpecialties().value;
  expect(specialties).toEqual(await parity.rowsOf(valuesOracle('specialty')));
  expect(directory.listLanguages().value.languages).toEqual(await parity.rowsOf(valuesOracle('language')));
});

it('the sources are those of SQL', async () => {
  const { sources, total } = directory.listSources().value;
  const shipped = SHIPPED_SOURCES.map(({ name }) => name);
  expect(sources.filter(({ name }) => !shipped.includes(name))).toEqual(await parity.rowsOf(sourcesOracle()));
  expect(total).toBe(4 + shipped.length);
});

it('the areas are those of SQL, in its order', async () => {
  const { areas } = directory.listAreas().value;
  expect(areas).toEqual(await parity.rowsOf(areasOracle()));
  expect(new Set(areas.map(({ kind }) => kind)).size).toBe(5);
  // Some names need an id.
  expect(areas.some(({ value }) => /^[a-z]+(-[a-z]+)+$/.test(value))).toBe(true);
});

it('facets count what SQL counts, on 150 random queries with every filter', async () => {
  let telling = 0;
  for (let i = 0; i < 150; i++) {
    const filters = [queries.search(), queries.doctors(), {}][i % 3]!;
    const { sort: _sort, ...drawn } = queries.placed(filters, PLACED, []);
    const { sent, meant } = inOtherWords(random, drawn, WORDS);
    const by = FACETS.filter(() => random.chance(0.5));
    if (by.length === 0) continue;
    const limit = random.pick([undefined, 0, 1, 3, 10, 50, 200]);
    const expected = await expectedFacets(meant, by, limit ?? 50);
    const asked: Parameters = {
      ...sent,
      by: by.join(','),
      ...(limit !== undefined && { limit: String(limit) }),
    };
    const { total, facets } = directory.getFacets(new QueryReader(FacetQuery).read(asked)).value;
    expect({ asked, total, facets }).toEqual({ asked, ...expected });
    if (total > 0) telling++;
  }
  expect(telling).toBeGreaterThan(40);
});

it('the coverage counts what SQL counts in every postal area, for each specialty and language', async () => {
  const [specialties, languages] = (['specialty', 'language'] as const).map((kind) =>
    (kind === 'specialty'
      ? directory.listSpecialties().value.specialties
      : directory.listLanguages().value.languages
    )
      .slice(0, 12)
      .map(({ value }) => value),
  );
  const cases: Parameters[] = [{}, { accepting: 'true' }];
  for (const [i, language] of languages!.entries())
    cases.push({
      specialties: specialties![i % 3]!,
      languages: language,
      ...(i % 2 && { accepting: 'true' }),
    });
  let telling = 0;
  for (const asked of cases) {
    const expected = await parity.rowsOf<{ doctors: number }>(coverageOracle(asked, TODAY, FRESH_SINCE));
    const { areas, total } = directory.coverage(new QueryReader(DoctorQuery).read(asked));
    expect({ asked, areas: areas.filter(({ doctors }) => doctors > 0) }).toEqual({ asked, areas: expected });
    expect(total.doctors).toBe(expected.reduce((sum, { doctors }) => sum + doctors, 0));
    if (expected.length > 1) telling++;
  }
  expect(telling).toBeGreaterThan(4);
});

async function expectedFacets(parameters: Parameters, by: readonly Facet[], limit: number) {
  const rows = await parity.rowsOf<{ by: Facet; value: string; count: number }>(
    facetOracle(parameters, TODAY, FRESH_SINCE),
  );
  const facets = by.map((group) => {
    const values = rows.filter((row) => row.by === group).slice(0, limit);
    return [group, values.map(({ value, count }) => ({ value, count }))];
  });
  const total = (await parity.rowsOf(doctorOracle(parameters, TODAY))).length;
  return { total, facets: Object.fromEntries(facets) as object };
}

it('places are found as SQL finds them, in its order, by parts of 120 names', async () => {
  const ranks = new Set<number>();
  for (let i = 0; i < 120; i++) {
    const name = random.pick(TEXTS);
    const start = random.chance(0.5) ? 0 : random.below(name.length);
    const q = name.slice(start, start + 1 + random.below(9)).trim();
    if (!/[a-z0-9]/.test(q)) continue;
    const kind = random.chance(0.2) ? random.pick(PLACE_KINDS) : undefined;
    const { places, total } = directory.listPlaces(
      { q: random.chance(0.2) ? q.toUpperCase() : q, kind },
      WHOLE,
    ).value;
    const expected = await parity.rowsOf<object>(placesOracle(q, kind));
    expect({ q, kind, places, total }).toEqual({ q, kind, places: expected, total: expected.length });
    ranks.add(total);
  }
  expect(ranks.size).toBeGreaterThan(20);
});

it('details count and name the doctors and clinics that SQL does', async () => {
  for (const { id, count } of await parity.rowsOf<{ id: string; count: number }>(doctorCountsOracle())) {
    const { doctorCount, doctors } = directory.getClinic(id, {}, WHOLE).value.clinic;
    expect({ id, doctorCount, listed: doctors.length }).toEqual({ id, doctorCount: count, listed: count });
  }
  const rows = await parity.rowsOf<{ id: string; clinics: string[] }>(clinicsOfDoctorsOracle());
  expect(rows.filter(({ clinics }) => clinics.length > 1).length).toBeGreaterThan(50);
  for (const { id, clinics } of rows) {
    const { doctor } = directory.getDoctor(id).value;
    expect({ id, clinics: doctor.clinics.map((clinic) => clinic.id) }).toEqual({ id, clinics });
  }
  expect(rows).toHaveLength(parity.doctors.length);
  expect(parity.doctors.filter(isListed).length).toBeLessThan(rows.length);
});
