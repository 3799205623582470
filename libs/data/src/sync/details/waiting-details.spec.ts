import fc from 'fast-check';
import {
  aClinic,
  aLocation,
  aRegistration,
  aReview,
  changesOf,
  contentOf,
  empty,
  feedOneOfEach,
  LATER,
  NOTHING,
  NOW,
  rowsOf,
  sync,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import type { SyncWriter } from '../index.js';
import { runSync } from '../sync-run.js';

const RUNS = Number(process.env['RUNS'] ?? 3);
const DAY_MS = 86_400_000;

const database = useTestDatabase();

beforeEach(() => empty(database.url));

const waiting = () =>
  rowsOf(
    database.url,
    `select kind as record, source, extracted_at as received_at from source_record
    where subject is not null and not exists (select from clinic where id::text = subject)
      and not exists (select from doctor where registration_number = subject)
    order by kind, key`,
  );
const review = aReview({ subject: { doctor: '900001' } });
const service = { clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 4, accepting: true };
const observation = {
  subject: { clinicId: uuid(1) },
  accepting: true,
  method: 'phone',
  observedAt: new Date('2026-11-01T00:00:00Z'),
};
const register = (writer: SyncWriter) => writer.register([aRegistration()]);

describe('a record of an unknown doctor or clinic', () => {
  test.each([
    ['review', (writer: SyncWriter) => writer.reviews([review, { ...review, id: uuid(2) }])],
    ['service', (writer: SyncWriter) => writer.services([service, { ...service, specialty: 'Neurology' }])],
    [
      'observation',
      (writer: SyncWriter) => writer.availability([observation, { ...observation, method: 'fax' }]),
    ],
  ])('waits instead of being rejected: %s', async (record, work) => {
    const { counts, runId } = await sync(database.url, work, NOW, { maxRejected: 0 });
    expect(counts).toEqual({ ...NOTHING, read: 2, waiting: 2 });
    expect(await changesOf(database.url, runId)).toEqual([]);
    const one = { record, source: 'test', received_at: NOW };
    expect(await waiting()).toMatchObject([one, one]);
  });

  test('waits once, as it was given last', async () => {
    await sync(database.url, (writer) => writer.reviews([review]));
    const { counts } = await sync(
      database.url,
      (writer) => writer.reviews([{ ...review, rating: 1 }]),
      LATER,
    );
    expect(counts).toEqual({ ...NOTHING, read: 1, waiting: 1 });
    expect(await waiting()).toMatchObject([{ received_at: LATER }]);
    await sync(database.url, register, LATER);
    expect(await rowsOf(database.url, 'select rating from review')).toEqual([{ rating: 1 }]);
  });

  test('is written by the run that brings its subject, which counts and logs it', async () => {
    await sync(database.url, (writer) => writer.reviews([review]));
    const { counts, runId } = await sync(database.url, register, LATER);
    expect(counts).toEqual({ ...NOTHING, read: 1, created: 1, opened: 1, matched: 1 });
    expect(await changesOf(database.url, runId)).toContainEqual(['review', review.id, 'created']);
    expect(await waiting()).toEqual([]);
    expect((await sync(database.url, register, LATER)).counts.matched).toBe(0);
  });

  test('still waits after a run that fails, or that is rehearsed', async () => {
    await sync(database.url, (writer) => writer.reviews([review]));
    const { counts } = await sync(database.url, register, LATER, { dryRun: true });
    expect(counts.matched).toBe(1);
    const failing = sync(database.url, async (writer) => {
      await register(writer);
      throw new Error('The file ends too early.');
    });
    await expect(failing).rejects.toThrow('too early');
    expect(await waiting()).toHaveLength(1);
  });

  test('stops waiting when its source gives it another, known subject', async () => {
    await sync(database.url, register);
    await sync(database.url, (writer) => writer.reviews([{ ...review, subject: { doctor: '900009' } }]));
    await sync(database.url, (writer) => writer.reviews([review]));
    expect(await waiting()).toEqual([]);
    await sync(database.url, (writer) => writer.register([aRegistration({ registrationNumber: '900009' })]));
    expect(await rowsOf(database.url, 'select registration_number from review')).toEqual([
      { registration_number: '900001' },
    ]);
  });

  test('keeps the fields that a later file does not give', async () => {
    await sync(database.url, (writer) => writer.reviews([review]));
    const { dimensions: _, ...bare } = review;
    await sync(database.url, (writer) => writer.reviews([{ ...bare, rating: 2, dimensions: {} }]), NOW, {
      absent: () => ['wait_time'],
    });
    await sync(database.url, register);
    expect(await rowsOf(database.url, 'select rating, wait_time, facility from review')).toEqual([
      { rating: 2, wait_time: 5, facility: null },
    ]);
  });
});

test('a directory without records of details gets them with the next run, and waiting ones of an earlier release', async () => {
  await sync(database.url, feedOneOfEach);
  await sync(database.url, (writer) => writer.availability([observation]));
  const records = () =>
    rowsOf(
      database.url,
      `select kind, key, subject, fields - 'specialty' as fields from source_record where subject is not null order by kind, key`,
    );
  const directory = () =>
    rowsOf(
      database.url,
      `select to_jsonb(review) as row from review union all select to_jsonb(service) from specialty_service service
      union all select to_jsonb(evidence) from evidence union all select to_jsonb(observation) from availability_observation observation`,
    );
  const [before, rows] = [await records(), await directory()];
  await rowsOf(database.url, 'delete from source_record where subject is not null');
  await rowsOf(
    database.url,
    `insert into unmatched_record (record, key, registration_number, clinic_id, content, source, run_id, received_at) values
      ('service', '[]', null, '${uuid(9)}', '{"clinic_id": "${uuid(9)}", "specialty": "neurology", "wait_weeks": 4, "accepting": null,
        "source": "specialists", "observed_at": "${NOW.toISOString()}", "wait_since": null, "accepting_since": null}',
        'specialists', '${uuid(7)}', '${NOW.toISOString()}'),
      ('observation', '[]', '900009', null, '{"clinic_id": null, "registration_number": "900009", "accepting": true, "method": "phone",
        "observed_at": "2026-11-01T00:00:00Z", "source": "availability", "code": null, "since": null}',
        'availability', '${uuid(7)}', '${NOW.toISOString()}')`,
  );
  const { runId } = await sync(database.url, (writer) => writer.services([]), LATER);
  expect(await changesOf(database.url, runId)).toEqual([]);
  const after = await records();
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after).toHaveLength(before.length + 2);
  expect(await rowsOf(database.url, 'select from unmatched_record')).toEqual([]);
  expect(await directory()).toEqual(rows);
  const { counts } = await sync(
    database.url,
    (writer) => writer.clinics([aClinic({ id: uuid(9), address: '7 Elm St, Toronto' })]),
    LATER,
  );
  expect(counts.matched).toBe(1);
  expect(
    await rowsOf(database.url, `select wait_weeks from specialty_service where clinic_id = '${uuid(9)}'`),
  ).toEqual([{ wait_weeks: 4 }]);
});

