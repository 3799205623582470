import { createReadStream, createWriteStream } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Export } from '@care-atlas/domain/contract';
import {
  bufferFile,
  type ExportDraft,
  type ExportStore,
  MANIFEST,
  numberOf,
  type StoredFile,
  VERSION,
} from './export-store.js';

const DRAFT = '.draft-';

/** Keeps each export in a folder of its own. A folder appears complete, by renaming. */
export class LocalExportStore implements ExportStore {
  /** @param folder empty if there are no exports */
  constructor(private readonly folder: string) {}

  async list(): Promise<readonly Export[]> {
    const manifests = await Promise.all((await this.#versions()).map((version) => this.#manifest(version)));
    return manifests.filter((manifest) => manifest !== undefined);
  }

  async open(datasetVersion: string, name: string): Promise<StoredFile | undefined> {
    if (this.folder === '' || !VERSION.test(datasetVersion)) return undefined;
    const manifest = await this.#manifest(datasetVersion);
    if (!manifest) return undefined;
    if (name === MANIFEST) return bufferFile(Buffer.from(JSON.stringify(manifest)));
    const file = manifest.files.find((each) => each.name === name);
    if (!file) return undefined;
    const path = join(this.folder, datasetVersion, name);
    if (!(await stat(path).catch(ignoreMissing))) return undefined;
    return {
      bytes: file.bytes,
      tag: file.sha256,
      read: (range) => createReadStream(path, range),
    };
  }

  async begin(datasetVersion: string): Promise<ExportDraft> {
    await mkdir(this.folder, { recursive: true });
    const draft = await mkdtemp(join(this.folder, DRAFT));
    return {
      write: (name, content) => pipeline(content, createWriteStream(join(draft, name), { flush: true })),
      publish: async (manifest) => {
        await writeFile(join(draft, MANIFEST), JSON.stringify(manifest), { flush: true });
        await makeReadable(draft);
        await rename(draft, join(this.folder, datasetVersion));
        await syncFolder(this.folder);
      },
      discard: () => rm(draft, { recursive: true, force: true }),
    };
  }

  async remove(datasetVersion: string): Promise<void> {
    // It disappears at once; a download in progress reads on.
    const removed = join(await mkdtemp(join(this.folder, DRAFT)), datasetVersion);
    await rename(join(this.folder, datasetVersion), removed).catch(ignoreMissing);
    await rm(dirname(removed), { recursive: true, force: true });
  }

  async erase(datasetVersion: string, name: string): Promise<void> {
    await rm(join(this.folder, datasetVersion, name), { force: true });
  }

  async removeDrafts(): Promise<void> {
    for (const name of (await readdir(this.folder).catch(ignoreMissing)) ?? [])
      if (name.startsWith(DRAFT)) await rm(join(this.folder, name), { recursive: true, force: true });
  }

  async #versions(): Promise<readonly string[]> {
    const names = this.folder === '' ? [] : ((await readdir(this.folder).catch(ignoreMissing)) ?? []);
    return names.filter((name) => VERSION.test(name)).toSorted((a, b) => numberOf(b) - numberOf(a));
  }

  async #manifest(version: string): Promise<Export | undefined> {
    const text = await readFile(join(this.folder, version, MANIFEST), 'utf8').catch(ignoreMissing);
    return text === undefined ? undefined : (JSON.parse(text) as Export);
  }
}

/** Lets other users of the system read a folder: the API may run as another one. */
async function makeReadable(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
  await chmod(folder, 0o755);
}

/** Writes the entries of a folder to the disk, so that a rename outlasts a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
