import {
  aClinic,
  aLocation,
  aRegistration,
  changesOf,
  empty,
  NOW,
  rowsOf,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import type { ClinicInput } from '../index.js';
import { runSync } from '../sync-run.js';
import type { SyncWriter } from '../sync-writer.js';

const DAY_MS = 86_400_000;
const day = (n: number) => new Date(NOW.getTime() + n * DAY_MS);
const database = useTestDatabase();
beforeEach(() => empty(database.url));

let runs = 0;

type Write = (writer: SyncWriter) => Promise<void>;
const run = (source: string, at: Date, write: Write) =>
  runSync(database.url, { source, extractedAt: at }, day(9 + ++runs), write, { maxRejected: 1 });
const clinic = (n: number, facts: Partial<ClinicInput> = {}) =>
  aClinic({
    id: uuid(n),
    name: `Clinic ${n}`,
    address: `${n} Main Street, Toronto`,
    postalCode: '',
    ...facts,
  });
/** A row whose address could not be read. */
const withoutAddress = (n: number) =>
  Object.assign(clinic(n, { address: '' }), { line: 2, kept: ['address'] }) as ClinicInput;
const open = async () =>
  (
    await rowsOf<{ name: string }>(
      database.url,
      'select name from clinic where closed_at is null order by name',
    )
  ).map(({ name }) => name);

test('an address that cannot be read does not empty that of another source, and rejects the row', async () => {
  await run('odhf', NOW, (writer) => writer.clinics([clinic(1, { origin: 'open-data' })]));
  const { counts } = await run('clinics', day(1), (writer) => writer.clinics([withoutAddress(1)]));
  expect(counts).toMatchObject({ rejected: 1, created: 0, updated: 0 });
  expect(await rowsOf(database.url, 'select address from clinic')).toEqual([
    { address: '1 Main Street, Toronto' },
  ]);
});

test('a record that a complete file names without what it needs is not missing there', async () => {
  const complete = (at: Date, ...rows: ClinicInput[]) =>
    run('clinics', at, (writer) => writer.clinics(rows, { complete: true }));
  await complete(day(3), clinic(1), withoutAddress(2));
  // The rows are mended: a partial file of the same extract.
  await run('clinics', day(3), (writer) => writer.clinics([clinic(3)]));
  const { counts } = await complete(day(2), clinic(1), clinic(2), clinic(3), clinic(4));
  expect(await open()).toEqual(['Clinic 1', 'Clinic 2', 'Clinic 3']);
  expect(counts.unchanged).toBeGreaterThanOrEqual(0);
});

test('a telephone of many addresses joins nothing, whichever of its clinics a run is about', async () => {
  const phone = '+1-416-555-0300';
  const names = ['Harbour Medical North', 'Harbour Medical West', 'Harbour Medical East'];
  const many = Array.from({ length: 14 }, (_, n) =>
    clinic(n + 1, { name: names[n] ?? `Harbour Medical ${n}`, phone, lat: 43.65, lng: -79.38 }),
  );
  const alone = clinic(20, {
    name: 'Harbour Medical North',
    address: '900 Jetty Street, Toronto',
    phone,
    lat: 43.65,
    lng: -79.38,
  });
  await run('clinics:a', NOW, (writer) => writer.clinics(many));
  await run('clinics:b', NOW, (writer) => writer.clinics([alone]));
  const at = (address: string) => aLocation({ address, postalCode: '' });
  await run('register', day(1), (writer) =>
    writer.register([
      aRegistration({ registrationNumber: '900001', locations: [at('1 Main Street, Toronto')] }),
      aRegistration({ registrationNumber: '900002', locations: [at('900 Jetty Street, Toronto')] }),
    ]),
  );
  expect((await open()).filter((name) => name === 'Harbour Medical North')).toHaveLength(2);
});

test('a hide that has no effect leaves no trace in later runs', async () => {
  await run('clinics', NOW, (writer) => writer.clinics([clinic(1), clinic(2)]));
  await run('corrections', day(1), (writer) =>
    writer.correct({
      kind: 'hide',
      record: 'clinic',
      key: uuid(1),
      fields: {},
      given: {},
      why: 'So.',
      by: 'tester',
      until: null,
    }),
  );
  const place = aLocation({ address: '1 Main Street, Toronto', postalCode: '' });
  await run('register', day(2), (writer) =>
    writer.register([aRegistration({ registrationNumber: '900001', locations: [place] })]),
  );
  expect(await open()).toEqual(['Clinic 1', 'Clinic 2']);
  const { counts, runId } = await run('clinics:other', day(3), (writer) => writer.clinics([clinic(5)]));
  expect(counts).toMatchObject({ created: 1, closed: 0, reopened: 0 });
  expect(await changesOf(database.url, runId ?? undefined)).toHaveLength(1);
});