const NUMBERS = ['900001', '900002', '900003'];
const CLINICS = [1, 2];

/** Files of records, each with another set of them, in one order. */
const recordFile = fc.record({
  reviews: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      subject: fc.oneof(
        fc.constantFrom(...NUMBERS).map((doctor) => ({ doctor })),
        fc.constantFrom(...CLINICS).map((clinic) => ({ clinic: uuid(clinic) })),
      ),
      rating: fc.integer({ min: 1, max: 5 }),
      staff: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
  lacksStaff: fc.boolean(),
  services: fc.uniqueArray(
    fc.record({
      clinicId: fc.constantFrom(...CLINICS).map(uuid),
      specialty: fc.constantFrom('Cardiology', 'Neurology'),
      waitWeeks: fc.nat(9),
      accepting: fc.constantFrom(true, false, null),
    }),
    { selector: ({ clinicId, specialty }) => clinicId + specialty, maxLength: 3 },
  ),
  observations: fc.uniqueArray(
    fc.record({
      subject: fc.oneof(
        fc.constantFrom(...NUMBERS).map((registrationNumber) => ({ registrationNumber })),
        fc.constantFrom(...CLINICS).map((clinic) => ({ clinicId: uuid(clinic) })),
      ),
      accepting: fc.boolean(),
      method: fc.constantFrom('phone', 'web'),
      observedAt: fc.nat(3).map((days) => new Date(NOW.getTime() - days * DAY_MS)),
    }),
    { selector: (each) => JSON.stringify({ ...each, accepting: true }), maxLength: 3 },
  ),
});
type RecordFile = typeof recordFile extends fc.Arbitrary<infer T> ? T : never;

