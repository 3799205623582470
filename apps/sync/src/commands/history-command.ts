import { COMMAND_OPTIONS, type Database, openDatabase } from '@care-atlas/data/connection';
import { skippedRows, SyncHistory, type SyncRunRecord, type UnmatchedRecords } from '@care-atlas/data/sync';
import { CORRECTIONS } from '@care-atlas/domain/records';
import { torontoDate } from '@care-atlas/domain/rules';
import type { Command } from 'commander';
import { changeLines } from '../run/change-lines.js';
import { rejectLines } from '../run/import-summary.js';
import { reportLines } from '../run/report-lines.js';
import {
  type CommandDependencies,
  confirm,
  isJson,
  migratedUrl,
  pastTimeOption,
  wholeNumber,
} from './dependencies.js';
import { tableLines } from './table.js';

const DEFAULT_LIMIT = 20;
const MAX_RUNS = 10_000;
const limit = wholeNumber(1, MAX_RUNS, `Give a number from 1 to ${MAX_RUNS}.`);
const ID_CHARACTERS = 8;
/** The right-aligned columns of the table of runs. */
const NUMBER_COLUMNS = new Set([4, 5, 6, 7, 8]);

/** The counts of changes: when all are zero, the run changed nothing. */
const CHANGE_COUNTS = [
  'created',
  'updated',
  'expired',
  'unexpired',
  'opened',
  'closed',
  'reopened',
  'matched',
] as const;

/** Adds the commands that show the history of imports, and limit its growth. */
export function addHistoryCommands(program: Command, dependencies: CommandDependencies): void {
  const pastTime = (text: string) => pastTimeOption(text, dependencies.clock());
  program
    .command('runs')
    .summary('list the latest imports')
    .description('Lists the latest imports, newest first, including failed ones.')
    .option('--limit <N>', `maximum number of imports (default: ${DEFAULT_LIMIT})`, limit)
    .action((options: { limit?: number }, command: Command) =>
      runWithHistory(command, dependencies, async (history, { json, write }) => {
        const runs = await history.runs(options.limit ?? DEFAULT_LIMIT);
        if (json) return runs.forEach((run) => write(JSON.stringify(run)));
        if (runs.length === 0) return write('Nothing has been imported yet.');
        table(runs).forEach(write);
      }),
    );
  program
    .command('show')
    .summary('show what one import did')
    .description(
      'Shows what one import did: its counts, why it failed, the first rejected rows, and a report.',
    )
    .argument('<RUN>', 'id of the run, or its first characters, as `runs` lists them')
    .action((id: string, _options: object, command: Command) =>
      runWithHistory(command, dependencies, async (history, { json, write }) => {
        const run = await runOf(history, id);
        const rejects = await history.rejects(run.id);
        const report = (await history.report(run.id)) ?? null;
        if (json) return write(JSON.stringify({ ...run, report, rejects }));
        runLines(run).forEach(write);
        const notes = rejects.filter(({ kind }) => kind !== 'row');
        const rows = rejects.filter(({ kind }) => kind === 'row');
        for (const line of rejectLines(rows, run.counts.rejected)) write(line.slice(2));
        if (notes.length > 0) write(`rows of which values were left out: ${notes.length}`);
        for (const line of rejectLines(notes, notes.length)) write(line.slice(2));
        if (report) reportLines(report).forEach(write);
      }),
    );
  program
    .command('diff')
    .summary('show what one import changed, field by field')
    .description('Shows what one import changed, record by record and field by field.')
    .argument('<RUN>', 'id of the run, or its first characters, as `runs` lists them')
    .action((id: string, _options: object, command: Command) =>
      runWithHistory(command, dependencies, async (history, { json, write }) => {
        const run = await runOf(history, id);
        let changes = 0;
        for await (const change of history.changes(run.id)) {
          changes++;
          if (json) write(JSON.stringify(change));
          else changeLines(change, run.source).forEach(write);
        }
        if (changes === 0 && !json) write(nothingText(run));
      }),
    );
  program
    .command('unmatched')
    .summary('list what waits for its doctor or clinic')
    .description(
      'Lists the services, reviews and observations whose doctor or clinic is not in the directory. They are tried again after each import.',
    )
    .option('--limit <N>', `maximum number of records (default: ${DEFAULT_LIMIT})`, limit)
    .action((options: { limit?: number }, command: Command) =>
      runWithHistory(command, dependencies, async (history, { json, write }) => {
        const unmatched = await history.unmatched(options.limit ?? DEFAULT_LIMIT);
        if (json) return write(JSON.stringify(unmatched));
        unmatchedLines(unmatched).forEach(write);
      }),
    );
  program
    .command('prune')
    .summary('delete the details of old imports')
    .description(
      'Deletes what old imports changed, record by record, and the rows that they rejected. The imports stay in the list with their counts. The directory does not change.',
    )
    .requiredOption(
      '--before <TIME>',
      'delete the details of imports that started before this time: 2026-10-03, 2026-10-03T02:00:00-04:00, or 400d for 400 days ago',
      pastTime,
    )
    .option(
      '--unmatched-before <TIME>',
      'delete also what waits for its doctor or clinic and was last received before this time',
      pastTime,
    )
    .option('--yes', 'do not ask for confirmation; required without a terminal')
    .action(async (options: { before: Date; unmatchedBefore?: Date; yes?: true }, command: Command) => {
      const before = options.before.toISOString();
      const { unmatchedBefore } = options;
      const waiting = unmatchedBefore
        ? ` So will what waits for its doctor or clinic, last received before ${unmatchedBefore.toISOString()}.`
        : '';
      const loss = `The changes and rejected rows of all imports before ${before} will be deleted for good.${waiting}`;
      if (!options.yes) await confirm(command, dependencies, loss);
      await runWithHistory(command, dependencies, async (history, { json, write }) => {
        const { changes, rejects, unmatched } = await history.prune(options.before, unmatchedBefore);
        if (json) return write(JSON.stringify({ before, changes, rejects, unmatched }));
        write(`Deleted ${changes} changes and ${rejects} rejected rows of imports before ${before}.`);
        if (unmatchedBefore)
          write(
            `Deleted ${unmatched} unmatched records last received before ${unmatchedBefore.toISOString()}.`,
          );
      });
    });
}

