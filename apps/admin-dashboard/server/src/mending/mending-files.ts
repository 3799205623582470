import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRejectedRows } from './read-rejected-rows.js';
import type { RejectedRow, RejectedRows, RejectsFormat } from './rejected-rows.js';
import { DashboardError } from '../http/dashboard-error.js';

/** What was changed of rejected rows. Rows are named by their position. */
interface Draft {
  /** The rows that were changed before the last check. */
  readonly base: Readonly<Record<string, readonly string[]>>;
  /** The rows that were changed since. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly skipped: Readonly<Record<string, boolean>>;
  /** The rows of the last check and their lines in its file; null before. */
  readonly checked: readonly (readonly [position: number, line: number])[] | null;
}

const NEW_DRAFT: Draft = { base: {}, rows: {}, skipped: {}, checked: null };

/** Rejected rows with what was changed. */
export interface MendedRows extends RejectedRows {
  readonly draft: Draft;
  /** What the last check found, by position; undefined before it. */
  readonly found: ReadonlyMap<number, RejectedRow> | undefined;
  readonly baseOf: (position: number) => readonly string[];
  readonly cellsOf: (position: number) => readonly string[];
}

/**
 * The files of a draft in the folder of its upload. They are not in the database, because people may type in them what must
 * not be stored there.
 */
export class MendingFiles {
  readonly #folder: string;

  constructor(
    spool: string,
    id: string,
    private readonly format: RejectsFormat,
  ) {
    this.#folder = join(spool, id);
  }

  /** Keeps the rejects file that is mended. */
  async begin(rejects: Buffer): Promise<void> {
    // A process that died may have left something of the same id.
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#write('origin', rejects);
  }

  /** @throws DirectoryError `not_found` when the rows were withdrawn or forgotten */
  async read(): Promise<MendedRows> {
    const origin = readRejectedRows(this.format, await this.#origin());
    const draft = await this.#draft();
    const baseOf = (position: number) => draft.base[position] ?? origin.rows[position]!.cells;
    return {
      ...origin,
      draft,
      found: draft.checked ? await this.#found(draft.checked) : undefined,
      baseOf,
      cellsOf: (position) => draft.rows[position] ?? baseOf(position),
    };
  }

  /** Adds changes. Of two people who change a row, the last one counts. */
  async change(changes: Pick<Draft, 'rows' | 'skipped'>): Promise<void> {
    const draft = await this.#draft();
    await this.#writeDraft({
      ...draft,
      rows: { ...draft.rows, ...changes.rows },
      skipped: { ...draft.skipped, ...changes.skipped },
    });
  }

  /**
   * Writes the file of the rows that are not skipped, to be checked.
   * @returns its size and SHA-256; undefined if every row is skipped
   */
  async submit(fileName: string): Promise<{ readonly bytes: number; readonly fileHash: string } | undefined> {
    const { draft, rows, cellsOf, write } = await this.read();
    const fed = rows.flatMap((_, position) => (draft.skipped[position] ? [] : [position]));
    if (fed.length === 0) return undefined;
    const { text, lines } = write(fed.map((position) => [position, cellsOf(position)] as const));
    const content = Buffer.from(text);
    await mkdir(join(this.#folder, 'file'), { recursive: true, mode: 0o700 });
    await this.#write(join('file', fileName), content);
    // What the check before found is no longer true.
    await rm(join(this.#folder, 'rejects'), { force: true });
    const checked = fed.map((position, at) => [position, lines[at]!] as const);
    await this.#writeDraft({ ...draft, base: { ...draft.base, ...draft.rows }, rows: {}, checked });
    return { bytes: content.length, fileHash: createHash('sha256').update(content).digest('hex') };
  }

  async #found(checked: NonNullable<Draft['checked']>): Promise<ReadonlyMap<number, RejectedRow>> {
    const path = join(this.#folder, 'rejects');
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) return new Map();
    const { rows } = readRejectedRows(this.format, await readFile(path, 'utf8'));
    const positions = new Map(checked.map(([position, line]) => [line, position]));
    return new Map(
      rows.flatMap((row) => {
        const position = row.line === null ? undefined : positions.get(row.line);
        return position === undefined ? [] : [[position, row] as const];
      }),
    );
  }

  async #origin(): Promise<string> {
    try {
      return await readFile(join(this.#folder, 'origin'), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new DashboardError('not_found', { code: 'rows_not_kept' });
    }
  }

  async #draft(): Promise<Draft> {
    try {
      return JSON.parse(await readFile(join(this.#folder, 'draft.json'), 'utf8')) as Draft;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NEW_DRAFT;
      throw error;
    }
  }

  #writeDraft(draft: Draft): Promise<void> {
    return this.#write('draft.json', Buffer.from(JSON.stringify(draft)));
  }

  /** Replaces a file completely, or not at all. */
  async #write(name: string, content: Buffer): Promise<void> {
    const temporary = join(this.#folder, `.${randomUUID()}`);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(this.#folder, name));
  }
}
