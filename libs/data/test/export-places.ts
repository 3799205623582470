import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportStore } from '../src/exports/export-store.js';
import { LocalExportStore } from '../src/exports/local-export-store.js';

/** Where exports of a test are. */
export interface TestPlace {
  readonly folder: string;
  /** The address of a bucket. */
  readonly url?: string;
  /** The number of names that an export of eight files takes. */
  readonly namesPerExport: number;
  open(): ExportStore;
  /** Returns the names of all that is stored, visible or not. */
  stored(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export async function localPlace(): Promise<TestPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-exports-'));
  return {
    folder,
    // The folder itself, and a manifest.
    namesPerExport: 17,
    open: () => new LocalExportStore(folder),
    stored: async () => (await readdir(folder, { recursive: true })).toSorted(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

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
    erase: (...file) => alive().then(() => store.erase(...file)),
    removeDrafts: () => alive().then(() => store.removeDrafts()),
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
    erase: (...file) => store.erase(...file),
    removeDrafts: () => store.removeDrafts(),
    begin,
  };
}
