import type { Command } from 'commander';
import { look } from './history-command.js';
import { momentOption } from './time-option.js';
import type { Surroundings } from './dependencies.js';

/** Adds the command that keeps the history from growing for ever. */
export function addPruneCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('prune')
    .summary('forgets what old imports changed')
    .description(
      'Forgets what old imports changed, record by record, and the rows that they rejected. The imports stay in the list with their counts, and the directory is as it was.',
    )
    .requiredOption(
      '--before <TIME>',
      'of imports that started before 2026-10-03, or 2026-10-03T02:00:00-04:00',
      momentOption,
    )
    .action((options: { before: Date }, command: Command) =>
      look(command, surroundings, async (history, { json, write }) => {
        const before = options.before.toISOString();
        const { changes, rejects } = await history.prune(options.before);
        if (json) return write(JSON.stringify({ before, changes, rejects }));
        write(`Forgot ${changes} changes and ${rejects} rejected rows of imports before ${before}.`);
      }),
    );
}
