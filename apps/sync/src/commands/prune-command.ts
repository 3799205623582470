import type { Command } from 'commander';
import type { CommandDependencies } from './dependencies.js';
import { runWithHistory } from './history-command.js';
import { timeOption } from './time-option.js';

/** Adds the command that limits the growth of the history. */
export function addPruneCommand(program: Command, dependencies: CommandDependencies): void {
  program
    .command('prune')
    .summary('delete the details of old imports')
    .description(
      'Deletes what old imports changed, record by record, and the rows that they rejected. The imports stay in the list with their counts. The directory does not change.',
    )
    .requiredOption(
      '--before <TIME>',
      'delete the details of imports that started before this time: 2026-10-03, or 2026-10-03T02:00:00-04:00',
      timeOption,
    )
    .action((options: { before: Date }, command: Command) =>
      runWithHistory(command, dependencies, async (history, { json, write }) => {
        const before = options.before.toISOString();
        const { changes, rejects } = await history.prune(options.before);
        if (json) return write(JSON.stringify({ before, changes, rejects }));
        write(`Deleted ${changes} changes and ${rejects} rejected rows of imports before ${before}.`);
      }),
    );
}
