import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryError } from '@care-atlas/domain/contract';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import fc from 'fast-check';
import { listedRecords, NaiveMirror } from '../../../test/naive-mirror.js';
import { ANY_CHANGE, aRun, type RandomRun, sourceOf, timesOf, writesOf } from '../../../test/random-runs.js';
import {
  aClinic,
  aDoctor,
  createTestDatabase,
  feedOneOfEach,
  LATER,
  NOW,
  rowsOf,
  sync,
  uuid,
} from '../../../test/test-directory.js';
import { AS_OF, TestFeed } from '../../../test/test-feed.js';
import { openDatabase } from '../../connection/database.js';
import { ChangeFeedRepository } from '../../directory/feed/change-feed.repository.js';
import { LocalExportStore } from '../../exports/local-export-store.js';
import { publishExport } from '../../exports/publish-export.js';
import { SyncHistory } from '../sync-history.js';
import { runSync } from '../sync-run.js';
import type { SyncWriter } from '../sync-writer.js';
import { HIDE } from '../../../../domain/test/builders.js';

/** The number of random runs. */
const RUNS = Number(process.env['RUNS'] ?? 20);
const SEED = Number(process.env['SEED'] ?? 20_261_123);

let folder: string;
let store: LocalExportStore;

const created = new TestFeed();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-feed-'));
  store = new LocalExportStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof DirectoryError ? error.code : String(error)),
  );
}

/** Applies the feed in pages until there is no more, or as many as given. */
async function follow(mirror: NaiveMirror, limit: number, pages = Infinity): Promise<void> {
  for (let page = 0; page < pages; page++) {
    const answer = await created.feed.changes({ asOf: AS_OF, after: mirror.cursor, limit });
    mirror.apply(answer);
    if (!answer.more) return;
  }
}

async function begin(mirror: NaiveMirror, now = NOW): Promise<void> {
  await mirror.begin(store, (await publishExport(created.url, store, { now })).export);
}

async function perform({ work, isKilled }: RandomRun, now: Date): Promise<void> {
  const writes = writesOf(work, now);
  const killed = async (): Promise<never> => {
    throw new Error('Killed.');
  };
  // A run that is refused or killed changes nothing, and its changes are nobody's.
  await runSync(
    created.url,
    { source: sourceOf(work) },
    now,
    (writer) => writes(writer).then(isKilled ? killed : undefined),
    ANY_CHANGE,
  ).catch(() => undefined);
}

describe('a naive copy', () => {
  it(`equals the lists after random runs (SEED=${SEED})`, async () => {
    await sync(created.url, feedOneOfEach);
    const runs = fc.sample(aRun, { numRuns: RUNS, seed: SEED });
    const times = timesOf(runs);
    // One follows each run change by change; one is interrupted and falls behind; one comes seldom.
    const [steady, interrupted, rare] = [new NaiveMirror(), new NaiveMirror(), new NaiveMirror()];
    for (const mirror of [steady, interrupted, rare]) await begin(mirror);
    for (const [index, run] of runs.entries()) {
      const now = times[index]!;
      await perform(run, now);
      const expected = await listedRecords(created.url, now);
      await follow(steady, 1);
      expect({ index, run, ...steady.listed(now) }).toEqual({ index, run, ...expected });
      await follow(interrupted, 2, 1);
      if (index % 20 !== 19) continue;
      await follow(interrupted, 3);
      expect({ index, ...interrupted.listed(now) }).toEqual({ index, ...expected });
      await new SyncHistory(created.database).prune(new Date(now.getTime() + 1));
      // Its last changes are no longer kept: it begins again.
      const isGone = (await codeOf(follow(rare, 1000))) === 'gone';
      if (isGone) await begin(rare, now);
      await follow(rare, 1000);
      expect({ index, ...rare.listed(now) }).toEqual({ index, ...expected });
    }
  });

  it('tells what follows from a change, and not that records were confirmed', async () => {
    await sync(created.url, async (writer) => {
      await writer.clinics([
        aClinic(),
        aClinic({
          id: uuid(2),
          name: 'Elm',
          address: '2 Elm Street, Toronto, ON M4C 1B5',
          postalCode: 'M4C 1B5',
        }),
      ]);
      await writer.doctors([aDoctor(), aDoctor({ registrationNumber: '900002', languages: ['Tamil'] })]);
      await writer.services([{ clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 3, accepting: null }]);
    });
    const start = await created.feed.now();
    const again = aDoctor({ confirmedAt: LATER });
    await sync(created.url, (writer) => writer.doctors([again]), LATER);
    expect(await created.changesAfter(start)).toEqual([]);

    const moved = aDoctor({ registrationNumber: '900002', languages: ['Tamil'], clinicIds: [uuid(2)] });
    await sync(created.url, (writer) => writer.doctors([moved]), LATER);
    expect(await created.changesAfter(start)).toEqual([
      ['clinic', uuid(1), 'updated', 'languages', 'doctorCount'],
      ['clinic', uuid(2), 'updated', 'languages', 'specialties', 'doctorCount'],
      ['doctor', '900002', 'updated', 'clinic', 'clinicIds'],
      ['service', `${uuid(1)} Cardiology`, 'updated', 'languages'],
    ]);

    const renamed = await created.feed.now();
    await sync(created.url, (writer) => writer.clinics([aClinic({ name: 'Oak' })]), LATER);
    expect(await created.changesAfter(renamed)).toEqual([
      ['clinic', uuid(1), 'updated', 'name'],
      ['doctor', '900001', 'updated', 'clinic'],
      ['service', `${uuid(1)} Cardiology`, 'updated', 'name'],
    ]);
  });
});

