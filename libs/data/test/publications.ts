import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Export } from '@care-atlas/domain/contract';
import { recordsIn } from './naive-mirror.js';
import { killedAt, storeThat, type TestPlace } from './export-places.js';
import {
  aClinic,
  aDoctor,
  feedOneOfEach,
  LATER,
  NOW,
  sync,
  terminate,
  type TestDatabase,
  useTestDatabase,
} from './test-directory.js';
import { HIDE } from '../../domain/test/builders.js';
import { connect } from '../src/connection/native-connection.js';
import { type ExportDraft, type ExportStore, MANIFEST } from '../src/exports/export-store.js';
import { DELETED_FILE } from '../src/exports/fhir/files.js';
import { publishExport, type Published, PUBLISHING } from '../src/exports/publish-export.js';

/** So many give files of several parts. */
const FEW_DOCTORS = 100;
const OPTIONS = { now: NOW };

let database: Pick<TestDatabase, 'url'>;
let place: TestPlace;
let store: ExportStore;

/** Creates a database with so many more doctors than one of each record for the tests of a file. */
export function usePublishedDatabase(count: number): Pick<TestDatabase, 'url'> {
  const created = useTestDatabase();
  beforeAll(async () => {
    await sync(created.url, feedOneOfEach);
    const doctors = Array.from({ length: count }, (_, n) =>
      aDoctor({ registrationNumber: String(910_000 + n), name: n === 0 ? '=1+1, "x"\nDr. Ó' : `Dr. ${n}` }),
    );
    await sync(created.url, (writer) => writer.doctors(doctors));
  });
  return created;
}

/** Makes a new dataset version. */
async function change(name: string): Promise<void> {
  await sync(database.url, (writer) => writer.clinics([aClinic({ name })]), LATER);
}

/** Makes a new dataset version with one more doctor. */
async function add(registrationNumber: string): Promise<void> {
  await sync(database.url, (writer) => writer.doctors([aDoctor({ registrationNumber })]), LATER);
}

async function listed(): Promise<readonly string[]> {
  return (await store.list()).map(({ datasetVersion }) => datasetVersion);
}

/** Checks that each file of an export is as its entry says. */
async function expectWhole({ datasetVersion, files }: Export): Promise<void> {
  for (const { name, bytes, sha256 } of files) {
    const content = await buffer((await store.open(datasetVersion, name))!.read());
    expect([name, content.length, hash('sha256', content)]).toEqual([name, bytes, sha256]);
  }
}

