import { runSync, type SyncOptions, type SyncResult } from '@care-atlas/data/sync';
import { CORRECTIONS } from '@care-atlas/domain/records';
import type { Command } from 'commander';
import { firstChangeLines, versionLines } from '../run/change-lines.js';
import { addReason } from './correction-command.js';
import { type CommandDependencies, confirm, count, isJson, migratedUrl } from './dependencies.js';
import { publishAfterRun } from './publish-command.js';

interface ForgetOptions {
  readonly why: string;
  readonly by?: string;
  readonly dryRun?: true;
  readonly changes?: number;
  readonly confirmExpiry?: number;
  readonly yes?: true;
}

/** Adds the command that takes a source out of the directory. */
export function addForgetCommand(program: Command, dependencies: CommandDependencies): void {
  const command = program
    .command('forget')
    .summary('take everything that a source said out of the directory')
    .description(
      'Forgets a source: no open record has a value from it, and clinics and doctors that no other source lists end. ' +
        'What would change is shown first. An import of the source brings it back.',
    )
    .argument('<SOURCE>', 'name of the source, such as odhf, as `runs` lists it');
  addReason(command)
    .option('--dry-run', 'only show what would change')
    .option('--changes <N>', 'the maximum number of changes to show (default: 20)', count)
    .option(
      '--confirm-expiry <COUNT>',
      'let exactly this number of records end; the refused command names the number',
      count,
    )
    .option('--yes', 'do not ask for confirmation')
    .action(async (source: string, options: ForgetOptions) => {
      const { actor, clock, output, signal } = dependencies;
      const { why, by = actor, dryRun = false, changes, confirmExpiry, yes = false } = options;
      const databaseUrl = await migratedUrl(command, dependencies);
      const asJson = isJson(command);
      const run = (more: SyncOptions) =>
        runSync(databaseUrl, { source: CORRECTIONS }, clock(), (writer) => writer.forget(source, by, why), {
          actor,
          signal,
          changes,
          confirmExpiry,
          ...more,
        });
      const preview = await run({ dryRun: true });
      if (dryRun || !asJson) output.write(asJson ? jsonLine(source, preview) : previewText(source, preview));
      if (dryRun) return;
      if (!yes)
        await confirm(command, dependencies, `What ${source} said will be taken out of the directory.`);
      const done = await run({});
      output.write(asJson ? jsonLine(source, done) : `Forgot ${source}.\n${versionLines(done).join('\n')}\n`);
      await publishAfterRun(databaseUrl, dependencies, 'The change is made');
    });
}

function jsonLine(source: string, { runId, version, counts, notice, differences }: SyncResult): string {
  const { read: records, expired, closed, updated, kept } = counts;
  const result = {
    forgotten: source,
    dryRun: runId === undefined,
    runId: runId ?? null,
    version: version ?? null,
    records,
    expired,
    closed,
  };
  return `${JSON.stringify({ ...result, updated, kept, notice: notice || null, differences })}\n`;
}

function previewText(source: string, result: SyncResult): string {
  const { counts, notice, differences } = result;
  const lines = [
    `To forget ${source} would take back ${counts.read} ${counts.read === 1 ? 'record' : 'records'}:`,
    `  ${counts.expired} doctors expire, and ${counts.closed} clinics close`,
    ...(notice ? [notice] : []),
    ...(differences.length > 0
      ? [`The first changes (${differences.length}) would be:`, ...firstChangeLines(result, source)]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
