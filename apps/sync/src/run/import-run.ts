import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { migrate } from '@care-atlas/data/connection';
import { recordFailedRun, runSync, shippedExtractTime, type SyncReject } from '@care-atlas/data/sync';
import type { SourceFacts, SyncResult, SyncWriter } from '@care-atlas/data/sync';
import { sourceName } from '@care-atlas/domain/records';
import type { InputFormat } from '../formats/input-format.js';
import { SourceFile } from '../conversions/source-file.js';
import { formatOf } from '../mapping/mapped-format.js';
import { type ReadableFile, withPackage } from '../packages/with-package.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { Source } from '../sources/source.js';
import { DoubtfulFields } from './doubtful-fields.js';
import { FileRows } from './file-rows.js';
import type { ImportSummary } from './import-summary.js';
import { CONFIRMS_PARTIALLY, confirmsPartially, type ImportOptions } from './import-options.js';
import {
  DEFAULT_NOTE_LIMIT,
  DEFAULT_REJECT_LIMIT,
  requireFewFaults,
  requireRejectLimit,
} from './reject-limit.js';
import { RejectsFile, rejectsPath, requireRejectsPath } from './rejects-file.js';

/** Maximum number of rejected rows, and of rows with notes, in the summary. The rejects file has all of them. */
const MAX_REJECTIONS = 100;
const MAX_CHANGED = 0.05;
/** Maximum size of a rejects file that is stored with its run. */
const MAX_STORED_BYTES = 10_000_000;

/**
 * Imports a file completely, or not at all. The database is migrated first. A file that cannot be read is recorded as a
 * failed run, like any other failure. A row that cannot be used is written to the rejects file.
 * @throws UnusableInput when the file cannot be imported as it is, and what the database throws
 */
export async function runImport(
  source: Source,
  path: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { databaseUrl, progress, rejects, name = path } = options;
  if (confirmsPartially(source, options)) throw new UnusableInput(CONFIRMS_PARTIALLY);
  if (rejects !== undefined) await requireRejectsPath(rejects, name);
  progress.step(`Checking ${name}`);
  return withPackage(
    path,
    source,
    options,
    async (readable) => {
      const { file, format } = await openFile(source, readable, options);
      progress.step('Preparing the database');
      await migrate(databaseUrl);
      return new Import(source, readable, file, format, options).run();
    },
    (fault) => recordUnusable(source, name, options, fault),
  );
}

/** Opens a file. One that is unusable is recorded as a failed run. */
async function openFile(
  source: Source,
  { path, name, map }: ReadableFile,
  options: ImportOptions,
): Promise<{ file: SourceFile; format: InputFormat }> {
  const { encoding, limits } = options;
  let file: SourceFile | undefined;
  try {
    file = await SourceFile.open(path, name, encoding, limits);
    return { file, format: formatOf(file, source, map) };
  } catch (error) {
    return recordUnusable(source, name, options, error, file?.hash);
  }
}

/** Records input that cannot be imported as a failed run, unless it is a dry run. @throws the error */
async function recordUnusable(
  source: Source,
  path: string,
  { databaseUrl, now, dryRun, list }: ImportOptions,
  error: unknown,
  fileHash?: string,
): Promise<never> {
  if (!(error instanceof UnusableInput) || dryRun) throw error;
  const run = { source: sourceName(source.name, list), fileName: basename(path), fileHash };
  // The fault of the file matters more than a failure to record it.
  await migrate(databaseUrl)
    .then(() => recordFailedRun(databaseUrl, run, now, error.message))
    .catch(() => undefined);
  throw error;
}

/** One import of one file. */
class Import {
  readonly #rejects: RejectsFile;
  readonly #rejections: SyncReject[] = [];
  #fieldNotes: SyncReject[] = [];
  readonly #doubtful: DoubtfulFields;
  #faults = 0;
  #noted = 0;
  #rows: FileRows | undefined;

  constructor(
    private readonly source: Source,
    private readonly readable: ReadableFile,
    private readonly file: SourceFile,
    private readonly format: InputFormat,
    private readonly options: ImportOptions,
  ) {
    const target = (extension: string) => options.rejects ?? rejectsPath(readable.name, extension);
    this.#rejects = new RejectsFile(format, target);
    this.#doubtful = new DoubtfulFields(Object.keys(source.columns));
  }

  async run(): Promise<ImportSummary> {
    const { databaseUrl, now, complete = false, agency, list, extractedAt, signal, progress } = this.options;
    const { source, file } = this;
    const startedAt = performance.now();
    let rejectsFile: string | undefined;
    const result = await runSync(
      databaseUrl,
      {
        source: sourceName(source.name, list),
        fileName: file.name,
        fileHash: file.hash,
        extractedAt: extractedAt ?? shippedExtractTime(file.hash),
        facts: this.#facts,
      },
      now,
      async (writer) => {
        this.#rows = this.#rowsFor(writer);
        try {
          await source.write(this.#rows, writer, { complete, now, agency, list });
          if (complete) this.#requireLastPage();
        } finally {
          // Before the end of the run: a rejected row that cannot be written must not be lost.
          rejectsFile = await this.#closeRejects(writer);
        }
        signal?.throwIfAborted();
        const { counts, noted, doubtful } = writer;
        this.#noted = noted;
        const { maxRejects = DEFAULT_REJECT_LIMIT, maxNotes } = this.options;
        const faulty = { name: this.readable.name, rejects: rejectsFile };
        requireRejectLimit(
          '--max-rejects',
          counts.rejected,
          counts.read,
          maxRejects,
          faulty,
          this.#rejections[0],
        );
        // A word that the vocabulary lacks takes nothing else away, and doubtful hours are known to be that.
        const bad = noted - doubtful;
        requireRejectLimit(
          '--max-notes',
          bad,
          counts.read,
          maxNotes ?? DEFAULT_NOTE_LIMIT,
          faulty,
          this.#fieldNotes[0],
        );
        this.#doubtful.requireFew(maxNotes, faulty);
        progress.step('Creating the new dataset version');
      },
      {
        ...this.options,
        maxChanged: this.options.maxChanged ?? MAX_CHANGED,
        isSample: this.readable.isSample,
        absent: () => this.#rows!.absent(source.fields ?? {}),
        // The limit is checked above, where it may also be a number of rows.
        maxRejected: 1,
        onProgress: (line) => progress.updateWriting(line),
        onReject: (reject) => this.#onReject(reject),
      },
    );
    return this.#summary(result, rejectsFile, (performance.now() - startedAt) / 1000);
  }

  /** How the file says that its source has more records, and where all of its pages belong; undefined where it does not. */
  get #endsEarly(): { readonly mark: string; readonly place: string } | undefined {
    if (this.format.endsEarly) return { mark: 'exceededTransferLimit', place: 'in one file' };
    return this.readable.endsEarly
      ? { mark: 'a link to the next page', place: 'from one folder' }
      : undefined;
  }