describe('the feed', () => {
  const another = aDoctor({ registrationNumber: '900007' });

  beforeEach(async () => {
    await sync(created.url, feedOneOfEach);
  });

  it('has the version, the time and the record of each change', async () => {
    const start = await created.feed.now();
    const { version } = await sync(created.url, (writer) => writer.doctors([another]), LATER);
    const { changes, more } = await created.feed.changes({
      asOf: AS_OF,
      after: start,
      types: ['doctor'],
      limit: 10,
    });
    expect(more).toBe(false);
    expect(changes).toMatchObject([{ type: 'doctor', id: '900007', op: 'created', datasetVersion: version }]);
    expect(changes[0]).toMatchObject({
      doctor: {
        cpsoNumber: '900007',
        practisingSince: '2001-07-01',
        confirmedAt: '2026-11-19T04:10:00.000Z',
      },
    });
  });

  it('tells what the register says of a registration, and not that it says so again', async () => {
    const asOf = new Date('2026-11-18T04:10:00Z');
    const registration = { class: 'Independent Practice', restrictions: 'no', asOf } as const;
    await sync(created.url, (writer) => writer.doctors([aDoctor({ registration })]), LATER);
    const start = await created.feed.now();
    const again = aDoctor({ registration: { ...registration, asOf: LATER } });
    await sync(created.url, (writer) => writer.doctors([again]), LATER);
    expect((await created.feed.changes({ asOf: AS_OF, after: start, limit: 10 })).changes).toEqual([]);

    const restricted = aDoctor({ registration: { ...registration, restrictions: 'yes', asOf: LATER } });
    await sync(created.url, (writer) => writer.doctors([restricted]), LATER);
    const { changes } = await created.feed.changes({ asOf: AS_OF, after: start, limit: 10 });
    expect(changes).toMatchObject([
      { type: 'doctor', id: '900001', op: 'updated', fields: ['registration'] },
    ]);
    expect(changes[0]!.doctor!.registration).toEqual({
      class: 'Independent Practice',
      independent: 'yes',
      restrictions: 'yes',
      asOf: LATER.toISOString(),
    });
  });

  it('tells expired, restored and closed records', async () => {
    const start = await created.feed.now();
    await sync(created.url, (writer) => writer.doctors([aDoctor({ expiredAt: NOW })]), LATER);
    await sync(created.url, (writer) => writer.doctors([aDoctor()]), LATER);
    const { changes } = await created.feed.changes({
      asOf: AS_OF,
      after: start,
      types: ['doctor'],
      limit: 10,
    });
    expect(changes.map(({ op }) => op)).toEqual(['expired', 'restored']);
  });

  it('tells of a hidden doctor only that it was removed, also in earlier changes, and of one shown again that it was restored', async () => {
    const start = await created.feed.now();
    await sync(created.url, (writer) => writer.doctors([aDoctor({ name: 'Dr. Ash' })]), LATER);
    const before = await created.feed.now();
    await sync(created.url, (writer) => writer.correct({ ...HIDE, key: '900001' }), LATER);
    const doctors = async (after: string) =>
      (await created.feed.changes({ asOf: AS_OF, after, types: ['doctor'], limit: 10 })).changes;
    const removed = { type: 'doctor', id: '900001', op: 'removed', fields: [] };
    const hidden = await doctors(start);
    expect(hidden).toMatchObject([removed, removed]);
    for (const change of hidden) expect(change).not.toHaveProperty('doctor');
    expect(await doctors(before)).toMatchObject([removed]);
    // The register goes on naming the doctor: the decision stands.
    const end = await created.feed.now();
    await sync(created.url, (writer) => writer.doctors([aDoctor({ name: 'Dr. Elm' })]), LATER);
    expect(await doctors(end)).toEqual([]);
    await sync(created.url, (writer) => writer.withdraw(1, 'test', 'test'), LATER);
    expect((await doctors(start)).map(({ op }) => op)).toEqual(['updated', 'removed', 'restored']);
    expect((await doctors(end)).at(-1)).toMatchObject({ op: 'restored', doctor: { name: 'Dr. Elm' } });
  });

  it('tells of a hidden clinic and its services that they were removed, and then that they were restored', async () => {
    const other = aClinic({ id: uuid(2), name: 'Elm', address: '2 Elm Street, Toronto, ON M4C 1B5' });
    await sync(created.url, async (writer) => {
      await writer.clinics([other]);
      await writer.doctors([aDoctor({ clinicIds: [uuid(1), uuid(2)] })]);
      await writer.services([{ clinicId: uuid(2), specialty: 'Cardiology', waitWeeks: 3, accepting: null }]);
    });
    const start = await created.feed.now();
    await sync(created.url, (writer) => writer.correct({ ...HIDE, record: 'clinic', key: uuid(2) }), LATER);
    expect(await created.changesAfter(start)).toEqual([
      ['clinic', uuid(2), 'removed'],
      ['doctor', '900001', 'updated', 'clinicIds'],
      ['service', `${uuid(2)} Cardiology`, 'removed'],
    ]);
    const end = await created.feed.now();
    await sync(created.url, (writer) => writer.withdraw(1, 'test', 'test'), LATER);
    expect(await created.changesAfter(end)).toEqual([
      ['clinic', uuid(2), 'restored'],
      ['doctor', '900001', 'updated', 'clinicIds'],
      ['service', `${uuid(2)} Cardiology`, 'restored'],
    ]);
  });

  it.each<[string, (observedAt: Date) => (writer: SyncWriter) => Promise<void>]>([
    [
      'an observation',
      (observedAt) => (writer) =>
        writer.availability([
          { subject: { clinicId: uuid(1) }, accepting: true, method: 'phone', observedAt },
        ]),
    ],
    [
      'a list of clinics',
      (observedAt) => (writer) =>
        writer.clinics([aClinic({ accepting: true, acceptingObserved: { observedAt, method: 'phone' } })]),
    ],
  ])('tells a newer date of %s of who is accepted, although the answer is the same', async (_, observed) => {
    await sync(created.url, observed(NOW));
    const start = await created.feed.now();
    await sync(created.url, observed(LATER), LATER);
    const { changes } = await created.feed.changes({ asOf: AS_OF, after: start, limit: 10 });
    expect(changes).toMatchObject([{ type: 'clinic', op: 'updated', fields: ['availability'] }]);
    expect(changes[0]!.clinic!.availability.accepting).toMatchObject({
      answer: 'yes',
      method: 'phone_call',
      observedAt: LATER.toISOString(),
      expiresAt: new Date(LATER.getTime() + 90 * 86_400_000).toISOString(),
    });
  });

  it('tells that a live source confirms the acceptance of a service, and that it observes otherwise than before', async () => {
    const list = (method: 'web' | 'clinic_attested', now: Date) =>
      runSync(
        created.url,
        { source: 'list', extractedAt: now, facts: { method, confirms: true } },
        now,
        async (writer) => {
          const acceptingObserved = { observedAt: LATER, method: '' };
          await writer.clinics([aClinic({ accepting: true, acceptingObserved })]);
          await writer.services([{ clinicId: uuid(1), specialty: 'Urology', waitWeeks: 3, accepting: true }]);
        },
      );
    const nextDay = new Date(LATER.getTime() + 86_400_000);
    await list('web', LATER);
    const start = await created.feed.now();
    await list('web', nextDay);
    const service = ['service', `${uuid(1)} Urology`, 'updated', 'serviceAvailability'];
    expect(await created.changesAfter(start)).toEqual([service]);

    const confirmed = await created.feed.now();
    await list('clinic_attested', nextDay);
    expect(await created.changesAfter(confirmed)).toEqual([
      ['clinic', uuid(1), 'updated', 'availability'],
      service,
    ]);
  });

  it('tells that a doctor who was not listed was removed too: a copy may have kept the record', async () => {
    await sync(created.url, (writer) => writer.doctors([aDoctor({ expiredAt: NOW })]), LATER);
    const start = await created.feed.now();
    await sync(created.url, (writer) => writer.correct({ ...HIDE, key: '900001' }), LATER);
    expect(await created.changesAfter(start)).toEqual([['doctor', '900001', 'removed']]);
    // Shown again, the doctor is still in no list.
    const end = await created.feed.now();
    await sync(created.url, (writer) => writer.withdraw(1, 'test', 'test'), LATER);
    expect(await created.changesAfter(end)).toEqual([]);
  });

  it('never gives two changes one number, and later ones higher numbers', async () => {
    const start = await created.feed.now();
    for (const name of ['a', 'b', 'c'])
      await sync(created.url, (writer) => writer.clinics([aClinic({ name })]), LATER);
    const { changes } = await created.feed.changes({ asOf: AS_OF, after: start, limit: 1000 });
    const numbers = changes.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
  });

  it('refuses a cursor that it never gave', async () => {
    const cursor = Buffer.from(await created.feed.now(), 'base64url').toString();
    const [seq, version = ''] = cursor.split('.');
    const other = version.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const text of [
      '',
      'x',
      `${seq}.${other}`,
      `${Number(seq) + 1}.${version}`,
      `${seq}.999-00000000`,
      `${seq}.${'9'.repeat(18)}-00000000`,
    ])
      expect([
        text,
        await codeOf(
          created.feed.changes({ asOf: AS_OF, after: Buffer.from(text).toString('base64url'), limit: 1 }),
        ),
      ]).toEqual([text, 'missing_param']);
  });

  it('refuses the cursor of another database', async () => {
    const other = await createTestDatabase();
    await sync(other.url, feedOneOfEach);
    const strange = await openDatabase(other.url, PATIENT);
    const cursor = await new ChangeFeedRepository(strange).now();
    expect(await codeOf(created.feed.changes({ asOf: AS_OF, after: cursor, limit: 1 }))).toBe(
      'missing_param',
    );
    await strange.close();
    await other.drop();
  });

  it('says that what was pruned is gone, and no more than that', async () => {
    const start = await created.feed.now();
    await sync(created.url, (writer) => writer.doctors([another]), LATER);
    const between = await created.feed.now();
    const nextDay = new Date(LATER.getTime() + 86_400_000);
    await sync(created.url, (writer) => writer.clinics([aClinic({ name: 'Oak' })]), nextDay);
    await new SyncHistory(created.database).prune(nextDay);
    expect(await codeOf(created.feed.changes({ asOf: AS_OF, after: start, limit: 1 }))).toBe('gone');
    expect(await created.changesAfter(between)).not.toEqual([]);
  });

  it('begins again after an import by a release that does not know it', async () => {
    const start = await created.feed.now();
    // What the release before this one does at the end of a run.
    await rowsOf(created.url, `update clinic set name = 'Oak'`);
    await rowsOf(created.url, 'insert into dataset_version (run_id, created_at) values (null, now())');
    expect(await codeOf(created.feed.changes({ asOf: AS_OF, after: start, limit: 1 }))).toBe('gone');
    const mirror = new NaiveMirror();
    await begin(mirror);
    await sync(created.url, (writer) => writer.doctors([another]), LATER);
    await follow(mirror, 1);
    expect(mirror.listed(LATER)).toEqual(await listedRecords(created.url, LATER));
  });

  it('begins again where a run changes very many records: an export is smaller then', async () => {
    const many = (count: number, name: string) =>
      sync(
        created.url,
        (writer) =>
          writer.doctors(
            Array.from({ length: count }, (_, i) =>
              aDoctor({ registrationNumber: String(500_000 + i), name: `Dr. ${name} ${i}` }),
            ),
          ),
        LATER,
      );
    await many(5100, 'Oak');
    const start = await created.feed.now();
    await many(1000, 'Elm');
    expect(await codeOf(created.feed.changes({ asOf: AS_OF, after: start, limit: 1 }))).toBe('none');
    await many(5100, 'Ash');
    expect(await codeOf(created.feed.changes({ asOf: AS_OF, after: start, limit: 1 }))).toBe('gone');
  });

  it('begins again where everything is replaced', async () => {
    const other = await createTestDatabase();
    const run = (source: string, origin: 'sample' | 'clinic') =>
      runSync(other.url, { source }, NOW, (writer) => writer.clinics([aClinic({ origin })]), {
        replaceSample: true,
      });
    await run('sample', 'sample');
    const connected = await openDatabase(other.url, PATIENT);
    const repository = new ChangeFeedRepository(connected);
    const cursor = await repository.now();
    await run('clinics', 'clinic');
    expect(await codeOf(repository.changes({ asOf: AS_OF, after: cursor, limit: 1 }))).toBe('gone');
    await connected.close();
    await other.drop();
  });
});
