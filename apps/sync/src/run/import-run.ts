import { basename } from 'node:path';
import { migrate } from '@care-atlas/data/connection';
import { recordFailedRun, runSync, type SyncReject, type SyncResult } from '@care-atlas/data/sync';
import type { ImportSummary } from './import-summary.js';
import type { InputForm } from '../formats/input-form.js';
import { formOf } from '../formats/input-table.js';
import { Intake } from './intake.js';
import type { Progress } from './progress.js';
import { refuseManyRejects, type RejectLimit, USUAL_REJECTS } from './reject-limit.js';
import { RejectsFile, rejectsPath } from './rejects-file.js';
import type { ImportOptions, Source } from '../sources/source.js';
import { SourceFile } from '../formats/source-file.js';
import { UnusableInput } from '../formats/unusable-input.js';

/** What an import needs besides its source and its file. */
export interface ImportSetting {
  readonly databaseUrl: string;
  /** When the import starts. */
  readonly now: Date;
  readonly progress: Progress;
  /** What to call the file, where its path says nothing to a person. */
  readonly name?: string;
  readonly complete?: boolean;
  readonly extractedAt?: Date;
  readonly dryRun?: boolean;
  /** How many of its changes a dry run tells. */
  readonly changes?: number;
  /** Where rejected rows go; beside the file unless given. */
  readonly rejects?: string;
  readonly maxRejects?: RejectLimit;
  /** Share, 0 to 1. */
  readonly maxExpired?: number;
  readonly confirmedExpiry?: number;
  /** Ends the import, and nothing is imported then. */
  readonly signal?: AbortSignal;
}

/** So many rejections are told in the summary; all are in the rejects file. */
const KEPT_REJECTIONS = 100;

/**
 * Imports a file, all of it or nothing. The database is migrated first. A file that cannot be read is recorded as a
 * run that failed, like any other failure; a row that cannot be used goes to the rejects file.
 * @throws UnusableInput when the file cannot be imported as it is, and whatever the database throws
 */
export async function runImport(
  source: Source,
  path: string,
  setting: ImportSetting,
): Promise<ImportSummary> {
  const { databaseUrl, progress } = setting;
  progress.say(`Checking ${setting.name ?? path}`);
  const { file, form } = await openOrRecord(source, path, setting);
  progress.say('Preparing the database');
  await migrate(databaseUrl);
  return new Import(source, file, form, path, setting).run();
}

async function openOrRecord(
  source: Source,
  path: string,
  { databaseUrl, now, name, dryRun }: ImportSetting,
): Promise<{ file: SourceFile; form: InputForm }> {
  let file: SourceFile | undefined;
  try {
    file = await SourceFile.open(path, name);
    return { file, form: formOf(file, source) };
  } catch (error) {
    if (!(error instanceof UnusableInput) || dryRun) throw error;
    const about = { source: source.name, fileName: name ?? basename(path), fileHash: file?.hash };
    // That the file is at fault matters more than that this could not be written down.
    await migrate(databaseUrl)
      .then(() => recordFailedRun(databaseUrl, about, now, error.message))
      .catch(() => undefined);
    throw error;
  }
}

/** One import of one file. */
class Import {
  readonly #rejects: RejectsFile;
  readonly #rejections: SyncReject[] = [];
  #intake: Intake | undefined;

  constructor(
    private readonly source: Source,
    private readonly file: SourceFile,
    private readonly form: InputForm,
    path: string,
    private readonly setting: ImportSetting,
  ) {
    const target = (extension: string) => setting.rejects ?? rejectsPath(setting.name ?? path, extension);
    this.#rejects = new RejectsFile(form, target);
  }

  async run(): Promise<ImportSummary> {
    const { databaseUrl, now, dryRun = false, changes, maxExpired, confirmedExpiry, signal } = this.setting;
    const { source, file } = this;
    const about = { source: source.name, fileName: file.name, fileHash: file.hash };
    const begun = performance.now();
    let rejectsFile: string | undefined;
    const result = await runSync(
      databaseUrl,
      about,
      now,
      async (writer) => {
        this.#intake = new Intake(this.form, this.#bytes(), writer, this.#rejects, this.#isComplete, signal);
        try {
          await source.write(this.#intake, writer, this.#options);
        } finally {
          // Before the end of the run: what cannot be put into the rejects file must not disappear.
          rejectsFile = await this.#closeRejects();
        }
        signal?.throwIfAborted();
        refuseManyRejects(writer.counts, this.setting.maxRejects ?? USUAL_REJECTS, rejectsFile);
        this.setting.progress.say('Making the new dataset version');
      },
      {
        dryRun,
        ...(changes !== undefined && { differences: changes }),
        ...(maxExpired !== undefined && { maxExpired }),
        ...(confirmedExpiry !== undefined && { confirmedExpiry }),
        ...(signal && { signal }),
        // The limit is checked above, where it may also be a number of rows.
        maxRejected: 1,
        say: (line) => this.#sayWriting(line),
        onReject: (reject) => this.#hear(reject),
      },
    );
    return this.#summary(result, rejectsFile, (performance.now() - begun) / 1000);
  }

  get #options(): ImportOptions {
    const { complete = false, extractedAt, now } = this.setting;
    return { complete, extractedAt: extractedAt ?? now, now };
  }

  /** Of a source that has no option for it every file is complete. */
  get #isComplete(): boolean {
    const { takesAway = false, complete } = this.source;
    return takesAway && (complete === undefined || this.setting.complete === true);
  }

  async *#bytes(): AsyncGenerator<Buffer> {
    const { progress } = this.setting;
    let bytes = 0;
    progress.reading(this.file.name, this.file.size);
    yield* this.file.bytes((count) => {
      bytes += count;
      progress.read(bytes, this.#intake?.rows ?? 0);
    });
    progress.say(`Writing what was read from ${this.file.name}`);
  }

  #sayWriting(line: string): void {
    // While the file is being read, its own progress says more.
    if (!this.setting.progress.isReading) this.setting.progress.say(`Writing: ${line}`);
  }

  #hear(reject: SyncReject): void {
    if (this.#rejections.length < KEPT_REJECTIONS) this.#rejections.push(reject);
    this.#rejects.hear(reject);
  }

  /** Rows that the database rejected have gone by: they are looked for once more. */
  async #closeRejects(): Promise<string | undefined> {
    const { late } = this.#rejects;
    if (late.size > 0) {
      for await (const batch of formOf(this.file, this.source).rows(this.file.bytes()))
        for (const row of batch) {
          const reject = late.get(row.line);
          if (reject) this.#rejects.add(row, reject);
        }
    }
    return this.#rejects.close();
  }

  #summary(
    { runId, version, counts, differences, notice }: SyncResult,
    rejectsFile: string | undefined,
    seconds: number,
  ) {
    const { leftOut, notes, rows } = this.#intake!;
    const { read: _, ...changes } = counts;
    return {
      source: this.source.name,
      file: this.file.name,
      sha256: this.file.hash,
      dryRun: this.setting.dryRun === true,
      complete: this.setting.complete === true,
      rows,
      ...changes,
      leftOut: listed(leftOut),
      notes: listed(notes),
      rejections: this.#rejections,
      rejectsFile: rejectsFile ?? null,
      notice: notice || null,
      differences: this.setting.dryRun ? differences : [],
      seconds: Math.round(seconds * 100) / 100,
      version: version ?? null,
      runId: runId ?? null,
    };
  }
}

function listed(of: ReadonlyMap<string, number>): ImportSummary['notes'] {
  return Array.from(of, ([reason, rows]) => ({ reason, rows }));
}