  get #pageNotice(): string {
    const { mark } = this.#endsEarly ?? {};
    return mark
      ? `${this.file.name} is one page of several: it says that more records follow (${mark}).`
      : '';
  }

  #requireLastPage(): void {
    if (!this.#endsEarly) return;
    const { mark, place } = this.#endsEarly;
    throw new UnusableInput(
      `${this.file.displayName} is not complete: its last page says that more follow (${mark}). Import all pages ${place}.`,
    );
  }

  /** What the operator states about the source; undefined when nothing. */
  get #facts(): SourceFacts | undefined {
    const { publisher, licence, attribution, redistributable, method, confirms } = this.options;
    const facts = { publisher, licence, attribution, redistributable, method, confirms };
    return Object.values(facts).some((fact) => fact !== undefined) ? facts : undefined;
  }

  /** Whether records that the file lacks expire or close. Without an option for it, every file is complete. */
  get #removes(): boolean {
    const { removesRecords = false, complete } = this.source;
    return removesRecords && (complete === undefined || this.options.complete === true);
  }

  #rowsFor(writer: SyncWriter): FileRows {
    const { signal } = this.options;
    return new FileRows(
      this.format,
      this.#bytes(),
      writer,
      this.#rejects,
      this.#removes,
      this.#doubtful,
      signal,
    );
  }

  async *#bytes(): AsyncGenerator<Buffer> {
    const { progress } = this.options;
    let bytes = 0;
    progress.startReading(this.file.name, this.file.size);
    yield* this.file.bytes((count) => {
      bytes += count;
      progress.updateReading(bytes, this.#rows?.count ?? 0);
    });
    progress.startWriting(() => this.#rows?.count ?? 0);
  }

  #onReject(reject: SyncReject): void {
    requireFewFaults(++this.#faults);
    const rejections = reject.kind === 'row' ? this.#rejections : this.#fieldNotes;
    if (rejections.length < MAX_REJECTIONS) rejections.push(reject);
    // A row that is rejected after its values were read is no row with left-out values any more.
    if (reject.kind === 'row' && reject.line !== null)
      this.#fieldNotes = this.#fieldNotes.filter(({ line }) => line !== reject.line);
    if (reject.kind === 'row' && reject.line !== null) this.#rows?.withdrawNotes(reject.line);
    this.#rejects.onReject(reject);
  }

  /** Reads the file again for the rows that the database rejected, and stores the complete rejects file with the run. */
  async #closeRejects(writer: SyncWriter): Promise<string | undefined> {
    const { missing } = this.#rejects;
    if (missing.size > 0) {
      for await (const batch of formatOf(this.file, this.source, this.readable.map).rows(this.file.bytes()))
        for (const row of batch) {
          const reject = missing.get(row.line);
          if (reject) this.#rejects.add(row, reject);
        }
    }
    const path = await this.#rejects.close();
    const { map } = this.readable;
    if (path !== undefined && (await stat(path)).size <= MAX_STORED_BYTES)
      writer.keepRejects({
        format: this.format.rejects.extension,
        content: await readFile(path),
        map: map && { name: basename(map.name), text: map.text },
      });
    return path;
  }

  #summary(
    {
      runId,
      version,
      counts,
      differences,
      changed,
      notice,
      removedSample,
      report,
      lacks,
      extractedAt,
      repeats,
    }: SyncResult,
    rejectsFile: string | undefined,
    seconds: number,
  ): ImportSummary {
    const { notes, count, unknownColumns } = this.#rows!;
    const { read: _, ...changes } = counts;
    return {
      source: sourceName(this.source.name, this.options.list),
      file: this.file.name,
      sha256: this.file.hash,
      dryRun: this.options.dryRun === true,
      complete: this.options.complete === true,
      map: this.readable.map?.name ?? null,
      extractedAt: extractedAt.toISOString(),
      repeats,
      rows: count,
      ...changes,
      leftOut: (report.leftOut ?? []).map(({ reason, rows }) => ({ reason, rows })),
      notes,
      unknownColumns,
      rejections: this.#rejections,
      noted: this.#noted,
      fieldNotes: this.#fieldNotes,
      rejectsFile: rejectsFile ?? null,
      notice: [notice, this.#pageNotice].filter(Boolean).join(' ') || null,
      removedSample: removedSample ?? null,
      report,
      lacks,
      differences: this.options.dryRun ? differences : [],
      changed,
      seconds: Math.round(seconds * 100) / 100,
      version: version ?? null,
      runId: runId ?? null,
    };
  }
}
