import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What an unfinished file of rejected rows is called. */
const UNFINISHED = /^\.rejects\./;

/** The folder of one upload: its file, the rows that cannot be used, and what the process that reads it needs for a time. */
export class UploadFolder {
  readonly #folder: string;

  constructor(spool: string, id: string) {
    this.#folder = join(spool, id);
  }

  file(name: string): string {
    return join(this.#folder, 'file', name);
  }

  get rejects(): string {
    return join(this.#folder, 'rejects');
  }

  /** Makes a folder for temporary files. */
  async makeTemporary(): Promise<string> {
    await mkdir(this.#temporary, { recursive: true, mode: 0o700 });
    return this.#temporary;
  }

  /** Removes what a process leaves that is killed. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const left = names.filter((name) => UNFINISHED.test(name)).map((name) => join(this.#folder, name));
    await Promise.all([this.#temporary, ...left].map((path) => rm(path, { recursive: true, force: true })));
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #temporary(): string {
    return join(this.#folder, 'temporary');
  }
}
