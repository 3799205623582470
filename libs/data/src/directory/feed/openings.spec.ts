import {
  type Change,
  type ChangePage,
  type ClinicItem,
  DirectoryError,
  type WatchedListName,
  type WatchedQuery,
} from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { type ReadModel, ReadModelBuilder } from '@care-atlas/domain/read-model';
import fc from 'fast-check';
import { ANY_CHANGE, aRun, sourceOf, timesOf, writesOf } from '../../../test/random-runs.js';
import {
  aClinic,
  aDoctor,
  feedOneOfEach,
  LATER,
  NOW,
  repeatChange,
  rowsOf,
  sync,
  uuid,
} from '../../../test/test-directory.js';
import { AS_OF, TestFeed } from '../../../test/test-feed.js';
import { SyncHistory } from '../../sync/sync-history.js';
import { runSync } from '../../sync/sync-run.js';
import type { SyncWriter } from '../../sync/sync-writer.js';
import { loadDataset } from '../loading/dataset-loader.js';
import { listCursor } from './change-cursor.js';
import { HIDE } from '../../../../domain/test/builders.js';

const RUNS = Number(process.env['RUNS'] ?? 20);
const QUERIES = Number(process.env['OPENING_QUERIES'] ?? 100);
const SEED = Number(process.env['SEED'] ?? 20_261_128);
const ALL = { pageDefault: 10_000, pageMaximum: 10_000, nestedReviews: 0, nestedDoctors: 10_000 };
/** Members that the clock changes, or that say when a record was confirmed. */
const OF_CLOCK = ['yearsOfPractice', 'dataFreshness', 'syncedAt', 'observedAt', 'state'];
/** Every how many runs a subscriber comes, by its number: most come seldom. */
const PACES = [1, 7, 20, 20, 20, 20, 13, 30, 30, 30];

const created = new TestFeed();

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const shared = {
  acceptance: maybe(fc.subarray(['yes', 'no', 'unknown'] as const, { minLength: 1 })),
  languages: maybe(fc.constantFrom(['Tamil'], ['English', 'Spanish'])),
  minYears: maybe(fc.constantFrom(20, 25, 26)),
  maxYears: maybe(fc.constantFrom(25, 26, 30)),
  wheelchair: maybe(fc.constant(true)),
  nearTTC: maybe(fc.constant(true)),
  days: maybe(fc.constantFrom(['tue'], ['mon', 'sat'])),
  openAt: maybe(fc.constantFrom('09:30', '17:30')),
  place: maybe(
    fc.constantFrom(
      { near: '43.7,-79.26', within: 1 },
      { area: ['M1N'] },
      { lat: 43.69, lng: -79.27, within: 0.5 },
    ),
  ),
  accepting: maybe(fc.constant(true)),
  include: fc.subarray(['availability', 'contact'] as const),
};
const oneOfLists = fc.oneof(
  fc.record({
    list: fc.constant('doctors' as const),
    ...shared,
    specialties: maybe(fc.constantFrom(['Cardiology'], ['Dermatology', 'Internal Medicine'])),
    q: maybe(fc.constantFrom('elm', 'oak', '900001')),
    clinic: maybe(fc.constantFrom(uuid(1), uuid(2), uuid(3))),
  }),
  fc.record({
    list: fc.constant('clinics' as const),
    ...shared,
    specialties: maybe(fc.constantFrom(['Cardiology'])),
    q: maybe(fc.constantFrom('elm', 'yew')),
  }),
  fc.record({
    list: fc.constant('specialists' as const),
    ...shared,
    specialty: fc.constantFrom('Cardiology', 'Urology', 'heart doctor'),
  }),
);
type RandomList = typeof oneOfLists extends fc.Arbitrary<infer T> ? T : never;

function goneOnly(error: unknown): undefined {
  if (!(error instanceof DirectoryError) || error.code !== 'gone') throw error;
}

