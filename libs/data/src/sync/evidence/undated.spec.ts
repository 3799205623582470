import { Directory } from '@care-atlas/domain/directory';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import {
  aClinic,
  aDoctor,
  aRegistration,
  changesOf,
  empty,
  NOW,
  rowsOf,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import { loadDataset } from '../../directory/loading/dataset-loader.js';
import { runSync, type SyncOptions } from '../sync-run.js';
import type { ClinicInput, SyncSource, SyncWriter } from '../index.js';

const database = useTestDatabase();
beforeEach(() => empty(database.url));

const DAY_MS = 86_400_000;
const day = (n: number) => new Date(NOW.getTime() + n * DAY_MS);

interface Extract extends Partial<SyncSource>, SyncOptions {
  readonly complete?: boolean;
}

function run(
  on: number,
  work: (writer: SyncWriter) => Promise<void>,
  { source = 'clinics', extractedAt, facts, fileHash, ...options }: Extract = {},
) {
  const input = { source, extractedAt, facts, ...(fileHash !== undefined && { fileHash }) };
  return runSync(database.url, input, day(on), work, options);
}

/** Imports the clinic from a file of a source, on a day. */
function listed(on: number, facts: Partial<ClinicInput> & { kept?: string[] }, extract: Extract = {}) {
  const { complete = false } = extract;
  const { kept, ...clinic } = facts;
  const row = { ...aClinic({ accepting: null, ...clinic }), line: 2, ...(kept && { kept }) };
  return run(on, (writer) => writer.clinics([row], { complete }), extract);
}

/** Imports the service of the clinic, on a day. */
function offered(on: number, facts: { waitWeeks?: number; accepting?: boolean | null }) {
  const service = { clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 12, accepting: true, ...facts };
  return run(on, (writer) => writer.services([service]), { source: 'specialists' });
}

/** Returns what the directory says of a fact, the shown value first: with the days of its observation. */
async function said(field: string, on: number) {
  const model = (await loadDataset(database.url, (about) => new ReadModelBuilder(about))).build();
  const directory = new Directory(
    () => model,
    () => day(on),
  );
  return directory
    .getClinicEvidence(uuid(1))
    .value.evidence.filter((row) => row.field === field)
    .map(({ value, state, observedAt, dated, previous }) => ({
      value,
      state,
      day: observedAt === null ? null : (Date.parse(observedAt) - NOW.getTime()) / DAY_MS,
      ...(dated === false && { dated }),
      ...(previous !== null && { previous }),
    }));
}

/** An answer that is listed without a date. */
const listing = (value: unknown, since: number, more = {}) => [
  { value, state: 'confirmed', day: since, dated: false, ...more },
];

const CLINIC_FACTS = {
  accepting: [true, false],
  wheelchair: [true, false],
  virtualVisits: [true, false],
  phone: ['+1-416-555-0101', '+1-416-555-0142'],
  website: ['https://a.example', 'https://b.example'],
} as const;
const CHANGES = Object.entries(CLINIC_FACTS);

describe.each(CHANGES)('an undated word on %s', (field, [first, second]) => {
  it('is as old as the extract in which its source first said so', async () => {
    for (const on of [1, 30, 100]) {
      await listed(on, { [field]: first }, { complete: on > 1 });
      expect(await said(field, on)).toEqual(listing(first, 1));
    }
  });

  it('begins anew when its value changes, also when it changes back', async () => {
    await listed(1, { [field]: first });
    await listed(30, { [field]: first });
    await listed(60, { [field]: second });
    await listed(70, { [field]: second });
    expect((await said(field, 70))[0]).toEqual(listing(second, 60, { previous: first })[0]);
    await listed(80, { [field]: first });
    await listed(90, { [field]: first });
    expect((await said(field, 90))[0]).toEqual(listing(first, 80, { previous: second })[0]);
  });

  it('has the time of its extract, if that is given', async () => {
    await listed(9, { [field]: first }, { extractedAt: day(2) });
    await listed(10, { [field]: first }, { extractedAt: day(8) });
    expect(await said(field, 10)).toEqual(listing(first, 2));
  });

  it('begins anew after its source withdrew it', async () => {
    await listed(1, { [field]: first });
    const nothing = { accepting: null, wheelchair: null, virtualVisits: null, phone: '', website: '' };
    await listed(30, nothing);
    expect(await said(field, 30)).toEqual([{ value: null, state: 'never', day: null }]);
    await listed(60, { [field]: first });
    expect(await said(field, 60)).toEqual(listing(first, 60));
  });

  it('is neither confirmed nor withdrawn by a file without it', async () => {
    await listed(1, { [field]: first });
    await listed(30, { phone: '', wheelchair: null }, { absent: () => Object.keys(CLINIC_FACTS) });
    await listed(31, { phone: '', wheelchair: null, kept: Object.keys(CLINIC_FACTS) });
    expect(await said(field, 31)).toEqual(listing(first, 1));
    await listed(60, { [field]: first });
    expect(await said(field, 60)).toEqual(listing(first, 1));
  });

  it('is not made younger by an older extract, or the same file', async () => {
    await listed(1, { [field]: first }, { fileHash: 'a' });
    await listed(30, { [field]: second }, { fileHash: 'b' });
    await listed(40, { [field]: first }, { fileHash: 'a' });
    await listed(50, { [field]: second }, { fileHash: 'b' });
    expect((await said(field, 50))[0]).toEqual(listing(second, 30, { previous: first })[0]);
  });

  it('does not begin anew because another source says the same', async () => {
    await listed(1, { [field]: first });
    await listed(10, { [field]: first }, { source: 'city' });
    await listed(20, { [field]: first });
    await listed(30, { [field]: first }, { source: 'city' });
    const days = (await rowsOf<{ at: Date }>(database.url, FIRST_SAID, [field])).map(
      ({ at }) => (at.getTime() - NOW.getTime()) / DAY_MS,
    );
    expect(days).toEqual([1, 10]);
    expect((await said(field, 30))[0]).toMatchObject({ value: first, dated: false });
  });

  it('that a corrected file of the same extract changes is as old as that extract', async () => {
    await listed(1, { [field]: first }, { extractedAt: day(1) });
    await listed(5, { [field]: second }, { extractedAt: day(1) });
    const stored = await rowsOf<{ at: Date | null }>(database.url, FIRST_SAID, [field]);
    expect(stored).toEqual([{ at: day(1) }]);
    await listed(30, { [field]: second });
    expect((await said(field, 30))[0]).toMatchObject({ value: second, day: 1, dated: false });
  });

  it('is as old after a correction as before', async () => {
    await listed(1, { [field]: first });
    if (field !== 'accepting')
      await run(
        10,
        (writer) =>
          writer.correct({
            kind: 'correct',
            record: 'clinic',
            key: uuid(1),
            given: {},
            fields: { [field]: second },
            why: 'A caller said so.',
            by: 'ada',
            until: null,
          }),
        { source: 'corrections' },
      );
    await listed(20, { [field]: first });
    if (field !== 'accepting')
      await run(30, (writer) => writer.withdraw(1, 'ada', 'Wrong.'), { source: 'corrections' });
    await listed(40, { [field]: first });
    expect(await said(field, 40)).toEqual(listing(first, 1));
  });

  it('is confirmed by each complete extract of a live source, and by no other', async () => {
    await listed(1, { [field]: first });
    await listed(10, { [field]: first }, { complete: true, facts: { confirms: true } });
    expect(await said(field, 10)).toEqual([{ value: first, state: 'confirmed', day: 10 }]);
    await listed(20, { [field]: first });
    expect(await said(field, 20)).toEqual([{ value: first, state: 'confirmed', day: 10 }]);
    await listed(30, { [field]: first }, { complete: true });
    expect(await said(field, 30)).toEqual([{ value: first, state: 'confirmed', day: 30 }]);
    await listed(40, { [field]: first }, { complete: true, facts: { confirms: false } });
    expect(await said(field, 40)).toEqual(listing(first, 1));
  });

  it('keeps its first day when its source is stated to be live by an extract without it', async () => {
    await listed(1, { [field]: first });
    await listed(5, { [field]: first });
    const other = (on: number, extract: Extract) =>
      run(on, (writer) => writer.clinics([{ ...aClinic({ id: uuid(2) }), line: 2 }], extract), extract);
    await other(10, { facts: { confirms: true } });
    expect(await said(field, 10)).toEqual(listing(first, 1));
    await listed(12, { [field]: first });
    expect(await said(field, 12)).toEqual(listing(first, 1));
    await listed(15, { [field]: first }, { source: 'city' });
    expect((await said(field, 15)).filter(({ dated }) => dated !== false)).toEqual([]);
  });

  it('is confirmed by the very extract that says it first, and listed since then when that ends', async () => {
    await listed(10, { [field]: first }, { complete: true, facts: { confirms: true } });
    expect(await said(field, 10)).toEqual([{ value: first, state: 'confirmed', day: 10 }]);
    await listed(20, { [field]: first }, { complete: true });
    await run(30, (writer) => writer.clinics([{ ...aClinic({ id: uuid(2) }), line: 2 }], {}), {
      facts: { confirms: false },
    });
    expect(await said(field, 30)).toEqual(listing(first, 10));
    await run(40, (writer) => writer.clinics([{ ...aClinic({ id: uuid(2) }), line: 2 }], {}), {
      facts: { confirms: true },
    });
    expect(await said(field, 40)).toEqual(listing(first, 10));
  });

  it('of a live source that a partial extract changes is listed since then', async () => {
    await listed(1, { [field]: first }, { complete: true, facts: { confirms: true } });
    await listed(10, { [field]: second });
    expect((await said(field, 10))[0]).toEqual(listing(second, 10, { previous: first })[0]);
    await listed(20, { [field]: second }, { complete: true });
    expect((await said(field, 20))[0]).toMatchObject({ value: second, day: 20 });
    expect((await said(field, 20))[0]).not.toHaveProperty('dated');
  });
});

const FIRST_SAID = `
  select since as at from evidence where field = $1
  union all
  select since from availability_observation where $1 = 'accepting' order by at`;

it('undated hours are as old as the extract that first had them', async () => {
  await listed(1, {});
  await listed(30, {});
  const hours = await said('hours', 30);
  expect(hours).toMatchObject([{ day: 1, dated: false }]);
  await listed(60, { openingHours: [{ weekday: 2, opens: 540, closes: 1020 }] });
  await listed(90, { openingHours: [{ weekday: 2, opens: 540, closes: 1020 }] });
  expect(await said('hours', 90)).toEqual(listing(['tue 09:00-17:00'], 60, { previous: hours[0]!.value }));
});

describe('an undated word on a service', () => {
  beforeEach(() => listed(0, {}));

  it('is as old as the extract in which its source first said so', async () => {
    for (const on of [1, 30, 100]) {
      await offered(on, {});
      expect(await said('serviceWait', on)).toEqual(listing(12, 1));
      expect(await said('serviceAccepting', on)).toEqual(listing(true, 1));
    }
    await offered(110, { waitWeeks: 9 });
    await offered(120, { waitWeeks: 9 });
    expect(await said('serviceWait', 120)).toEqual(listing(9, 110, { previous: 12 }));
    expect(await said('serviceAccepting', 120)).toEqual(listing(true, 1));
    await offered(130, { waitWeeks: 12, accepting: null });
    await offered(140, { waitWeeks: 12 });
    expect(await said('serviceWait', 140)).toEqual(listing(12, 130, { previous: 9 }));
    expect(await said('serviceAccepting', 140)).toEqual(listing(true, 140));
  });
});

it('a service is confirmed by the files of a live source that have it, and by no other', async () => {
  await listed(0, {});
  await offered(1, {});
  const other = { clinicId: uuid(1), specialty: 'Neurology', waitWeeks: 3, accepting: null };
  const live = { source: 'specialists', facts: { confirms: true } };
  await run(10, (writer) => writer.services([other]), live);
  expect(await said('serviceWait', 10)).toEqual([
    expect.objectContaining({ value: 12, day: 1, dated: false }),
    { value: 3, state: 'confirmed', day: 10 },
  ]);
  await offered(20, {});
  expect((await said('serviceWait', 20))[0]).toEqual({ value: 12, state: 'confirmed', day: 20 });
});

it('the confirmation of a former answer with a date ends with the statement', async () => {
  const acceptingObserved = { observedAt: day(1), method: 'phone' };
  await listed(2, { accepting: true, acceptingObserved });
  await listed(10, { accepting: true }, { complete: true, facts: { confirms: true } });
  expect((await said('accepting', 10))[0]).toEqual({ value: true, state: 'confirmed', day: 10 });
  await listed(20, { accepting: true }, { facts: { confirms: false } });
  expect(await said('accepting', 20)).toEqual([{ value: true, state: 'confirmed', day: 1 }]);
});

it('a service that waits for its clinic is as old as the first extract that had it', async () => {
  for (const on of [1, 30]) await offered(on, {});
  await listed(40, {});
  expect(await said('serviceWait', 40)).toEqual(listing(12, 1));
  await offered(50, {});
  expect(await said('serviceWait', 50)).toEqual(listing(12, 1));
});

describe('acceptance', () => {
  const dated = (accepting: boolean, on: number, method = 'phone') => ({
    accepting,
    acceptingObserved: { observedAt: day(on), method },
  });

  it('with a date has that date, and no other', async () => {
    await listed(10, dated(true, 3));
    await listed(40, dated(true, 3));
    expect(await said('accepting', 40)).toEqual([{ value: true, state: 'confirmed', day: 3 }]);
  });

  it('that gains an earlier date has it, and keeps it when the file loses it', async () => {
    await listed(10, { accepting: true });
    await listed(20, dated(true, 3));
    expect(await said('accepting', 20)).toEqual([{ value: true, state: 'confirmed', day: 3 }]);
    await listed(30, { accepting: true });
    await listed(40, { accepting: true });
    expect(await said('accepting', 40)).toEqual([{ value: true, state: 'confirmed', day: 3 }]);
  });

  it('that gains a later date has it', async () => {
    await listed(10, { accepting: true });
    await listed(20, dated(true, 15, ''));
    expect(await said('accepting', 20)).toEqual([{ value: true, state: 'confirmed', day: 15 }]);
  });

  it('that loses its date and changes begins with the change', async () => {
    await listed(1, { accepting: true });
    await listed(10, dated(false, 3));
    for (const on of [20, 30]) await listed(on, { accepting: true });
    expect((await said('accepting', 30))[0]).toMatchObject({ value: true, day: 20, dated: false });
  });

  it('of a phone call after the first word counts more than its repetitions', async () => {
    await listed(1, { accepting: true });
    const observation = {
      subject: { clinicId: uuid(1) },
      accepting: false,
      method: 'phone',
      observedAt: day(10),
    };
    await run(10, (writer) => writer.availability([observation]), { source: 'availability' });
    const { runId } = await listed(30, { accepting: true });
    expect(await changesOf(database.url, runId)).toEqual([]);
    expect(await said('accepting', 30)).toMatchObject([
      { value: false, day: 10 },
      { value: true, day: 1, dated: false },
    ]);
  });

  it('of somebody who observed it at the time of the extract counts more, and replaces nothing', async () => {
    await listed(1, { accepting: true });
    const observation = { subject: { clinicId: uuid(1) }, accepting: false, method: '', observedAt: day(1) };
    await run(10, (writer) => writer.availability([observation]), { source: 'availability' });
    await listed(20, { accepting: true });
    const rows = await rowsOf(
      database.url,
      'select accepting, source, since is null as dated from availability_observation order by observed_at desc',
    );
    expect(rows).toEqual([
      { accepting: false, source: 'availability', dated: true },
      { accepting: true, source: 'clinics', dated: false },
    ]);
    expect((await said('accepting', 20))[0]).toMatchObject({ value: false, day: 1 });
  });

  it('without a date lapses in the end', async () => {
    for (const on of [1, 100, 170]) await listed(on, { accepting: true });
    const acceptance = async (on: number) => {
      const model = (await loadDataset(database.url, (about) => new ReadModelBuilder(about))).build();
      const { clinics } = new Directory(
        () => model,
        () => day(on),
      ).listClinics({ limit: 1, offset: 0, include: ['availability'] }).value;
      return clinics[0]!.availability!.accepting;
    };
    expect(await acceptance(170)).toMatchObject({
      answer: 'yes',
      state: 'aging',
      observedAt: day(1).toISOString(),
      dated: false,
    });
    expect(await acceptance(182)).toMatchObject({ answer: 'unknown', state: 'expired' });
  });

  it('that a column lost for most clinics is refused', async () => {
    const many = (accepting: boolean | null) =>
      Array.from({ length: 30 }, (_, n) => aClinic({ id: uuid(n + 1), accepting }));
    await run(1, (writer) => writer.clinics(many(true)));
    const emptied = run(2, (writer) => writer.clinics(many(null)), { maxChanged: 0.05 });
    await expect(emptied).rejects.toThrow(
      /change accepting of 30 of 30 clinics \(100 %, 30 to nothing\).*confirm accepting/,
    );
    const confirmed = { maxChanged: 0.05, confirmedChanges: ['accepting'] };
    const { runId } = await run(3, (writer) => writer.clinics(many(null)), confirmed);
    expect(await changesOf(database.url, runId)).toContainEqual([
      'clinic',
      uuid(1),
      'updated',
      { accepting: [true, null] },
    ]);
  });
});

it('what the register confirms is confirmed by each extract', async () => {
  for (const on of [1, 30])
    await run(on, (writer) => writer.register([aRegistration()], { complete: true }), { source: 'register' });
  await listed(31, {});
  await run(32, (writer) => writer.doctors([aDoctor({ registrationNumber: '900002' })]), { source: 'test' });
  const model = (await loadDataset(database.url, (about) => new ReadModelBuilder(about))).build();
  const directory = new Directory(
    () => model,
    () => day(32),
  );
  const { evidence } = directory.getDoctorEvidence('900001').value;
  expect(evidence.map(({ observedAt, dated }) => [observedAt, dated])).toEqual(
    evidence.map(() => [day(30).toISOString(), undefined]),
  );
});

describe('after a writer that does not know since when', () => {
  const phone = '+1-416-555-0142';
  const sinceOf = async () => {
    const rows = await rowsOf<{ since: Date | null }>(
      database.url,
      `select since from evidence where field = 'phone'`,
    );
    return rows.map(({ since }) => since);
  };
  /** Writes a phone number as such a release does. */
  const writes = (value: string) =>
    rowsOf(database.url, `update evidence set value = to_jsonb($1::text) where field = 'phone'`, [value]);

  it('what it did not change is as old as before', async () => {
    await listed(1, { phone });
    await writes(phone);
    expect(await sinceOf()).toEqual([day(1)]);
  });

  it('what it changed is not taken for older', async () => {
    await listed(1, { phone });
    await writes('+1-416-555-0177');
    expect(await sinceOf()).toEqual([null]);
    await rowsOf(
      database.url,
      `update clinic set phone = '+1-416-555-0177', synced_at = $1, extracted_at = $1`,
      [day(30)],
    );
    await listed(60, { phone: '+1-416-555-0177' });
    expect(await sinceOf()).toEqual([day(30)]);
  });
});
