import {
  createTestDatabase,
  eventually,
  feedOneOfEach,
  rowsOf,
  sync,
  terminate,
  type TestDatabase,
} from '../../test/test-directory.js';
import { DatasetWatcher, type WatchOptions } from './dataset-watcher.js';
import { isDatabaseUnavailable } from '../connection/database-errors.js';

let database: TestDatabase;
let watcher: DatasetWatcher | undefined;
let versions: string[];

// So long that within a test nothing is noticed by looking.
const NEVER = 3_600_000;
const addVersion = () => rowsOf(database.url, 'insert into dataset_version default values');

beforeEach(async () => {
  database = await createTestDatabase();
  versions = [];
});

afterEach(async () => {
  await watcher?.close();
  await database?.drop();
});

function watch(
  options: WatchOptions = {},
  onVersion: (version: string) => void | Promise<void> = note,
): DatasetWatcher {
  watcher = new DatasetWatcher(database.url, onVersion, options);
  return watcher;
}

function note(version: string): void {
  versions.push(version);
}

test('the newest version is reported at the start, unless the caller has it', async () => {
  const first = await watch().newestVersion();
  await eventually(() => versions.length === 1);
  expect(versions).toEqual([first]);
  await watcher!.close();

  versions = [];
  watch({ seen: first, pollInterval: 5 });
  await addVersion();
  await eventually(() => versions.length === 1);
  expect(versions).toEqual([await watcher!.newestVersion()]);
});

test('a run is noticed by its notification', async () => {
  watch({ pollInterval: NEVER });
  await eventually(() => versions.length === 1);
  const { version } = await sync(database.url, feedOneOfEach);
  await eventually(() => versions.length === 2);
  expect(versions[1]).toBe(version);
});

test('a version that was not notified of is noticed by looking', async () => {
  watch({ pollInterval: 10 });
  await eventually(() => versions.length === 1);
  await addVersion();
  await eventually(() => versions.length === 2);
  expect(versions[1]).toBe(await watcher!.newestVersion());
});

test('one call is made at a time, and a version made meanwhile is reported after it', async () => {
  let running = 0;
  let most = 0;
  watch({ pollInterval: NEVER }, async (version) => {
    most = Math.max(most, ++running);
    try {
      if (versions.length === 1) for (let n = 0; n < 3; n++) await sync(database.url, async () => undefined);
    } finally {
      running--;
    }
    versions.push(version);
  });
  await eventually(() => versions.length === 1);
  await sync(database.url, async () => undefined);
  await eventually(() => versions.length === 3);
  expect(versions.map((version) => version.split('-')[0])).toEqual(['1', '2', '5']);
  expect(most).toBe(1);
});

test('a version whose handling failed is reported again', async () => {
  const errors: unknown[] = [];
  const boom = new Error('boom');
  watch({ onError: (error) => errors.push(error) }, (version) => {
    versions.push(version);
    if (versions.length < 3) throw boom;
  });
  await eventually(() => versions.length === 3);
  expect(new Set(versions).size).toBe(1);
  expect(errors).toEqual([boom, boom]);
});

test('a lost connection is replaced, and a version made meanwhile is reported', async () => {
  const errors: unknown[] = [];
  watch({ pollInterval: NEVER, onError: (error) => errors.push(error) });
  await eventually(() => versions.length === 1);
  expect(await terminate(database.url, 'care-atlas-watch')).toBe(1);
  await addVersion();
  await eventually(() => versions.length === 2);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.every(isDatabaseUnavailable)).toBe(true);
  const { version } = await sync(database.url, feedOneOfEach);
  await eventually(() => versions.length === 3);
  expect(versions[2]).toBe(version);
});

test('a database that is away is tried again until it is back', async () => {
  const errors: unknown[] = [];
  const name = new URL(database.url).pathname.slice(1);
  const server = Object.assign(new URL(database.url), { pathname: '/postgres' }).href;
  await rowsOf(server, `alter database ${name} rename to ${name}_away`);
  watch({ onError: (error) => errors.push(error) });
  await eventually(() => errors.length >= 2);
  await expect(watcher!.newestVersion()).rejects.toThrow('does not exist');
  await rowsOf(server, `alter database ${name}_away rename to ${name}`);
  await eventually(() => versions.length === 1);
});

test('nothing is reported after closing, which waits for the current call', async () => {
  let finish: (() => void) | undefined;
  let finished = false;
  watch({ pollInterval: 5 }, async () => {
    versions.push('called');
    await new Promise<void>((resolve) => (finish = resolve));
    finished = true;
  });
  await eventually(() => finish !== undefined);
  const closing = watcher!.close().then(() => finished);
  await addVersion();
  finish!();
  expect(await closing).toBe(true);
  expect(versions).toEqual(['called']);
});

test('closing ends the connection, also in the middle of a retry', async () => {
  watch();
  await eventually(() => versions.length === 1);
  await watcher!.close();
  await eventually(async () => (await terminate(database.url, 'care-atlas-watch')) === 0);
  watcher = new DatasetWatcher('postgres://nobody@127.0.0.1:1/none', note, {});
  await watcher.close();
  expect(versions).toHaveLength(1);
});
