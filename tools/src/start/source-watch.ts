import { appendFileSync, type FSWatcher, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Editors write several files at once. */
const QUIET_MS = 100;
const IGNORED = /^(?:node_modules|dist|out-tsc|\..*)$/;

/**
 * Notices changes of source files, also of those that are replaced by another file of their name, as many editors and git do:
 * Node's own watch mode follows the replaced file. Each change is written to one file, which that mode can follow.
 */
export class SourceWatch {
  /** The file that is written to. */
  readonly file: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'care-atlas-sources-'));
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  constructor(folders: readonly string[]) {
    this.file = join(this.#folder, 'changes');
    appendFileSync(this.file, '');
    for (const folder of folders) this.#watch(folder);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Watches a folder and those in it, which tells of names: the file of a name may be another one. */
  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (name !== null && !IGNORED.test(name)) this.#onChange(join(folder, name));
    });
    // A folder that is removed is no longer watched.
    watcher.on('error', () => this.#forget(folder));
    this.#watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !IGNORED.test(entry.name)) this.#watch(join(folder, entry.name));
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #onChange(path: string): void {
    try {
      // It may be a new folder, or one that took the place of another.
      readdirSync(path);
      this.#forget(path);
      this.#watch(path);
    } catch {
      this.#forget(path);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => appendFileSync(this.file, `${path}\n`), QUIET_MS);
  }
}
