import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { S3mini } from 's3mini';
import type { ExportStore } from '../src/exports/export-store.js';
import { LocalExportStore } from '../src/exports/local-export-store.js';
import { S3ExportStore } from '../src/exports/s3-export-store.js';

/** Where exports of a test are. */
export interface TestPlace {
  readonly folder: string;
  /** The address of a bucket. */
  readonly url?: string;
  /** The number of names that an export of eight files takes. */
  readonly namesPerExport: number;
  open(clock: () => Date): ExportStore;
  /** Returns the names of all that is stored, visible or not. */
  stored(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** The key that the server for tests knows. */
const KEY = { keyId: 'S3RVER', secret: 'S3RVER' };
/** A file of the tests has several parts. */
const PART_BYTES = 2_048;

export async function localPlace(): Promise<TestPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-exports-'));
  return {
    folder,
    // The folder itself, and a manifest.
    namesPerExport: 17,
    open: (clock) => new LocalExportStore(folder, clock),
    stored: async () => (await readdir(folder, { recursive: true })).toSorted(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A bucket of a server that speaks the protocol, and checks signatures. */
export async function bucketPlace(): Promise<TestPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'exports' }],
  });
  // It forgets the slash of a bucket's path when it checks the signature of a list.
  server.middleware.unshift((context, next) => {
    if (context.path.endsWith('/'))
      context.app = Object.create(server, { allowMismatchedSignatures: { value: true } }) as S3rver;
    return next();
  });
  const { port } = await server.run();
  const bucket = { url: `http://127.0.0.1:${port}/exports`, region: 'us-east-1', ...KEY };
  const client = new S3mini({ endpoint: bucket.url, accessKeyId: KEY.keyId, secretAccessKey: KEY.secret });
  return {
    folder,
    url: bucket.url,
    namesPerExport: 16,
    open: (clock) => new S3ExportStore(bucket, clock, PART_BYTES),
    stored: async () => ((await client.listObjects()) ?? []).map(({ Key }) => Key).toSorted(),
    remove: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const PLACES = [
  ['a folder', localPlace],
  ['a bucket', bucketPlace],
] as const;

/** Returns the store as a process has it that is killed at its n-th step: nothing happens any more from there on. */
export function killedAt(store: ExportStore, step: number): ExportStore {
  let steps = 0;
  const alive = async () => {
    if (++steps >= step) throw new Error('killed');
  };
  async function* watched(content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      await alive();
      yield chunk;
    }
  }
  return {
    list: () => store.list(),
    open: (...file) => store.open(...file),
    remove: (version) => alive().then(() => store.remove(version)),
    begin: async (version) => {
      await alive();
      const draft = await store.begin(version);
      return {
        write: (name, content) => alive().then(() => draft.write(name, watched(content))),
        publish: (manifest) => alive().then(() => draft.publish(manifest)),
        discard: () => alive().then(() => draft.discard()),
      };
    },
  };
}

/** Returns the store with another beginning of exports. */
export function storeThat(store: ExportStore, begin: ExportStore['begin']): ExportStore {
  return {
    list: () => store.list(),
    open: (...file) => store.open(...file),
    remove: (version) => store.remove(version),
    begin,
  };
}
