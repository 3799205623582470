import { migrate } from '@care-atlas/data/connection';
import {
  type CorrectionRecord,
  type CorrectionRequest,
  type Decision,
  DUPLICATE_REASONS,
  duplicateClinics,
  type DuplicatePair,
} from '@care-atlas/data/sync';
import {
  CORRECTION_SUBJECTS,
  CORRECTIONS,
  type CorrectionSubject,
  REASON_LENGTH,
} from '@care-atlas/domain/records';
import { endOfDay } from '@care-atlas/domain/rules';
import { type Command, InvalidArgumentError } from 'commander';
import {
  CORRECTABLE,
  type Correctable,
  correctableColumns,
  givenValues,
} from '../corrections/corrected-values.js';
import { runDecision } from '../corrections/decision.js';
import { firstChangeLines, versionLines } from '../run/change-lines.js';
import { Progress } from '../run/progress.js';
import { type CommandDependencies, databaseUrlOf, isJson, timeOption, wholeNumber } from './dependencies.js';
import { runWithHistory } from './history-command.js';
import { publishAfterRun } from './publish-command.js';
import { tableLines } from './table.js';

const numberOf = wholeNumber(0, 999_999_999, 'Give the number of a correction, as `corrections` lists it.');

export interface CorrectionOptions {
  readonly why: string;
  readonly until?: Date;
  readonly by?: string;
}

/** Adds the commands that correct records against their sources, and take corrections back. */
export function addCorrectionCommands(program: Command, dependencies: CommandDependencies): void {
  const add = (name: string, summary: string, description: string) =>
    addReason(program.command(name).summary(summary).description(description));
  const make = (command: Command, correction: Target, options: CorrectionOptions) => {
    const { why, until } = options;
    if (until && until <= dependencies.clock())
      command.error('error: --until is in the past: give the time at which the correction ends.');
    const decision = { given: {}, ...correction, why, until: until?.toISOString() ?? null };
    return runCorrection(command, dependencies, decision, options);
  };

  addEnd(
    add(
      'correct',
      'correct fields of a doctor or clinic, whatever its source says',
      'Corrects fields of a doctor or clinic. Every later import leaves the corrected values in place.',
    ),
  )
    .argument('<doctor|clinic>', 'the kind of the record', kindIn(CORRECTABLE))
    .argument('<ID>', 'registration number of the doctor, or id of the clinic')
    .argument(
      '<FIELD=VALUE...>',
      'corrected fields, such as phone=416-555-0101; an empty value empties the field',
    )
    .addHelpText('after', CORRECTABLE.map(fieldHelp).join(''))
    .action(
      async (
        record: Correctable,
        key: string,
        values: string[],
        options: CorrectionOptions,
        command: Command,
      ) => make(command, { kind: 'correct', record, key, given: givenValues(record, values) }, options),
    );
  for (const [kind, kinds, summary, description] of [
    [
      'hide',
      CORRECTION_SUBJECTS,
      'take a doctor, clinic or review out of the directory',
      'Hides a doctor, clinic or review: it is in no list, and answers as one that the directory does not have. Ratings and signals are computed without a hidden review. `withdraw` shows it again.',
    ],
    [
      'pin',
      CORRECTABLE,
      'keep a doctor or clinic that complete files lack',
      'Keeps a doctor or clinic listed, although complete files lack it. It does not list a doctor whose registration the register itself ended.',
    ],
  ] as const)
    addEnd(add(kind, summary, description))
      .argument(`<${kinds.join('|')}>`, 'the kind of the record', kindIn<CorrectionSubject>(kinds))
      .argument('<ID>', `registration number of the doctor, or id of the ${kinds.slice(1).join(' or ')}`)
      .action((record: CorrectionSubject, key: string, options: CorrectionOptions, command: Command) =>
        make(command, { kind, record, key }, options),
      );
  for (const [kind, role, summary, description, argument] of [
    [
      'merge',
      'into',
      'merge a clinic into another that is the same',
      'Merges a clinic into another: its doctors, reviews, services and observations count as those of the other, which answers for it. Later imports of either go on.',
      'the clinic that disappears, and the one that stays',
    ],
    [
      'apart',
      'from',
      'say that two clinics are not the same',
      'Says that two clinics are not the same, so that `duplicates` no longer lists them.',
      'the two clinics',
    ],
  ] as const)
    addEnd(add(kind, summary, description))
      .usage(`[options] <CLINIC> [${role}] <CLINIC>`)
      .argument('<CLINIC...>', `the ids of ${argument}`)
      .action((words: string[], options: CorrectionOptions, command: Command) => {
        const ids = words.filter((word) => word.toLowerCase() !== role);
        const [key = '', other = ''] = ids;
        if (ids.length !== 2) command.error(`error: give two clinics: ${argument}.`);
        return make(command, { kind, record: 'clinic', key, given: { [role]: other } }, options);
      });
  add('withdraw', 'take a correction back', 'Ends a correction: the record is again as its sources say.')
    .argument('<ID>', 'id of the correction, as `corrections` lists it', numberOf)
    .action((withdraws: number, options: CorrectionOptions, command: Command) =>
      runCorrection(command, dependencies, { withdraws, why: options.why }, options),
    );
  program
    .command('corrections')
    .summary('list all corrections')
    .description('Lists all corrections, also those that ended or were withdrawn.')
    .action((_options: object, command: Command) =>
      runWithHistory(command, dependencies, async (history, { json, write }) => {
        const corrections = await history.corrections();
        if (json) return corrections.forEach((correction) => write(JSON.stringify(correction)));
        if (corrections.length === 0) return write('Nothing has been corrected.');
        tableLines(HEAD, corrections.map(cellsOf)).forEach(write);
      }),
    );
  program
    .command('duplicates')
    .summary('list clinics that are likely the same')
    .description('Lists pairs of clinics that are likely the same, why, and the command that merges them.')
    .action((_options: object, command: Command) =>
      runWithHistory(command, dependencies, async (_history, { json, write }, database) => {
        const pairs = await duplicateClinics(database);
        if (json)
          return pairs.forEach((pair) =>
            write(JSON.stringify({ ...pair, reasons: reasonsOf(pair), command: mergeOf(pair) })),
          );
        if (pairs.length === 0) return write('No two clinics are likely the same.');
        for (const pair of pairs) pairLines(pair).forEach(write);
      }),
    );
}