/** Leaves out what the generator left open, and the times of the clock. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (OF_CLOCK.includes(name) ? undefined : member)),
  );
}

class Subscriber {
  readonly #items = new Map<string, unknown>();
  readonly list: WatchedListName;
  readonly query: WatchedQuery;
  #cursor = '';
  heard = 0;
  /** What was told twice, or too much of it. */
  readonly faults: unknown[] = [];

  constructor({ list, place, ...filters }: RandomList) {
    this.list = list;
    this.query = plain({ ...filters, ...place }) as WatchedQuery;
  }

  /** Begins with the list, and the cursor that it names. */
  begin(directory: Directory): void {
    for (const [id, item] of Object.entries(this.listed(directory))) this.#items.set(id, item);
    this.#cursor = listCursor(directory.listClinics({ limit: 0 }).tag!);
  }

  /** Applies pages until there are no more. @param isExact whether nothing that it missed may have been erased */
  async follow(directory: Directory, limit: number, isExact: boolean): Promise<void> {
    const watched = directory.watch(this.list, this.query);
    for (let more = true; more;) {
      const page = await created.feed.openings(watched, { after: this.#cursor, limit });
      if (page.changes.length > limit) this.faults.push(page);
      for (const change of page.changes) this.#apply(change, isExact);
      // It is interrupted before it stores the cursor: the same page again changes nothing.
      if (this.heard % 5 === 0) for (const change of page.changes) this.#apply(change, false);
      this.#cursor = page.next;
      more = page.more;
    }
  }

  #apply({ id, op, item, reason }: Change, isExact: boolean): void {
    this.heard++;
    const isHeld = this.#items.has(id);
    // What is said of a removed record is said to everybody.
    const isRemoved = op === 'left' && reason!.length === 0;
    if (isExact && !isRemoved && isHeld === (op === 'entered')) this.faults.push([id, op, isHeld]);
    if (op === 'left') this.#items.delete(id);
    else this.#items.set(id, plain(item));
  }

  get copy(): object {
    return Object.fromEntries(this.#items);
  }

  /** Returns what the list has now. */
  listed(directory: Directory): Readonly<Record<string, unknown>> {
    const items =
      this.list === 'specialists'
        ? directory
            .listSpecialists(this.query as never, ALL)
            .value.clinics.map((item) => [`${item.id} ${item.specialty}`, item] as const)
        : this.list === 'clinics'
          ? directory
              .listClinics(this.query as never, ALL)
              .value.clinics.map((item) => [item.id, item] as const)
          : directory
              .listDoctors(this.query as never, ALL)
              .value.doctors.map((item) => [item.cpsoNumber, item] as const);
    return plain(Object.fromEntries(items)) as Readonly<Record<string, unknown>>;
  }
}

async function loaded(): Promise<ReadModel> {
  return (await loadDataset(created.url, (about) => new ReadModelBuilder(about))).build();
}

it(`makes copies of lists equal the lists after every version (SEED=${SEED})`, async () => {
  await sync(created.url, feedOneOfEach);
  const runs = fc.sample(aRun, { numRuns: RUNS, seed: SEED });
  const subscribers = fc
    .sample(oneOfLists, { numRuns: QUERIES, seed: SEED })
    .map((list) => new Subscriber(list));
  let now = NOW;
  let model = await loaded();
  const directory = new Directory(
    () => model,
    () => now,
  );
  for (const subscriber of subscribers) subscriber.begin(directory);
  for (const [index, time] of timesOf(runs).entries()) {
    const { work, isKilled } = runs[index]!;
    now = time;
    const writes = writesOf(work, now);
    const killed = () => Promise.reject(new Error('Killed.'));
    const before = model.version;
    await runSync(
      created.url,
      { source: sourceOf(work) },
      now,
      (writer) => writes(writer).then(isKilled ? killed : undefined),
      ANY_CHANGE,
    ).catch(() => undefined);
    model = await loaded();
    // Without a new version, nobody hears what only the clock moves.
    if (model.version === before) continue;
    for (const [number, subscriber] of subscribers.entries()) {
      const pace = PACES[number % PACES.length]!;
      if (index % pace !== pace - 1) continue;
      await subscriber.follow(directory, 1 + (number % 5), pace === 1);
      const { list, query } = subscriber;
      const said = { index, number, work, list, query };
      expect({ ...said, faults: subscriber.faults, items: subscriber.copy }).toEqual({
        ...said,
        faults: [],
        items: subscriber.listed(directory),
      });
    }
  }
  const heard = subscribers.reduce((sum, subscriber) => sum + subscriber.heard, 0);
  expect(heard).toBeGreaterThan(0);
});

describe('a service of a clinic that is hidden later', () => {
  const ELM = aClinic({ id: uuid(2), name: 'Elm', address: '2 Elm Street, Toronto, ON M4C 1B5' });
  const offered = (clinicId: string) => ({
    clinicId,
    specialty: 'Cardiology',
    waitWeeks: 3,
    accepting: null,
  });

  it.each<[string, string, (writer: SyncWriter) => Promise<void>]>([
    ['is no longer offered', uuid(2), (writer) => writer.services([offered(uuid(1))], { complete: true })],
    [
      'is that of the clinic into which it was merged',
      uuid(1),
      async (writer) => {
        const fields = { into: uuid(1) };
        await writer.correct({
          ...HIDE,
          kind: 'merge',
          record: 'clinic',
          key: uuid(2),
          given: fields,
          fields,
        });
      },
    ],
  ])('leaves the list of everyone who had it before it %s', async (_what, hidden, end) => {
    await sync(created.url, async (writer) => {
      await writer.clinics([aClinic({ id: uuid(1) }), ELM]);
      await writer.services([offered(uuid(1)), offered(uuid(2))]);
    });
    const model = await loaded();
    const list = new Directory(
      () => model,
      () => LATER,
    ).watch('specialists', { specialty: 'Cardiology' });
    const after = listCursor(`${model.version}@2026-11-20`);
    await sync(created.url, end, LATER);
    await sync(created.url, (writer) => writer.correct({ ...HIDE, record: 'clinic', key: hidden }), LATER);
    const { changes } = await created.feed.openings(list, { after, limit: 10 });
    expect(changes.filter(({ id }) => id.startsWith(uuid(2)))).toMatchObject([
      { op: 'left', id: `${uuid(2)} Cardiology`, reason: [], item: null },
    ]);
  });
});

it('begins at a time as at the cursor of then, and not before the first change', async () => {
  await sync(created.url, feedOneOfEach);
  const model = await loaded();
  const list = new Directory(
    () => model,
    () => LATER,
  ).watch('clinics', {});
  const after = listCursor(`${model.version}@2026-11-20`);
  for (const [name, at] of [
    ['Oak', LATER],
    ['Elm', new Date(LATER.getTime() + 1000)],
  ] as const)
    await sync(created.url, (writer) => writer.clinics([aClinic({ name })]), at);
  const namesSince = async (start: { readonly after: string } | { readonly since: Date }) =>
    (await created.feed.openings(list, { ...start, limit: 10 })).changes.map(
      ({ item }) => (item as ClinicItem).name,
    );
  expect(await namesSince({ after })).toEqual(['Oak', 'Elm']);
  expect(await namesSince({ since: LATER })).toEqual(['Oak', 'Elm']);
  expect(await namesSince({ since: new Date(LATER.getTime() + 1000) })).toEqual(['Elm']);
  await expect(namesSince({ since: new Date('2001-01-01') })).rejects.toMatchObject({ code: 'gone' });
});

it('names the earliest time from which all changes of a list can be told: no earlier one tells them', async () => {
  await sync(created.url, feedOneOfEach);
  for (let n = 1; n <= 6; n++)
    await sync(
      created.url,
      (writer) =>
        n % 3 === 0
          ? writer.doctors([aDoctor({ languages: ['English', `Language ${n}`] })])
          : writer.clinics([aClinic({ name: `Oak ${n}` })]),
      new Date(LATER.getTime() + n * 60_000),
    );
  const model = await loaded();
  const directory = new Directory(
    () => model,
    () => new Date(LATER.getTime() + 3_600_000),
  );
  const versions = await rowsOf<{ at: Date; last: string }>(
    created.url,
    'select created_at as at, last_change as last from dataset_version where last_change is not null order by created_at',
  );
  const isTold = async (list: WatchedListName, query: WatchedQuery, since: Date): Promise<boolean> => {
    let start: { after: string } | { since: Date } = { since };
    for (let more = true; more;) {
      const page: ChangePage | undefined = await created.feed
        .openings(directory.watch(list, query), { ...start, limit: 100 })
        .catch(goneOnly);
      if (!page) return false;
      [start, more] = [{ after: page.next }, page.more];
    }
    return true;
  };
  const expectEarliest = async (list: WatchedListName, query: WatchedQuery) => {
    const start = { since: new Date('2001-01-01') };
    const refusal = await created.feed
      .openingsAnswer(directory, { list, query, start, limit: 10 })
      .catch((error: Error) => error.message);
    const [named] = /\d{4}-\S+Z/.exec(refusal as string) ?? [];
    // A version counts from the millisecond after it.
    const times = versions.map(({ at }) => new Date(at.getTime() + 1));
    const told: Date[] = [];
    for (const time of times) if (await isTold(list, query, time)) told.push(time);
    expect([list, query, named]).toEqual([list, query, told[0]!.toISOString()]);
    expect(await isTold(list, query, new Date(Date.parse(named!) - 1))).toBe(false);
  };
  const sequences = await rowsOf<{ seq: string }>(
    created.url,
    'select seq from directory_change order by seq',
  );
  const spoiled = [
    [0.2, 'before_on = null'],
    [0.4, `key = 'years'`],
    [0.6, `key = 'all'`],
  ] as const;
  const steps = [
    async () => undefined,
    ...spoiled.map(([part, change]) => async () => {
      const { seq } = sequences[Math.ceil(part * sequences.length) - 1]!;
      await rowsOf(created.url, `update directory_change set ${change} where seq = $1`, [seq]);
    }),
    () => new SyncHistory(created.database).prune(new Date(LATER.getTime() + 5.5 * 60_000)),
  ];
  for (const step of steps) {
    await step();
    await expectEarliest('clinics', {});
    await expectEarliest('doctors', { minYears: 20 });
  }
});

it('tells filters on years of practice to begin again when those of too many doctors pass at once, and all when too many change', async () => {
  const doctors = Array.from({ length: 5_001 }, (_none, n) =>
    aDoctor({ registrationNumber: String(900_001 + n) }),
  );
  await sync(created.url, async (writer) => {
    await writer.clinics([aClinic({ accepting: null })]);
    await writer.doctors(doctors);
  });
  const model = await loaded();
  const directory = new Directory(
    () => model,
    () => LATER,
  );
  const after = listCursor(`${model.version}@2026-11-20`);
  const july = new Date('2027-07-01T12:00:00Z');
  await sync(
    created.url,
    (writer) => writer.clinics([aClinic({ website: 'https://oak.example', accepting: null })]),
    july,
  );
  const told = (query: WatchedQuery) =>
    created.feed.openings(directory.watch('clinics', query), { after, limit: 10 });
  expect((await told({ include: ['contact'] })).changes).toMatchObject([
    { op: 'changed', fields: ['website'] },
  ]);
  await expect(told({ minYears: 20 })).rejects.toMatchObject({ code: 'gone' });
  // All doctors show the acceptance of their clinic.
  await sync(created.url, (writer) => writer.clinics([aClinic({ name: 'Oak', accepting: true })]), july);
  await expect(told({})).rejects.toMatchObject({ code: 'gone' });
  // A live source only confirms, every night, what all of them show.
  const nights = [2, 3].map((day) => new Date(Date.UTC(2027, 6, day, 12)));
  const live = { source: 'live', facts: { method: 'web', confirms: true } } as const;
  const confirm = (now: Date) =>
    runSync(created.url, { ...live, extractedAt: now }, now, (writer) =>
      writer.clinics([aClinic({ name: 'Oak', accepting: true })], { complete: true }),
    );
  await confirm(nights[0]!);
  const listed = await loaded();
  const list = new Directory(
    () => listed,
    () => nights[1]!,
  ).watch('clinics', { accepting: true });
  const cursor = listCursor(`${listed.version}@2027-07-02`);
  await confirm(nights[1]!);
  const [clinic] = await rowsOf<{ observed: Date }>(
    created.url,
    'select accepting_observed_at as observed from clinic',
  );
  expect(clinic!.observed.toISOString().slice(0, 10)).toBe('2027-07-03');
  expect((await created.feed.openings(list, { after: cursor, limit: 10 })).changes).toEqual([]);
});

it('tells what a wrong clock told, and again what is true once the clock is right', async () => {
  const days = (n: number) => new Date(LATER.getTime() + n * 86_400_000);
  await sync(created.url, (writer) => writer.clinics([aClinic({ accepting: true })]), LATER);
  const model = await loaded();
  const list = new Directory(
    () => model,
    () => LATER,
  ).watch('clinics', { acceptance: ['yes'] });
  let after = listCursor(`${model.version}@${AS_OF.date}`);
  const toldAt = async (now: Date, name: string) => {
    await sync(created.url, (writer) => writer.clinics([aClinic({ id: uuid(2), name })]), now);
    const { changes, next } = await created.feed.openings(list, { after, limit: 10 });
    after = next;
    return changes.filter(({ id }) => id === uuid(1)).map(({ op, reason }) => [op, ...reason!]);
  };
  expect(await toldAt(days(1), 'before')).toEqual([]);
  expect(await toldAt(days(1000), 'two years ahead')).toEqual([['left', 'acceptance']]);
  expect(await toldAt(days(2), 'right again')).toEqual([['entered', 'acceptance']]);
  expect(await toldAt(days(3), 'the night after')).toEqual([]);
});

it('judges so many changes for a page: one without any in the list is empty, and names the next', async () => {
  await sync(created.url, feedOneOfEach);
  const model = await loaded();
  const directory = new Directory(
    () => model,
    () => LATER,
  );
  const after = listCursor(`${model.version}@2026-11-20`);
  await sync(created.url, (writer) => writer.clinics([aClinic({ name: 'Oak' })]), LATER);
  await repeatChange(created.url, 700);
  const none = directory.watch('clinics', { q: 'yew' });
  const page = await created.feed.openings(none, { after, limit: 10 });
  expect(page).toMatchObject({ changes: [], more: true });
  expect(await created.feed.openings(none, { after: page.next, limit: 10 })).toMatchObject({
    changes: [],
    more: false,
  });
  const all = await created.feed.openings(directory.watch('clinics', {}), { after, limit: 600 });
  expect([all.changes.length, all.more]).toEqual([600, true]);
});

it('goes on in a database of before the images were text', async () => {
  const convert = (type: 'json' | 'jsonb') =>
    rowsOf(
      created.url,
      `alter table directory_change alter image_before type ${type}, alter image_after type ${type}`,
    );
  await sync(created.url, feedOneOfEach);
  const model = await loaded();
  const list = new Directory(
    () => model,
    () => LATER,
  ).watch('clinics', {});
  const after = listCursor(`${model.version}@2026-11-20`);
  const told = async () =>
    (await created.feed.openings(list, { after, limit: 10 })).changes.map(({ op, item }) => [
      op,
      (item as ClinicItem | null)?.name,
    ]);
  await convert('jsonb');
  try {
    await sync(created.url, (writer) => writer.clinics([aClinic({ id: uuid(2), name: 'Oak' })]), LATER);
    expect(await told()).toEqual([['entered', 'Oak']]);
    await sync(created.url, (writer) => writer.clinics([aClinic({ id: uuid(2), name: 'Elm' })]), LATER);
    expect(await told()).toEqual([
      ['entered', 'Oak'],
      ['changed', 'Elm'],
    ]);
    await sync(created.url, (writer) => writer.correct({ ...HIDE, record: 'clinic', key: uuid(2) }), LATER);
    expect(await told()).toEqual([['left', undefined]]);
  } finally {
    await convert('json');
  }
});

it('keeps nothing of a source that was forgotten: filtered feeds begin again', async () => {
  await sync(created.url, feedOneOfEach);
  const model = await loaded();
  const list = new Directory(
    () => model,
    () => LATER,
  ).watch('clinics', {});
  const after = listCursor(`${model.version}@2026-11-20`);
  await sync(created.url, (writer) => writer.clinics([aClinic({ name: 'Told by test' })]), LATER);
  await runSync(
    created.url,
    { source: 'corrections' },
    LATER,
    (writer) => writer.forget('test', 'ada', 'asked'),
    ANY_CHANGE,
  );
  await expect(created.feed.openings(list, { after, limit: 10 })).rejects.toMatchObject({ code: 'gone' });
  const [kept] = await rowsOf<{ count: number }>(
    created.url,
    'select count(coalesce(image_before, image_after))::integer as count from directory_change',
  );
  expect(kept!.count).toBe(0);
  expect(await created.feed.changes({ asOf: AS_OF, after, limit: 10 })).toMatchObject({ more: false });
});
