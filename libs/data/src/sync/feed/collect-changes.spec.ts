import { AsOf } from '@care-atlas/domain/rules';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { aClinic, aDoctor, empty, LATER, NOW, sync, useTestDatabase, uuid } from '../../../test/test-directory.js';
import { type Database, openDatabase } from '../../connection/database.js';
import { ChangeFeedRepository } from '../../directory/feed/change-feed.repository.js';

let database: Database;
let feed: ChangeFeedRepository;

afterAll(() => database?.close());
const created = useTestDatabase();
beforeAll(async () => {
  database = await openDatabase(created.url, PATIENT);
  feed = new ChangeFeedRepository(database);
});
beforeEach(() => empty(created.url));

/** Returns what the feed has after a cursor, in short. */
async function changesAfter(after: string): Promise<unknown[]> {
  const { changes } = await feed.changes({ asOf: new AsOf(NOW), after, limit: 100 });
  return changes.map(({ type, id, op, fields }) => [type, id, op, ...fields]);
}

it('has both clinics when a doctor moves between two of the same name', async () => {
  const elsewhere = { address: '2 Elm Street, Toronto, ON M4C 1B5', postalCode: 'M4C 1B5' };
  await sync(created.url, async (writer) => {
    await writer.clinics([aClinic(), aClinic({ id: uuid(2), ...elsewhere })]);
    await writer.doctors([aDoctor(), aDoctor({ registrationNumber: '900002' })]);
  });
  const start = await feed.now();
  await sync(created.url, (writer) => writer.doctors([aDoctor({ clinicIds: [uuid(2)] })]), LATER);
  expect(await changesAfter(start)).toEqual([
    ['clinic', uuid(1), 'updated', 'doctorCount'],
    ['clinic', uuid(2), 'updated', 'languages', 'specialties', 'doctorCount'],
    ['doctor', '900001', 'updated', 'clinic', 'clinicIds'],
  ]);
});

it('has a clinic whose corrected position is near a new station', async () => {
  await sync(created.url, async (writer) => {
    await writer.clinics([aClinic({ lat: 43.7, lng: -79.5 })]);
    await writer.doctors([aDoctor()]);
    await writer.stations([{ name: 'King', lines: '1', lat: 43.649, lng: -79.3778 }]);
  });
  const position = { lat: 43.9, lng: -79.2, positionSource: 'source' };
  const correction = { kind: 'correct', record: 'clinic', key: uuid(1), fields: position } as const;
  const given = { position: '43.9 -79.2' };
  await sync(created.url, (writer) =>
    writer.correct({ ...correction, given, why: '', by: 'a', until: null }),
  );
  const start = await feed.now();
  await sync(created.url, (writer) => writer.stations([{ name: 'King', lines: '1', lat: 43.9, lng: -79.2 }]));
  expect(await changesAfter(start)).toEqual([['clinic', uuid(1), 'updated', 'accessibility']]);
});