/** Returns why there are no changes to show. */
function nothingText({ counts }: SyncRunRecord): string {
  return CHANGE_COUNTS.some((name) => counts[name] > 0)
    ? 'The changes of this import were pruned; only its counts remain.'
    : 'This import changed nothing.';
}

interface Reply {
  readonly json: boolean;
  /** Writes a line. */
  readonly write: (line: string) => void;
}

/** Runs a command on the history of a database. */
export async function runWithHistory(
  command: Command,
  dependencies: CommandDependencies,
  work: (history: SyncHistory, reply: Reply, database: Database) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(await migratedUrl(command, dependencies), COMMAND_OPTIONS);
  try {
    const write = (line: string) => dependencies.output.write(`${line}\n`);
    await work(new SyncHistory(database), { json: isJson(command), write }, database);
  } finally {
    await database.close();
  }
}

async function runOf(history: SyncHistory, id: string): Promise<SyncRunRecord> {
  const run = await history.run(id);
  if (run) return run;
  throw new Error(
    `No run, or more than one, has an id that starts with ${JSON.stringify(id)}: \`runs\` lists the ids.`,
  );
}

function table(runs: readonly SyncRunRecord[]): string[] {
  const head = [
    'RUN',
    'STARTED (UTC)',
    'SOURCE',
    'STATUS',
    'READ',
    'CREATED',
    'UPDATED',
    'EXPIRED',
    'REJECTED',
    'FILE',
  ];
  const rows = runs.map(({ id, startedAt, source, status, counts, fileName }) => [
    id.slice(0, ID_CHARACTERS),
    startedAt.toISOString().slice(0, 19).replace('T', ' '),
    source,
    status,
    ...[counts.read, counts.created, counts.updated, counts.expired, counts.rejected].map(String),
    fileName ?? '',
  ]);
  return tableLines(head, rows, NUMBER_COLUMNS);
}

function runLines(run: SyncRunRecord): string[] {
  const isImport = run.source !== CORRECTIONS && run.status === 'succeeded';
  const rows = { ...run.counts, 'left out': isImport ? skippedRows(run.counts) : 0 };
  const counts = Object.entries(rows).filter(
    ([name, count]) => count !== 0 || ['read', 'created', 'updated', 'unchanged', 'rejected'].includes(name),
  );
  const facts: [string, string][] = [
    ['run', run.id],
    ['source', `${run.source}${run.complete ? ', complete' : ''}`],
    ['file', run.fileName ?? '-'],
    ['SHA-256', run.fileHash ?? '-'],
    ['started', run.startedAt.toISOString()],
    ['finished', run.finishedAt?.toISOString() ?? '-'],
    ['status', run.status],
    ...(run.reason === ''
      ? []
      : [[run.status === 'failed' ? 'reason' : 'notice', run.reason] as [string, string]]),
    ...counts.map(([name, count]): [string, string] => [name, String(count)]),
  ];
  return facts.map(([name, value]) => `${name.padEnd(10)} ${value}`);
}

function unmatchedLines({ counts, records }: UnmatchedRecords): string[] {
  if (counts.length === 0) return ['Nothing waits for its doctor or clinic.'];
  const total = counts.reduce((sum, { waiting }) => sum + waiting, 0);
  return [
    'Records that wait for their doctor or clinic:',
    ...counts.map(
      ({ record, source, waiting, oldest }) =>
        `  ${waiting} of the kind ${record} from ${source}, the oldest received ${torontoDate(oldest)}`,
    ),
    `The first ${records.length} of ${total}:`,
    ...records.map(({ record, registrationNumber, clinicId, source, receivedAt }) => {
      const subject = registrationNumber === null ? `clinic ${clinicId}` : `doctor ${registrationNumber}`;
      return `  ${record} of ${subject}, from ${source}, received ${torontoDate(receivedAt)}`;
    }),
  ];
}