function mergeOf({ merged, kept }: DuplicatePair): string {
  return `npm run sync -- merge ${merged.id} into ${kept.id} --why "Duplicate"`;
}

function reasonsOf({ reasons }: DuplicatePair): string[] {
  return reasons.map((reason) => DUPLICATE_REASONS[reason]);
}

function pairLines(pair: DuplicatePair): string[] {
  const clinics = [pair.merged, pair.kept].map(({ name, address }) => `  ${name}, ${address}`);
  return [`${reasonsOf(pair).join('; ')}:`, ...clinics, `  ${mergeOf(pair)}`];
}

type Target = Pick<CorrectionRequest, 'kind' | 'record' | 'key'> & Partial<Pick<CorrectionRequest, 'given'>>;

/** Adds the options that say why, and who decided. */
export function addReason(command: Command): Command {
  return command
    .requiredOption('--why <TEXT>', 'the reason, for everybody who reads the list of corrections', reasonOf)
    .option('--by <NAME>', 'who decided (default: the user of the system)', reasonOf);
}

function addEnd(command: Command): Command {
  return command.option(
    '--until <TIME>',
    'the first run after this day, or the day of this time, in Toronto restores what the sources say: 2027-10-03, or 2027-10-03T02:00:00-04:00',
    lastDayOption,
  );
}

/** Carries out a decision, and prints which dataset version has it. */
export async function runCorrection(
  command: Command,
  dependencies: CommandDependencies,
  decision: Decision,
  { by = dependencies.actor }: CorrectionOptions,
): Promise<void> {
  const { clock, actor, signal, output, errorOutput } = dependencies;
  const databaseUrl = databaseUrlOf(command, dependencies);
  const progress = new Progress(errorOutput, clock);
  try {
    progress.step('Preparing the database');
    await migrate(databaseUrl);
    progress.step('Making the change');
    const onProgress = (line: string) => progress.step(`Making the change (${line})`);
    const options = { databaseUrl, now: clock(), by, actor, signal, onProgress };
    const done = await runDecision(decision, options);
    const { runId, version, notice, differences } = done;
    progress.end();
    if (isJson(command)) output.write(`${JSON.stringify({ runId, version, notice: notice || null })}\n`);
    else
      output.write(
        [
          ...(differences.length > 0
            ? ['In force now:', ...firstChangeLines(done, CORRECTIONS)]
            : ['In force now, without a change of a record.']),
          ...versionLines(done),
          ...(notice ? [notice] : []),
          '',
        ].join('\n'),
      );
    await publishAfterRun(databaseUrl, dependencies, 'The change is made');
  } finally {
    progress.end();
  }
}

/** Returns the end of the day in Toronto that a day or a time on the command line names. */
function lastDayOption(text: string): Date {
  return endOfDay(timeOption(text).toISOString());
}

/** Returns the parser of a kind of records. */
function kindIn<Kind extends CorrectionSubject>(kinds: readonly Kind[]): (text: string) => Kind {
  return (text) => {
    const kind = kinds.find((word) => word === text.toLowerCase());
    if (kind) return kind;
    throw new InvalidArgumentError(`Give ${kinds.join(' or ')}.`);
  };
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason !== '' && reason.length <= REASON_LENGTH && !/[^\P{C}\t]/u.test(reason)) return reason;
  throw new InvalidArgumentError(`Give 1 to ${REASON_LENGTH} characters on one line.`);
}

function fieldHelp(record: Correctable): string {
  const rows = Object.entries(correctableColumns(record)).map(
    ([name, meaning]) => `  ${name.padEnd(23)} ${meaning}`,
  );
  return `\nFields of a ${record}:\n${rows.join('\n')}\n`;
}

const HEAD = ['ID', 'MADE (UTC)', 'BY', 'CORRECTION', 'WHY', 'STATE'];

function cellsOf(correction: CorrectionRecord): string[] {
  const { id, kind, record, key, given, why, madeBy, madeAt } = correction;
  const values = Object.entries(given).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const what = [kind, record, key, ...values].join(' ');
  return [String(id), timeText(madeAt), madeBy, what, why, stateOf(correction)];
}

function stateOf({ until, endedAt, endedBy, endedWhy }: CorrectionRecord): string {
  if (endedAt && endedBy) return `withdrawn ${timeText(endedAt)} by ${endedBy}: ${endedWhy}`;
  if (endedAt) return `ended ${timeText(endedAt)}`;
  return until ? `until ${timeText(until)}` : 'applies';
}

function timeText(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