/** Tests publications in a place. */
export function describePublications(where: string, newPlace: () => Promise<TestPlace>): void {
  describe(`in ${where}`, () => {
    database = usePublishedDatabase(FEW_DOCTORS);
    beforeEach(async () => {
      place = await newPlace();
      store = place.open();
    });
    afterEach(() => place.remove());

    it('says of each file its size, its sum and its address', async () => {
      const { export: published } = await publishExport(database.url, store, OPTIONS);
      await expectWhole(published);
      for (const { name, url, format } of published.files) {
        expect(url).toBe(`exports/${published.datasetVersion}/${name}`);
        expect(name).toContain(`.${format}.gz`);
      }
      const manifest = await store.open(published.datasetVersion, MANIFEST);
      expect(JSON.parse((await buffer(manifest!.read())).toString())).toEqual(published);
      expect(await store.list()).toEqual([published]);
    });

    it('returns a part of a file', async () => {
      const { export: published } = await publishExport(database.url, store, OPTIONS);
      const file = (await store.open(published.datasetVersion, 'doctors.ndjson.gz'))!;
      const whole = await buffer(file.read());
      const { bytes } = file;
      for (const [start, end] of [
        [0, 9],
        [1000, 2000],
        [bytes - 7, bytes - 1],
      ] as const)
        expect(await buffer(file.read({ start, end }))).toEqual(whole.subarray(start, end + 1));
    });

    it('publishes a version once, and keeps three', async () => {
      const first = await publishExport(database.url, store, OPTIONS);
      expect([first.isNew, (await publishExport(database.url, store, OPTIONS)).isNew]).toEqual([true, false]);
      const versions = [first.export.datasetVersion];
      for (const name of ['Elm', 'Oak', 'Yew']) {
        await change(name);
        versions.unshift((await publishExport(database.url, store, OPTIONS)).export.datasetVersion);
      }
      expect(await listed()).toEqual(versions.slice(0, 3));
      expect((await place.stored()).join()).not.toContain(versions[3]);
    });

    it('waits for another publisher, and says of which resources both exports had that they are gone', async () => {
      await publishExport(database.url, store, OPTIONS);
      await add('999001');
      let newer: Promise<Published> | undefined;
      const slow = storeThat(store, async (version) => {
        const draft = await store.begin(version);
        await sync(
          database.url,
          (writer) => writer.correct({ ...HIDE, record: 'doctor', key: '999001' }),
          LATER,
        );
        await new Promise<void>((resolve, reject) => {
          newer = publishExport(database.url, store, { ...OPTIONS, onWait: resolve });
          newer.then(() => reject(new Error('It did not wait.')), reject);
        });
        return draft;
      });
      const { export: older } = await publishExport(database.url, slow, OPTIONS);
      const { export: newest } = await newer!;
      expect((await listed()).slice(0, 2)).toEqual([newest.datasetVersion, older.datasetVersion]);
      const deleted = await recordsIn(store, newest.datasetVersion, DELETED_FILE);
      expect(JSON.stringify(deleted)).toContain('Practitioner/cpso-999001');
    });

    it('takes over from a publisher whose session ends, and stops waiting when it is told to', async () => {
      const other = await connect(database.url, 'test');
      await other.query('select pg_advisory_lock($1)', [PUBLISHING]);
      const stop = new AbortController();
      await expect(
        publishExport(database.url, store, { ...OPTIONS, signal: stop.signal, onWait: () => stop.abort() }),
      ).rejects.toThrow('aborted');
      expect(await place.stored()).toEqual([]);
      const onWait = () => other.connection.stream.destroy();
      expect((await publishExport(database.url, store, { ...OPTIONS, onWait })).isNew).toBe(true);
    });

    it('has whole exports beside a publisher of 0.9.0, which takes no part in the lock', async () => {
      const begun = async (version: string) => {
        const draft = await store.begin(version);
        const content = gzipSync('');
        const [name, sha256] = ['doctors.ndjson.gz', hash('sha256', content)];
        await draft.write(name, Readable.from([content]));
        const url = `exports/${version}/${name}`;
        const file = { name, url, format: 'ndjson' as const, records: 0, bytes: content.length, sha256 };
        const manifest = {
          datasetVersion: version,
          createdAt: NOW.toISOString(),
          cursor: '',
          files: [file],
        };
        return () => draft.publish(manifest).catch(() => undefined);
      };
      const expectAllWhole = async () => {
        const all = await store.list();
        for (const each of all) await expectWhole(each);
        expect(all.length).toBeGreaterThan(0);
      };
      // It has begun before, and ends after.
      const { export: first } = await publishExport(database.url, store, OPTIONS);
      const endLater = await begun(first.datasetVersion);
      await change('Birch');
      await publishExport(database.url, store, OPTIONS);
      await endLater();
      await expectAllWhole();
      // It ends meanwhile, with the same version.
      await change('Cedar');
      const other = storeThat(store, async (version) => {
        const draft = await store.begin(version);
        await (
          await begun(version)
        )();
        return draft;
      });
      await publishExport(database.url, other, OPTIONS).catch(() => undefined);
      await expectAllWhole();
      await change('Dogwood');
      const { export: newest } = await publishExport(database.url, store, OPTIONS);
      expect((await store.list())[0]).toEqual(newest);
      await expectAllWhole();
    });

    it('publishes nothing when its session ended, and with it the lock', async () => {
      const lost = storeThat(store, async (version) => {
        const draft = await store.begin(version);
        const write: ExportDraft['write'] = async (name, content) => {
          await draft.write(name, content);
          if (name === DELETED_FILE) await terminate(database.url, 'care-atlas-export');
        };
        return { write, publish: (manifest) => draft.publish(manifest), discard: () => draft.discard() };
      });
      await expect(publishExport(database.url, lost, OPTIONS)).rejects.toThrow(/terminat|connection/i);
      expect(await place.stored()).toEqual([]);
    });

    it('removes the exports of versions that the database does not have', async () => {
      const { export: published } = await publishExport(database.url, store, OPTIONS);
      const draft = await store.begin('999-0a0a0a0a');
      await draft.publish(Object.assign({}, published, { datasetVersion: '999-0a0a0a0a' }));
      await publishExport(database.url, store, OPTIONS);
      expect((await store.list()).map(({ datasetVersion }) => datasetVersion)).toEqual([
        published.datasetVersion,
      ]);
    });

    it('publishes nothing when it is interrupted, and everything the next time', async () => {
      await expect(
        publishExport(database.url, store, { now: NOW, signal: AbortSignal.abort() }),
      ).rejects.toThrow('aborted');
      expect(await place.stored()).toEqual([]);
      expect((await publishExport(database.url, store, OPTIONS)).isNew).toBe(true);
    });

    it('publishes nothing when a file cannot be written', async () => {
      const full = storeThat(store, async (version) => {
        const draft = await store.begin(version);
        return {
          publish: (manifest) => draft.publish(manifest),
          discard: () => draft.discard(),
          write: (name, content) =>
            name.startsWith('clinics.csv') ? Promise.reject(new Error('ENOSPC')) : draft.write(name, content),
        };
      });
      await expect(publishExport(database.url, full, OPTIONS)).rejects.toThrow('ENOSPC');
      expect(await place.stored()).toEqual([]);
    });

    it('keeps the earlier exports whole, wherever a publisher is killed, and removes what it left', async () => {
      const { export: earlier } = await publishExport(database.url, store, OPTIONS);
      await change('Ash');
      let step = 0;
      for (let isDone = false; !isDone;) {
        isDone = await publishExport(database.url, killedAt(store, (step += 5)), OPTIONS).then(
          () => true,
          () => false,
        );
        expect(await store.list()).toContainEqual(earlier);
        await expectWhole(earlier);
      }
      // The beginning, each file with its content, and the end.
      expect(step).toBeGreaterThan(18);
      const [newest, ...others] = await store.list();
      expect(others).toEqual([earlier]);
      await expectWhole(newest!);
      expect(await place.stored()).toHaveLength(2 * place.namesPerExport);
    });

    it('lets a download go on while newer exports are published, and its own is removed', async () => {
      const { export: published } = await publishExport(database.url, store, OPTIONS);
      const { datasetVersion, files } = published;
      const { bytes, sha256 } = files.find(({ name }) => name === 'doctors.ndjson.gz')!;
      const chunks = (await store.open(datasetVersion, 'doctors.ndjson.gz'))!
        .read({ start: 0, end: bytes - 1 })
        [Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      const { value: first } = await chunks.next();
      for (const name of ['Elm', 'Oak', 'Yew']) {
        await change(name);
        await publishExport(database.url, store, OPTIONS);
      }
      expect(await store.open(datasetVersion, 'doctors.ndjson.gz')).toBeUndefined();
      const rest = await buffer({ [Symbol.asyncIterator]: () => chunks });
      expect(hash('sha256', Buffer.concat([first!, rest]))).toBe(sha256);
    });

    it('opens nothing else', async () => {
      const { export: published } = await publishExport(database.url, store, OPTIONS);
      const { datasetVersion } = published;
      const names = [`../${datasetVersion}/${MANIFEST}`, '', '.', 'doctors.ndjson'];
      for (const name of names) expect(await store.open(datasetVersion, name)).toBeUndefined();
      for (const version of ['..', '.', '', 'x', '1-zzzzzzzz', `x/../${datasetVersion}`])
        expect(await store.open(version, MANIFEST)).toBeUndefined();
    });
  });
}
