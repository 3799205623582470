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

interface Said {
  readonly value: unknown;
  readonly state: string;
  readonly day: number | null;
  readonly dated?: false;
  readonly previous?: unknown;
}

/** Returns what the directory says of each fact, the shown value first: with the days of its observation. */
async function saidOfEach(on: number): Promise<Partial<Record<string, Said[]>>> {
  const model = (await loadDataset(database.url, (about) => new ReadModelBuilder(about))).build();
  const directory = new Directory(
    () => model,
    () => day(on),
  );
  const said: Record<string, Said[]> = {};
  for (const row of directory.getClinicEvidence(uuid(1)).value.evidence) {
    const { field, value, state, observedAt, dated, previous } = row;
    (said[field] ??= []).push({
      value,
      state,
      day: observedAt === null ? null : (Date.parse(observedAt) - NOW.getTime()) / DAY_MS,
      ...(dated === false && { dated }),
      ...(previous !== null && { previous }),
    });
  }
  return said;
}

async function said(field: string, on: number) {
  return (await saidOfEach(on))[field] ?? [];
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
type Value = boolean | string;
const CHANGES = Object.entries<readonly [Value, Value]>(CLINIC_FACTS);

/** Returns something for each of the facts, from its two values. */
function ofEach<Result>(result: (first: Value, second: Value, field: string) => Result) {
  return Object.fromEntries(CHANGES.map(([field, [first, second]]) => [field, result(first, second, field)]));
}
const FIRST = ofEach((first) => first);
const SECOND = ofEach((_first, second) => second);
const LIVE = { complete: true, facts: { confirms: true } };

/** Returns what the directory says of these facts. */
async function saidOfFacts(on: number) {
  const said = await saidOfEach(on);
  return ofEach((_first, _second, field) => said[field] ?? []);
}

/** Returns only what is shown of them. */
async function shownOfFacts(on: number) {
  const said = await saidOfFacts(on);
  return ofEach((_first, _second, field) => said[field]![0]);
}

/** Imports another clinic. */
function other(on: number, extract: Extract) {
  return run(on, (writer) => writer.clinics([{ ...aClinic({ id: uuid(2) }), line: 2 }], extract), extract);
}

it.each(CHANGES)(
  'an undated word on %s begins anew when its value changes, also when it changes back, and no other does',
  async (field, [first, second]) => {
    const changed = { ...FIRST, [field]: second };
    const shown = (value: Value, since: number, previous: Value) => ({
      ...ofEach((each) => listing(each, 1)[0]),
      [field]: listing(value, since, { previous })[0],
    });
    await listed(1, FIRST);
    await listed(30, FIRST);
    await listed(60, changed);
    await listed(70, changed);
    expect(await shownOfFacts(70)).toEqual(shown(second, 60, first));
    await listed(80, FIRST);
    await listed(90, FIRST);
    expect(await shownOfFacts(90)).toEqual(shown(first, 80, second));
  },
);

describe('an undated word on accepting, wheelchair, virtualVisits, phone or website', () => {
  it('is as old as the extract in which its source first said so', async () => {
    for (const on of [1, 30, 100]) {
      await listed(on, FIRST, { complete: on > 1 });
      expect(await saidOfFacts(on)).toEqual(ofEach((first) => listing(first, 1)));
    }
  });

  it('has the time of its extract, if that is given', async () => {
    await listed(9, FIRST, { extractedAt: day(2) });
    await listed(10, FIRST, { extractedAt: day(8) });
    expect(await saidOfFacts(10)).toEqual(ofEach((first) => listing(first, 2)));
  });

  it('begins anew after its source withdrew it', async () => {
    await listed(1, FIRST);
    await listed(30, { accepting: null, wheelchair: null, virtualVisits: null, phone: '', website: '' });
    expect(await saidOfFacts(30)).toEqual(ofEach(() => [{ value: null, state: 'never', day: null }]));
    await listed(60, FIRST);
    expect(await saidOfFacts(60)).toEqual(ofEach((first) => listing(first, 60)));
  });

  it('is neither confirmed nor withdrawn by a file without it', async () => {
    await listed(1, FIRST);
    await listed(30, { phone: '', wheelchair: null }, { absent: () => Object.keys(CLINIC_FACTS) });
    await listed(31, { phone: '', wheelchair: null, kept: Object.keys(CLINIC_FACTS) });
    expect(await saidOfFacts(31)).toEqual(ofEach((first) => listing(first, 1)));
    await listed(60, FIRST);
    expect(await saidOfFacts(60)).toEqual(ofEach((first) => listing(first, 1)));
  });

  it('is not made younger by an older extract, or the same file', async () => {
    await listed(1, FIRST, { fileHash: 'a' });
    await listed(30, SECOND, { fileHash: 'b' });
    await listed(40, FIRST, { fileHash: 'a' });
    await listed(50, SECOND, { fileHash: 'b' });
    expect(await shownOfFacts(50)).toEqual(
      ofEach((first, second) => listing(second, 30, { previous: first })[0]),
    );
  });

  it('does not begin anew because another source says the same', async () => {
    await listed(1, FIRST);
    await listed(10, FIRST, { source: 'city' });
    await listed(20, FIRST);
    await listed(30, FIRST, { source: 'city' });
    for (const [field] of CHANGES)
      expect([field, await firstSaid(field)]).toEqual([field, [day(1), day(10)]]);
    expect(await shownOfFacts(30)).toMatchObject(ofEach((value) => ({ value, dated: false })));
  });

  it('that a corrected file of the same extract changes is as old as that extract', async () => {
    await listed(1, FIRST, { extractedAt: day(1) });
    await listed(5, SECOND, { extractedAt: day(1) });
    for (const [field] of CHANGES) expect([field, await firstSaid(field)]).toEqual([field, [day(1)]]);
    await listed(30, SECOND);
    expect(await shownOfFacts(30)).toMatchObject(
      ofEach((_first, value) => ({ value, day: 1, dated: false })),
    );
  });

  it('is as old after a correction as before', async () => {
    const { accepting: _, ...fields } = SECOND;
    await listed(1, FIRST);
    const correction = {
      kind: 'correct',
      record: 'clinic',
      key: uuid(1),
      given: {},
      fields,
      why: 'A caller said so.',
      by: 'ada',
      until: null,
    } as const;
    await run(10, (writer) => writer.correct(correction), { source: 'corrections' });
    await listed(20, FIRST);
    await run(30, (writer) => writer.withdraw(1, 'ada', 'Wrong.'), { source: 'corrections' });
    await listed(40, FIRST);
    expect(await saidOfFacts(40)).toEqual(ofEach((first) => listing(first, 1)));
  });

  it('is confirmed by each complete extract of a live source, and by no other', async () => {
    const confirmed = (on: number) => ofEach((value) => [{ value, state: 'confirmed', day: on }]);
    await listed(1, FIRST);
    await listed(10, FIRST, LIVE);
    expect(await saidOfFacts(10)).toEqual(confirmed(10));
    await listed(20, FIRST);
    expect(await saidOfFacts(20)).toEqual(confirmed(10));
    await listed(30, FIRST, { complete: true });
    expect(await saidOfFacts(30)).toEqual(confirmed(30));
    await listed(40, FIRST, { complete: true, facts: { confirms: false } });
    expect(await saidOfFacts(40)).toEqual(ofEach((first) => listing(first, 1)));
  });

  it('keeps its first day when its source is stated to be live by an extract without it', async () => {
    await listed(1, FIRST);
    await listed(5, FIRST);
    await other(10, { facts: { confirms: true } });
    expect(await saidOfFacts(10)).toEqual(ofEach((first) => listing(first, 1)));
    await listed(12, FIRST);
    expect(await saidOfFacts(12)).toEqual(ofEach((first) => listing(first, 1)));
    await listed(15, FIRST, { source: 'city' });
    const dated = Object.values(await saidOfFacts(15))
      .flat()
      .filter((row) => !('dated' in row));
    expect(dated).toEqual([]);
  });

  it('is confirmed by the very extract that says it first, and listed since then when that ends', async () => {
    await listed(10, FIRST, LIVE);
    expect(await saidOfFacts(10)).toEqual(ofEach((value) => [{ value, state: 'confirmed', day: 10 }]));
    await listed(20, FIRST, { complete: true });
    await other(30, { facts: { confirms: false } });
    expect(await saidOfFacts(30)).toEqual(ofEach((first) => listing(first, 10)));
    await other(40, { facts: { confirms: true } });
    expect(await saidOfFacts(40)).toEqual(ofEach((first) => listing(first, 10)));
  });

  it('of a live source that a partial extract changes is listed since then', async () => {
    await listed(1, FIRST, LIVE);
    await listed(10, SECOND);
    expect(await shownOfFacts(10)).toEqual(
      ofEach((first, second) => listing(second, 10, { previous: first })[0]),
    );
    await listed(20, SECOND, { complete: true });
    expect(await shownOfFacts(20)).toEqual(
      ofEach((first, value) => ({ value, state: 'confirmed', day: 20, previous: first })),
    );
  });
});

/** Returns when each source of a fact said its value first. */
async function firstSaid(field: string): Promise<(Date | null)[]> {
  const statement = `
    select since as at from evidence where field = $1
    union all
    select since from availability_observation where $1 = 'accepting' order by at`;
  return (await rowsOf<{ at: Date | null }>(database.url, statement, [field])).map(({ at }) => at);
}

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
      /change accepting of 30 of 30 clinics \(100%, 30 to nothing\).*confirm accepting/,
    );
    const confirmed = { maxChanged: 0.05, confirmChange: ['accepting'] };
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
    // After a rollback: a release that writes no source records.
    await rowsOf(
      database.url,
      `insert into sync_run (source, started_at, finished_at, status) values ('clinics', $1, $1, 'succeeded')`,
      [day(30)],
    );
    await rowsOf(
      database.url,
      `update clinic set phone = '+1-416-555-0177', synced_at = $1, extracted_at = $1`,
      [day(30)],
    );
    await listed(60, { phone: '+1-416-555-0177' });
    expect(await sinceOf()).toEqual([day(30)]);
  });
});
