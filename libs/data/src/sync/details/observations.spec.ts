import {
  aClinic,
  aDoctor,
  changesOf,
  empty,
  LATER,
  NOTHING,
  NOW,
  rowsOf,
  sync,
  uuid,
  useTestDatabase,
} from '../../../test/test-directory.js';
import type { AvailabilityInput } from '../index.js';

const database = useTestDatabase();

beforeEach(async () => {
  await empty(database.url);
  await sync(database.url, async (writer) => {
    await writer.clinics([aClinic({ accepting: null }), aClinic({ id: uuid(2), accepting: null })]);
    await writer.doctors([
      aDoctor({ registrationNumber: '900001' }),
      aDoctor({ registrationNumber: '900002' }),
      aDoctor({ registrationNumber: '900003', clinicIds: [uuid(2), uuid(1)] }),
      aDoctor({ registrationNumber: '900004', expiredAt: NOW }),
    ]);
  });
});

const day = (n: number) => new Date(Date.UTC(2026, 9, n));
const clinic = (accepting: boolean, on: number): AvailabilityInput => ({
  subject: { clinicId: uuid(1) },
  accepting,
  method: 'phone',
  observedAt: day(on),
});
const doctor = (n: number, accepting: boolean, on: number): AvailabilityInput => ({
  subject: { registrationNumber: `90000${n}` },
  accepting,
  method: 'website',
  observedAt: day(on),
});
const observe = (...rows: AvailabilityInput[]) =>
  sync(database.url, (writer) => writer.availability(rows.map((row, n) => ({ ...row, line: n + 2 }))), NOW, {
    maxRejected: 1,
  });

async function acceptance(): Promise<unknown> {
  const [row] = await rowsOf<Record<string, unknown>>(
    database.url,
    `select accepting, accepting_observed_at, accepting_method from clinic where id = '${uuid(1)}'`,
  );
  return [
    row!['accepting'],
    (row!['accepting_observed_at'] as Date | null)?.getUTCDate(),
    row!['accepting_method'],
  ];
}

describe('whether a clinic accepts new patients', () => {
  test.each([
    ['is not known without an observation', [], [null, undefined, '']],
    ['is what the newest about itself says', [clinic(true, 3), clinic(false, 5)], [false, 5, 'phone']],
    [
      'does not depend on the order of observations',
      [clinic(false, 5), clinic(true, 3)],
      [false, 5, 'phone'],
    ],
    [
      'is yes by a newer yes of one of its doctors',
      [clinic(false, 3), doctor(1, true, 5)],
      [true, 5, 'website'],
    ],
    [
      'is not changed by an older yes of a doctor',
      [clinic(false, 5), doctor(1, true, 3)],
      [false, 5, 'phone'],
    ],
    ['is not changed by a newer no of a doctor', [clinic(true, 3), doctor(1, false, 5)], [true, 3, 'phone']],
    [
      'follows the newest of each doctor',
      [clinic(false, 3), doctor(1, true, 5), doctor(1, false, 6)],
      [false, 3, 'phone'],
    ],
    ['is yes when any doctor says so', [doctor(1, false, 5), doctor(2, true, 3)], [true, 3, 'website']],
    [
      'is no when all known doctors say so',
      [doctor(1, false, 5), doctor(2, false, 3)],
      [false, 5, 'website'],
    ],
    ['does not follow a doctor with another primary clinic', [doctor(3, true, 5)], [null, undefined, '']],
    ['does not follow an expired doctor', [doctor(4, true, 5)], [null, undefined, '']],
  ] satisfies [string, AvailabilityInput[], unknown][])('%s', async (_, rows, expected) => {
    await observe(...rows);
    expect(await acceptance()).toEqual(expected);
  });

  test('follows a doctor who expires', async () => {
    await observe(doctor(1, true, 5), doctor(2, false, 4));
    await sync(database.url, (writer) => writer.doctors([aDoctor({ expiredAt: NOW })]));
    expect(await acceptance()).toEqual([false, 4, 'website']);
  });
});

describe('an observation', () => {
  test('made twice is one', async () => {
    await observe(clinic(true, 3), doctor(1, false, 3));
    const { counts, differences } = await observe(clinic(true, 3), doctor(1, false, 3), clinic(true, 3));
    expect(counts).toEqual({ ...NOTHING, read: 3, unchanged: 3 });
    expect(differences).toEqual([]);
    expect(await rowsOf(database.url, 'select from availability_observation')).toHaveLength(2);
  });

  test('that is corrected is updated', async () => {
    await observe(clinic(true, 3));
    const { counts, runId } = await observe(clinic(false, 3));
    expect(counts).toEqual({ ...NOTHING, read: 1, updated: 1 });
    expect(await changesOf(database.url, runId)).toEqual([
      ['observation', `${uuid(1)} phone 2026-10-03T00:00:00Z`, 'updated', { accepting: [true, false] }],
      ['clinic', uuid(1), 'updated', { accepting: [true, false] }],
    ]);
  });

  test.each([
    ['of a time to come', { ...clinic(true, 3), observedAt: LATER }, 'observed_at', '2026-11-21 04:10:00+00'],
    ['that contradicts one before', clinic(false, 3), '', expect.stringContaining(uuid(1))],
  ])('%s is rejected with its line', async (_, row, column, value) => {
    const { counts, runId } = await observe(clinic(true, 3), row);
    expect(counts).toMatchObject({ read: 2, created: 1, rejected: 1 });
    expect(
      await rowsOf(database.url, 'select line, column_name, value from sync_reject where run_id = $1', [
        runId,
      ]),
    ).toEqual([{ line: 3, column_name: column, value }]);
  });
});

const feed = (now: Date, facts: Parameters<typeof aClinic>[0]) =>
  sync(database.url, (writer) => writer.clinics([aClinic(facts)]), now);

const observations = () =>
  rowsOf(
    database.url,
    'select accepting, method, observed_at from availability_observation order by observed_at',
  );

describe('what a source of clinics says of acceptance', () => {
  test('is an observation of the run', async () => {
    const { counts } = await feed(NOW, { accepting: true });
    expect(counts).toEqual({ ...NOTHING, read: 1, updated: 1 });
    expect(await observations()).toEqual([{ accepting: true, method: '', observed_at: NOW }]);
  });

  test('is an observation of the time that the source gives', async () => {
    await feed(NOW, { accepting: true, acceptingObserved: { observedAt: day(3), method: 'fax' } });
    expect(await observations()).toEqual([{ accepting: true, method: 'fax', observed_at: day(3) }]);
  });

  test('is one observation, as long as it stays the same', async () => {
    await feed(NOW, { accepting: true });
    const { counts, differences } = await feed(LATER, { accepting: true });
    expect(counts).toEqual({ ...NOTHING, read: 1, unchanged: 1 });
    expect(differences).toEqual([]);
    expect(await observations()).toEqual([{ accepting: true, method: '', observed_at: NOW }]);
    await feed(new Date('2026-11-22T04:10:00Z'), { accepting: false });
    expect(await observations()).toHaveLength(2);
  });

  test('is nothing when the source does not know', async () => {
    await observe(clinic(true, 3));
    const { counts } = await feed(NOW, { accepting: null });
    expect(counts.unchanged).toBe(1);
    expect(await acceptance()).toEqual([true, 3, 'phone']);
  });
});
