import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { finishJob, type ImportGuard, SyncBusyError } from '@care-atlas/data/sync';
import { errorText } from '../run/error-text.js';
import { parseMap, readMap } from '../mapping/read-map.js';
import type { ImportOptions } from '../run/import-options.js';
import { runImport } from '../run/import-run.js';
import type { ImportSummary } from '../run/import-summary.js';
import { Progress } from '../run/progress.js';
import { SOURCES } from '../sources/source-table.js';
import { NO_GUARD, optionsOf, withLimit } from './import-guard.js';
import type { Report, Task } from './task.js';

const PROGRESS_MS = 1_000;
const SHOWN_CHANGES = 100;

/** What a task uses. */
interface TaskDependencies {
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  /** Receives lines of progress. */
  readonly onProgress: (line: string) => void;
}

/** Checks or imports one file. It never throws. */
export async function performTask(task: Task, dependencies: TaskDependencies): Promise<Report> {
  try {
    return await (task.kind === 'check' ? check(task, dependencies) : importFile(task, dependencies));
  } catch (error) {
    if (error instanceof SyncBusyError) return { kind: 'busy' };
    const kind = isDatabaseUnavailable(error) ? 'unavailable' : 'failed';
    return { kind, reason: errorText(error) };
  }
}

/** Finds out what an import would do, also beyond the limits. A check is an import that is rolled back. */
async function check(task: Task, dependencies: TaskDependencies): Promise<Report> {
  let guard: ImportGuard = NO_GUARD;
  for (;;) {
    try {
      const options = { ...optionsOf(guard), dryRun: true, changes: SHOWN_CHANGES };
      const summary = await run(task, options, dependencies);
      return { kind: 'checked', guard: guard.reasons.length > 0 ? guard : null, summary };
    } catch (error) {
      const found = withLimit(guard, error);
      if (!found) throw error;
      guard = found;
    }
  }
}

async function importFile(task: Task, dependencies: TaskDependencies): Promise<Report> {
  const { guard } = task;
  const summary = await run(
    task,
    {
      ...optionsOf(guard ?? NO_GUARD),
      // Whoever withdraws it before this moment has withdrawn it.
      beforeCommit: (client, { runId }) =>
        finishJob(client, task, { at: dependencies.clock(), runId, notice: '' }),
    },
    dependencies,
  );
  return { kind: 'imported', summary };
}

async function run(
  task: Task,
  more: Partial<ImportOptions>,
  { clock, signal, onProgress }: TaskDependencies,
): Promise<ImportSummary> {
  const { databaseUrl, path, fileName, rejects, actor, limits, evidenceDays } = task;
  const { extractedAt, map: name, mapText, ...settings } = task.settings;
  const source = SOURCES.find(({ name }) => name === task.source)!;
  const readMapOf = (name: string) =>
    mapText === undefined ? readMap(name, source) : parseMap(name, mapText, source);
  const map = name === undefined ? undefined : await readMapOf(name);
  const progress = new Progress({ write: onProgress }, clock, PROGRESS_MS);
  try {
    return await runImport(source, path, {
      ...settings,
      extractedAt: extractedAt === undefined ? undefined : new Date(extractedAt),
      databaseUrl,
      now: clock(),
      progress,
      signal,
      actor,
      limits,
      evidenceDays,
      map,
      name: fileName,
      rejects,
      ...more,
    });
  } finally {
    progress.end();
  }
}
