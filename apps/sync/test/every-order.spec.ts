import { join } from 'node:path';
import {
  createTestDatabase,
  emptyTestDatabase,
  type TestDatabase,
} from '@care-atlas/local-postgres/test-database';
import type { Directory } from '@care-atlas/domain/directory';
import fc from 'fast-check';
import { SOURCES } from '../src/sources/source-table.js';
import { directoryIn, EXAMPLES, importFile, ODHF_FILE, STATIONS_FILE } from './test-import.js';

const FILES = {
  stations: STATIONS_FILE,
  odhf: ODHF_FILE,
  clinics: join(EXAMPLES, 'clinics.csv'),
  register: join(EXAMPLES, 'register.csv'),
  specialists: join(EXAMPLES, 'specialists.csv'),
  availability: join(EXAMPLES, 'availability.csv'),
  reviews: join(EXAMPLES, 'reviews.csv'),
};
type Name = keyof typeof FILES;
const NAMES = Object.keys(FILES) as readonly Name[];
const ORDERS = Number(process.env['RUNS'] ?? 3);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** Imports every source twice in an order, and returns the whole directory. */
async function directoryAfter(order: readonly Name[]): Promise<object> {
  await emptyTestDatabase(database.url);
  for (const name of [...order, ...order]) {
    const source = SOURCES.find((candidate) => candidate.name === name)!;
    await importFile(source, FILES[name], database.url, { maxChanged: 1 });
  }
  return everything(await directoryIn(database.url));
}

/** Everything that a directory answers. The id of a clinic that the register made is not the same in every order. */
function everything(directory: Directory): object {
  const doctors = pages((offset) => directory.listDoctors({ limit: 100, offset }).value.doctors);
  const clinics = pages((offset) => directory.listClinics({ limit: 100, offset }).value.clinics);
  return {
    doctors: doctors.map(({ cpsoNumber }) => directory.getDoctor(cpsoNumber).value),
    clinics: clinics.map(({ id }) => [
      directory.getClinic(id).value,
      directory.listClinicReviews(id, { limit: 100 }).value,
    ]),
    specialists: directory
      .listSpecialties()
      .value.specialties.map(({ value }) => directory.listSpecialists({ specialty: value }).value),
    summary: directory.getSummary().value,
    languages: directory.listLanguages().value,
  };
}

function pages<Item>(read: (offset: number) => readonly Item[]): readonly Item[] {
  const items: Item[] = [];
  for (let page = read(0); page.length > 0; page = read(items.length)) items.push(...page);
  return items;
}

it('all sources twice, in any order, make the same directory', async () => {
  const expected = await directoryAfter(NAMES);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...NAMES], { minLength: NAMES.length }), async (order) => {
      expect(await directoryAfter(order)).toEqual(expected);
    }),
    { numRuns: ORDERS, examples: [[NAMES.toReversed()]] },
  );
});
