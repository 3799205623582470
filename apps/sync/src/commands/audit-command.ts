import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DrawnSample, drawSample, recordFindings } from '@care-atlas/data/sync';
import { STRATA, type Stratum } from '@care-atlas/domain/records';
import { type Command, InvalidArgumentError } from 'commander';
import { callList, FilledCallList, questionLines } from '../audit/call-list.js';
import { writeNewFile } from '../formats/file-fault.js';
import { publishAfterRun } from './publish-command.js';
import { type CommandDependencies, encodingOption, migratedUrl, reply, wholeNumber } from './dependencies.js';

const MAX_SIZE = 10_000;
const sizeOption = wholeNumber(1, MAX_SIZE, `Give a number of doctors from 1 to ${MAX_SIZE}.`);
/** Enough to tell files of several samples apart. */
const NAME_CHARACTERS = 8;

interface DrawOptions {
  readonly size: number;
  readonly seed: string;
  readonly strata: readonly Stratum[];
  readonly folder: string;
}

/** Adds the commands that measure the accuracy of the directory by telephone. */
export function addAuditCommand(program: Command, dependencies: CommandDependencies): void {
  const { clock, actor } = dependencies;
  const audit = program
    .command('audit')
    .summary('measure the accuracy of the directory by telephone')
    .description('Draws a random sample of doctors to call, and records what the calls found.');

  audit
    .command('draw')
    .summary('draw a sample, and write its call list')
    .description(
      'Draws a stratified random sample of the listed doctors. Writes the call list and the protocol, whose SHA-256 is stored before any result exists.',
    )
    .requiredOption('--size <N>', `number of doctors, from 1 to ${MAX_SIZE}`, sizeOption)
    .requiredOption(
      '--seed <TEXT>',
      'text that decides the draw: best one that nobody can choose, such as the numbers of a lottery',
      seedOption,
    )
    .option('--strata <NAMES>', 'what to stratify by', strataOption, STRATA)
    .option('--folder <FOLDER>', 'folder for both files; nothing is replaced', '.')
    .addHelpText('after', `\nColumns to fill in:\n${questionLines().join('\n')}\n`)
    .action(async ({ folder, ...chosen }: DrawOptions, command: Command) => {
      const databaseUrl = await migratedUrl(command, dependencies);
      const sample = await drawSample(databaseUrl, { ...chosen, now: clock(), actor }, (drawn) =>
        writeSample(drawn, folder),
      );
      const { protocolHash, drawnAt, datasetVersion, population } = sample;
      const files = filesOf(sample, folder);
      reply(
        command,
        dependencies,
        { protocolHash, drawnAt, datasetVersion, population, ...chosen, ...files },
        `Drew ${chosen.size} of ${population} doctors from dataset version ${datasetVersion}.
Protocol hash: ${protocolHash}
Protocol:      ${files.protocol}
Call list:     ${files.callList}
Publish the hash before the first call. Then fill in the list, and import it: npm run audit -- import ${files.callList}`,
      );
    });

  audit
    .command('import')
    .summary('record what the calls found')
    .description(
      'Records the answers of a call list, completely or not at all. They are final, and public as a new dataset version.',
    )
    .argument('<FILE>', 'the call list with all its answers, as CSV in UTF-8')
    .option(
      '--encoding <NAME>',
      'encoding of a text that is not in UTF-8, such as windows-1252',
      encodingOption,
    )
    .addHelpText(
      'after',
      `\nAnswers: yes or no, for the specialty its name, or other where the directory does not know it; unreachable where nobody could answer; - stays.\n${questionLines().join('\n')}\n`,
    )
    .action(async (path: string, { encoding }: { encoding?: string }, command: Command) => {
      const list = await FilledCallList.read(path, encoding);
      const databaseUrl = await migratedUrl(command, dependencies);
      const { protocolHash } = list;
      const version = await recordFindings(databaseUrl, list, { now: clock(), actor }, (drawn) =>
        list.judge(drawn),
      );
      reply(
        command,
        dependencies,
        { protocolHash, version: version ?? null },
        version === undefined
          ? 'This file was imported before: nothing has changed.'
          : `Recorded the results of the sample ${protocolHash}. Dataset version ${version} has them.`,
      );
      if (version !== undefined) await publishAfterRun(databaseUrl, dependencies, 'The results are recorded');
    });
}

function filesOf({ protocolHash }: DrawnSample, folder: string) {
  const name = join(folder, `audit-${protocolHash.slice(0, NAME_CHARACTERS)}`);
  return { protocol: `${name}.protocol.json`, callList: `${name}.csv` };
}

/** Writes both files or none. @throws UnusableInput when a file cannot be written */
async function writeSample(sample: DrawnSample, folder: string): Promise<void> {
  const files = filesOf(sample, folder);
  await writeNewFile(files.callList, callList(sample));
  await writeNewFile(files.protocol, sample.protocol).catch(async (error: unknown) => {
    await rm(files.callList, { force: true });
    throw error;
  });
}

function seedOption(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError('Give 1 to 100 letters, digits and ._-');
}

function strataOption(text: string): readonly Stratum[] {
  const names = text.split(',');
  const strata = STRATA.filter((stratum) => names.includes(stratum));
  if (strata.length === names.length) return strata;
  throw new InvalidArgumentError(`Give ${STRATA.join(' or ')}, or both separated by a comma.`);
}
