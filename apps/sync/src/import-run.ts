import { migrate } from '@care-atlas/data/database';
import { runSync } from '@care-atlas/data/sync-run';
import type { CsvRow } from './csv-row.js';
import { csvRows } from './csv-rows.js';
import type { ImportSummary } from './import-summary.js';
import type { Progress } from './progress.js';
import type { Source } from './source.js';
import { SourceFile } from './source-file.js';
import { Tally } from './tally.js';

/** What an import needs besides its source and its file. */
export interface ImportSetting {
  readonly databaseUrl: string;
  /** When the import starts. */
  readonly now: Date;
  readonly progress: Progress;
}

/**
 * Imports a file, all of it or nothing. The database is migrated first. A file that can be read but holds a wrong
 * value is recorded as a run that failed.
 * @throws UnusableInput when the file cannot be imported as it is, and whatever the database throws
 */
export async function runImport(
  source: Source,
  path: string,
  { databaseUrl, now, progress }: ImportSetting,
): Promise<ImportSummary> {
  progress.now(() => `Checking ${path}`);
  const file = await SourceFile.open(path);
  progress.now(() => 'Preparing the database');
  await migrate(databaseUrl);

  const tally = new Tally();
  const about = { source: source.name, fileName: file.name, fileHash: file.hash };
  const { runId, version, counts } = await runSync(databaseUrl, about, now, async (writer) => {
    await source.write(rowsOf(source, file, tally, progress), writer, tally);
    writer.reject(tally.rejected);
  });
  const { created, updated, unchanged } = counts;
  return {
    source: source.name,
    file: file.name,
    sha256: file.hash,
    rows: tally.rows,
    created,
    updated,
    unchanged,
    leftOut: Array.from(tally.leftOut, ([reason, rows]) => ({ reason, rows })),
    rejected: tally.rejected,
    rejections: tally.rejections,
    version,
    runId,
  };
}

async function* rowsOf(
  source: Source,
  file: SourceFile,
  tally: Tally,
  progress: Progress,
): AsyncGenerator<CsvRow> {
  let bytes = 0;
  progress.now(() => `Reading ${file.name}: ${tally.rows} rows, ${Math.floor((100 * bytes) / file.size)} %`);
  const content = file.bytes((count) => {
    bytes += count;
  });
  for await (const row of csvRows(file.path, content, Object.keys(source.columns))) {
    tally.rows++;
    yield row;
  }
  progress.now(() => `Writing what was read from ${file.name}`);
}
