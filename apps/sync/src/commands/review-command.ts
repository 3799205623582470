import { type ListedReview, listReviews } from '@care-atlas/data/sync';
import { type Command, InvalidArgumentError } from 'commander';
import { shortened } from '../rows/clean-text.js';
import { addReason, type CorrectionOptions, runCorrection } from './correction-command.js';
import type { CommandDependencies } from './dependencies.js';
import { runWithHistory } from './history-command.js';
import { tableLines } from './table.js';

const MAX_LISTED = 100;
const SHOWN_CHARACTERS = 60;
const HEAD = ['ID', 'DATE', 'OF', 'AUTHOR', 'STARS', 'TEXT', 'STATE'];

/** Adds the commands that find reviews and reply to them. `hide` hides one. */
export function addReviewCommands(program: Command, dependencies: CommandDependencies): void {
  program
    .command('find-reviews')
    .summary('list reviews with their ids')
    .description(
      `Lists the newest ${MAX_LISTED} reviews with a text, with the ids by which \`hide\` and \`reply\` name them. Hidden ones, too.`,
    )
    .argument(
      '<TEXT>',
      'part of the text, the author or the reply, or the id of the review or of its doctor or clinic',
    )
    .action((text: string, _options: object, command: Command) =>
      runWithHistory(command, dependencies, async (_history, { json, write }, database) => {
        const { reviews, total } = await listReviews(database, { text, limit: MAX_LISTED, offset: 0 });
        if (json) return reviews.forEach((review) => write(JSON.stringify(review)));
        if (reviews.length === 0) return write('No review has this text.');
        tableLines(HEAD, reviews.map(cellsOf)).forEach(write);
        if (total > reviews.length) write(`${total - reviews.length} older ones are not listed.`);
      }),
    );
  addReason(
    program
      .command('reply')
      .summary('reply to a review')
      .description(
        'Shows a reply of the doctor or clinic with a review. Of several, the last one counts; `withdraw` takes it back.',
      ),
  )
    .argument('<review>', 'the kind of the record: review', kindOf)
    .argument('<ID>', 'id of the review, as `find-reviews` lists it')
    .requiredOption('--text <TEXT>', 'the reply, as everybody reads it')
    .action(
      (record: 'review', key: string, options: CorrectionOptions & { text: string }, command: Command) => {
        const { text, why } = options;
        const decision = { kind: 'reply', record, key, given: { text }, why, until: null } as const;
        return runCorrection(command, dependencies, decision, options);
      },
    );
}

function kindOf(text: string): 'review' {
  if (text.toLowerCase() === 'review') return 'review';
  throw new InvalidArgumentError('Give review.');
}

function cellsOf({ id, date, subjectName, author, rating, text, hiddenBy, reply }: ListedReview): string[] {
  const shown = shortened(text.replace(/\s+/g, ' '), SHOWN_CHARACTERS);
  const state = hiddenBy === null ? (reply ? 'replied' : 'shown') : `hidden by correction ${hiddenBy}`;
  return [id, date, subjectName, author, String(rating), shown, state];
}
