import { AsOf } from '@care-atlas/domain/rules';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { Directory } from '@care-atlas/domain/directory';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import type { SpecialDays } from '@care-atlas/domain/records';
import {
  aClinic,
  changesOf,
  empty,
  LATER,
  NOTHING,
  NOW,
  rowsOf,
  sync,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import { loadDataset } from '../../directory/loading/dataset-loader.js';
import { exportedRecords } from '../../directory/feed/exported-record.js';
import type { ClinicInput } from '../index.js';
import { runSync } from '../sync-run.js';

const database = useTestDatabase();
beforeEach(() => empty(database.url));

const CLOSED: SpecialDays = { on: 'public-holidays', hours: [] };
const VACATION: SpecialDays = {
  on: 'dates',
  from: '2026-12-20',
  to: '2027-01-03',
  weekdays: [1],
  hours: null,
};
const clinic = (facts: Partial<ClinicInput> = {}) => aClinic({ id: uuid(1), ...facts });
const of = (source: string, facts: Partial<ClinicInput>, now = NOW) =>
  runSync(database.url, { source }, now, (writer) => writer.clinics([clinic(facts)]));
const CORRECTION = {
  kind: 'correct',
  record: 'clinic',
  key: uuid(1),
  given: {},
  why: 'They said so.',
  until: null,
  by: 'op',
} as const;

async function hours() {
  const model = (await loadDataset(database.url, (about) => new ReadModelBuilder(about))).build();
  const { clinic: shown } = new Directory(
    () => model,
    () => LATER,
  ).getClinic(uuid(1), { include: ['hours'] }, FULL_SIZES).value;
  return {
    week: shown.openingHours?.map(({ day, opens }) => `${day} ${opens}`),
    special: shown.specialHours,
  };
}

const exported = async () => {
  const records = await exportedRecords(
    async (sql, values) => {
      const list = `'{${String(values[0])}}'`;
      return rowsOf(database.url, sql.replaceAll('$1', list));
    },
    'clinic',
    [uuid(1)],
    new AsOf(LATER),
  );
  return records.get(uuid(1))!;
};

test('are stored, shown and exported; without them answers are as before', async () => {
  await sync(database.url, (writer) => writer.clinics([clinic({ specialDays: [CLOSED, VACATION] })]));
  const shown = [
    { days: 'public-holidays', open: 'no' },
    { days: 'dates', from: '2026-12-20', to: '2027-01-03', weekdays: ['mon'], open: 'unknown' },
  ];
  expect((await hours()).special).toEqual(shown);
  expect((await exported()).specialHours).toEqual(shown);
  await sync(database.url, (writer) => writer.clinics([clinic()]), LATER);
  expect((await hours()).special).toBeUndefined();
  expect(await exported()).not.toHaveProperty('specialHours');
});

test('are a change of their own, and none if they are said again', async () => {
  await sync(database.url, (writer) => writer.clinics([clinic({ specialDays: [VACATION] })]));
  const again = await sync(database.url, (writer) => writer.clinics([clinic({ specialDays: [VACATION] })]));
  expect(again.counts).toEqual({ ...NOTHING, read: 1, unchanged: 1 });
  const { runId } = await sync(
    database.url,
    (writer) => writer.clinics([clinic({ specialDays: [CLOSED] })]),
    LATER,
  );
  expect(await changesOf(database.url, runId)).toEqual([
    ['clinic', uuid(1), 'updated', { specialDays: [[VACATION], [CLOSED]] }],
  ]);
});

test('belong to the week of their source: another source replaces both', async () => {
  await of('first', { specialDays: [CLOSED] });
  await of('second', { openingHours: [{ weekday: 2, opens: 600, closes: 720 }] }, LATER);
  expect(await hours()).toEqual({ week: ['tue 10:00'], special: undefined });
});

test('alone are hours: the week stays unknown', async () => {
  await of('first', { openingHours: [], specialDays: [CLOSED] });
  expect(await hours()).toEqual({ week: undefined, special: [{ days: 'public-holidays', open: 'no' }] });
});

describe('a correction of the hours', () => {
  beforeEach(() => of('first', { specialDays: [CLOSED] }));
  const correct = (fields: object) =>
    sync(
      database.url,
      (writer) => writer.correct({ ...CORRECTION, fields: { hoursNote: '', ...fields } }),
      LATER,
    );
  const openingHours = [{ weekday: 3, opens: 600, closes: 720 }];

  test('replaces the special days too, until it is withdrawn', async () => {
    await correct({ openingHours });
    expect(await hours()).toEqual({ week: ['wed 10:00'], special: undefined });
    const [correction] = await rowsOf<{ id: number }>(database.url, 'select id from correction');
    await sync(database.url, (writer) => writer.withdraw(correction!.id, 'op', 'Wrong.'), LATER);
    expect((await hours()).special).toEqual([{ days: 'public-holidays', open: 'no' }]);
  });

  test('may give its own', async () => {
    await correct({ openingHours, specialDays: [VACATION] });
    expect((await hours()).special).toMatchObject([{ days: 'dates', open: 'unknown' }]);
  });

  test('of another field leaves them', async () => {
    await sync(
      database.url,
      (writer) => writer.correct({ ...CORRECTION, fields: { phone: '+1-416-555-0199' } }),
      LATER,
    );
    expect((await hours()).special).toEqual([{ days: 'public-holidays', open: 'no' }]);
  });
});
