import { EVIDENCE_DAYS } from '@care-atlas/domain/rules';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import {
  aClinic,
  aRegistration,
  empty,
  LATER,
  NOW,
  registrations,
  sync,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import { openDatabase } from '../../connection/database.js';
import { SyncHistory } from '../sync-history.js';
import { runSync } from '../sync-run.js';
import type { SyncOptions } from '../sync-options.js';
import type { SyncWriter } from '../index.js';

const database = useTestDatabase();

beforeEach(() => empty(database.url));

const NO_PHONES = { moreThan: 3, count: 0, phones: [] };
const NOTHING_REPORTED = { fields: [], expiries: [], notes: [], positionsOff: 0, sharedPhones: NO_PHONES };

async function storedReport(runId: string | undefined) {
  const opened = await openDatabase(database.url, PATIENT);
  try {
    return await new SyncHistory(opened).report(runId!);
  } finally {
    await opened.close();
  }
}

test('counts changed fields and expiries by cause, and is stored with the run', async () => {
  const all = registrations(9);
  await sync(database.url, (writer) => writer.register(all, { complete: true }));
  const [first, second, third, fourth, fifth, ...others] = all;
  const changed = [
    { ...first!, gender: 'male' as const },
    { ...second!, gender: 'male' as const, name: 'Dr. New Name' },
    { ...third!, status: 'Suspended' },
    { ...fourth!, status: 'Suspended' },
    { ...fifth!, status: 'Deceased' },
    ...others.slice(1),
  ];
  const { runId, report } = await sync(
    database.url,
    (writer) => writer.register(changed, { complete: true }),
    LATER,
  );
  expect(report).toEqual({
    ...NOTHING_REPORTED,
    fields: [
      { record: 'doctor', field: 'gender', records: 2 },
      { record: 'doctor', field: 'name', records: 1 },
    ],
    expiries: [
      { cause: 'Suspended', doctors: 2 },
      { cause: 'Deceased', doctors: 1 },
      { cause: 'missing', doctors: 1 },
    ],
  });
  expect(await storedReport(runId)).toEqual(report);
});

test('counts the left-out and doubtful values by column, and positions far from their postal area', async () => {
  const reason = 'lat is 61, but must be at most 20 km from the center of the postal area.';
  const { report } = await sync(database.url, async (writer) => {
    await writer.clinics([aClinic()]);
    const note = (line: number, value: string, ...columns: string[]) => {
      const faults = columns.map((column) => ({
        column,
        value,
        reason,
        isDoubtful: line === 3,
        suggestions: [],
      }));
      return { line, column: columns.join(', '), value, reason, faults };
    };
    writer.note({ ...note(2, '61', 'lat', 'lng'), kind: 'position' });
    writer.note(note(3, '911', 'phone'));
    writer.note(note(4, 'x', 'phone', 'lat'));
    writer.note(note(5, 'x', 'Terms, Conditions'));
  });
  expect(report.notes).toEqual([
    { column: 'lat', rows: 2 },
    { column: 'phone', rows: 2, doubtful: 1 },
    { column: 'Terms, Conditions', rows: 1 },
    { column: 'lng', rows: 1 },
  ]);
  expect(report.positionsOff).toBe(1);
});

test('names telephones at more than three addresses, of the clinics that the run describes', async () => {
  const clinics = (count: number, facts: Parameters<typeof aClinic>[0] = {}) =>
    Array.from({ length: count }, (_, n) =>
      aClinic({ id: uuid(n + 1), address: `${n + 1} Main Street, Toronto`, ...facts }),
    );
  const reportOf = async (work: (writer: SyncWriter) => Promise<void>, now = NOW) =>
    (await sync(database.url, work, now)).report.sharedPhones;
  expect(await reportOf((writer) => writer.clinics(clinics(3)))).toEqual(NO_PHONES);
  expect(await reportOf((writer) => writer.clinics(clinics(4)))).toEqual({
    moreThan: 3,
    count: 1,
    phones: [{ phone: '+1-416-555-0101', addresses: 4 }],
  });
  expect(await reportOf((writer) => writer.register([aRegistration()]), LATER)).toEqual(NO_PHONES);
  expect(await reportOf((writer) => writer.clinics(clinics(4, { phone: '' })), LATER)).toEqual(NO_PHONES);
  const oneAddress = { address: '1 Main Street, Toronto' };
  expect(await reportOf((writer) => writer.clinics(clinics(4, oneAddress)), LATER)).toEqual(NO_PHONES);
});

test('a failed run has none, and a dry run shows what it would be', async () => {
  await sync(database.url, (writer) => writer.register(registrations(2)));
  const work = (writer: SyncWriter) => writer.register(registrations(2, { gender: 'male' }));
  const { report } = await sync(database.url, work, LATER, { dryRun: true });
  expect(report.fields).toEqual([{ record: 'doctor', field: 'gender', records: 2 }]);
  expect(await storedReport(uuid(1))).toBeUndefined();
});

describe('answers without a date', () => {
  const DAY_MS = 86_400_000;
  const day = (n: number) => new Date(NOW.getTime() + n * DAY_MS);
  const listed = (on: number, accepting: readonly (boolean | null)[], options: SyncOptions = {}) => {
    const rows = accepting.map((answer, n) => aClinic({ id: uuid(n + 1), accepting: answer }));
    return sync(database.url, (writer) => writer.clinics(rows, { complete: true }), day(on), options);
  };

  test('are counted with the day on which the first lapses, and those that have lapsed', async () => {
    expect((await listed(0, [null, null, null])).report.lapses).toBeUndefined();
    const first = await listed(10, [true, false, null]);
    const one = { field: 'accepting', answers: 2, first: day(190).toISOString(), lapsed: 0 };
    expect(first.report.lapses).toEqual([one]);
    expect(await storedReport(first.runId)).toEqual(first.report);
    const { report } = await listed(20, [true, false, true]);
    expect(report.lapses).toEqual([{ ...one, answers: 3 }]);
    const later = await listed(191, [true, false, true]);
    expect(later.report.lapses).toEqual([{ ...one, answers: 1, first: day(200).toISOString(), lapsed: 2 }]);
    const last = await listed(300, [true, false, true]);
    expect(last.report.lapses).toEqual([{ ...one, answers: 0, first: null, lapsed: 3 }]);
  });

  test('lapse after the days that are configured', async () => {
    const evidenceDays = { ...EVIDENCE_DAYS, clinic_attested: 7 };
    const { report } = await listed(0, [true], { evidenceDays });
    expect(report.lapses).toMatchObject([{ first: day(7).toISOString() }]);
  });

  test('of services are counted too, and dated ones are not', async () => {
    await sync(database.url, (writer) => {
      const acceptingObserved = { observedAt: day(-3), method: 'phone' };
      return writer.clinics([aClinic({ accepting: true, acceptingObserved })]);
    });
    const service = { clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 12, accepting: true };
    const { report } = await sync(database.url, (writer) => writer.services([service]), day(4));
    expect(report.lapses).toEqual([
      { field: 'serviceAccepting', answers: 1, first: day(184).toISOString(), lapsed: 0 },
    ]);
  });

  test('of a live source do not lapse', async () => {
    const source = { source: 'clinics', facts: { confirms: true } };
    const work = (writer: SyncWriter) => writer.clinics([aClinic({ accepting: true })], { complete: true });
    const { report } = await runSync(database.url, source, NOW, work);
    expect(report.lapses).toBeUndefined();
  });
});