const imported = (
  source: string,
  work: (writer: SyncWriter) => Promise<void>,
  absent = () => [] as string[],
) => runSync(database.url, { source }, NOW, work, { absent });

/** Imports a file of records, as one run for each kind. */
async function importRecords({ reviews, lacksStaff, services, observations }: RecordFile): Promise<number> {
  const rows = reviews.map(({ id, subject, rating, staff }) =>
    aReview({ id: uuid(id), subject, rating, dimensions: staff && !lacksStaff ? { staff } : {} }),
  );
  const absent = () => (lacksStaff ? ['staff', 'accepting'] : []);
  const counts = [
    await imported('reviews', (writer) => writer.reviews(rows), absent),
    await imported('specialists', (writer) => writer.services(services), absent),
    await imported('availability', (writer) => writer.availability(observations)),
  ];
  return counts.reduce((sum, result) => sum + result.counts.rejected, 0);
}

/** The runs that bring the doctors and the clinics. */
const DIRECTORY = [
  (writer: SyncWriter) => writer.clinics([aClinic({ id: uuid(1) })]),
  (writer: SyncWriter) => writer.clinics([aClinic({ id: uuid(2), address: '5 Other Street, Toronto' })]),
  (writer: SyncWriter) =>
    writer.register([
      aRegistration({ registrationNumber: '900001' }),
      aRegistration({
        registrationNumber: '900002',
        locations: [aLocation({ address: '5 Other Street, Toronto', postalCode: '' })],
      }),
    ]),
  (writer: SyncWriter) => writer.register([aRegistration({ registrationNumber: '900003' })]),
];

/** What is stored, apart from the history and the ids that the database gives. */
async function stored(): Promise<unknown> {
  const tables = JSON.parse(await contentOf(database.url)) as (Record<string, unknown>[] | null)[];
  const ofHistory = ['run_id', 'tag', 'seq', 'pruned'];
  const known = tables.flatMap((rows) => rows ?? []).filter((row) => !ofHistory.some((name) => name in row));
  const services = await rowsOf(
    database.url,
    `select clinic_id, name, wait_weeks, accepting from specialty_service join specialty on id = specialty_id`,
  );
  const rows = known
    .filter((row) => !('folded_name' in row || 'specialty_id' in row || 'language_id' in row))
    // The keys of evidence about services have ids of specialties.
    .filter((row) => row['record'] !== 'service')
    .map((row) =>
      JSON.stringify(row, (key, value: unknown) => (key === 'id' && typeof value === 'number' ? 0 : value)),
    );
  return [...rows, ...services.map((row) => JSON.stringify(row))].toSorted();
}

test('records before their doctors and clinics give the same directory as records after them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(recordFile, { minLength: 1, maxLength: 3 }),
      fc
        .array(fc.nat(3), { minLength: DIRECTORY.length, maxLength: DIRECTORY.length })
        .map((places) => places.toSorted((a, b) => a - b)),
      async (files, places) => {
        await empty(database.url);
        for (const work of DIRECTORY) await sync(database.url, work);
        for (const file of files) expect(await importRecords(file)).toBe(0);
        const expected = await stored();

        await empty(database.url);
        let rejected = 0;
        for (let place = 0; place <= 3; place++) {
          for (const [index, work] of DIRECTORY.entries())
            if (places[index] === place) await sync(database.url, work);
          const file = files[place];
          if (file) rejected += await importRecords(file);
        }
        expect(rejected).toBe(0);
        expect(await waiting()).toEqual([]);
        expect(await stored()).toEqual(expected);
      },
    ),
    { numRuns: RUNS },
  );
});
