import { migrate } from '@care-atlas/data/connection';
import type { ExportPlace } from '@care-atlas/data/exports';
import type { EvidenceDays } from '@care-atlas/domain/rules';
import { type Command, InvalidArgumentError } from 'commander';
import type { ReadLimits } from '../limits/read-limits.js';
import type { ProgressOutput } from '../run/progress.js';
import { parseTime } from '../values/dates/calendar.js';

/** The command's dependencies. */
export interface CommandDependencies {
  /** The environment variable DATABASE_URL; empty when not set. */
  readonly databaseUrl: string;
  /** Where the environment says that exports are; by default nowhere. */
  readonly exports?: ExportPlace;
  /** The environment variable IMPORT_SPOOL_DIR. */
  readonly spool?: string | undefined;
  /** What reading a file may take, as the environment says (default: as without variables). */
  readonly limits?: ReadLimits;
  /** The environment variable EVIDENCE_DAYS; by default that of the domain. */
  readonly evidenceDays?: EvidenceDays;
  /** Called when the worker works. */
  readonly onReady?: () => void;
  readonly clock: () => Date;
  /** Who runs the command, for the audit. */
  readonly actor: string;
  readonly input: AsyncIterable<Buffer> & { readonly isTTY?: boolean };
  readonly output: { write(text: string): unknown };
  readonly errorOutput: ProgressOutput;
  /** Aborted when the user interrupts the command. */
  readonly signal?: AbortSignal;
}

/** The options of every command. */
export interface CommonOptions {
  readonly databaseUrl?: string;
  readonly json?: true;
}

/**
 * Returns the URL of the database that a command uses.
 * @throws CommanderError when there is none, or an invalid one. It may contain a password, so it is never shown
 */
export function databaseUrlOf(command: Command, dependencies: CommandDependencies): string {
  const { databaseUrl = dependencies.databaseUrl } = command.optsWithGlobals<CommonOptions>();
  const remedy = 'set --database-url or the environment variable DATABASE_URL';
  const example = 'for example to postgres://user:password@localhost:5432/care_atlas';
  if (databaseUrl === '') command.error(`No database is given: ${remedy}, ${example}.`);
  if (URL.canParse(databaseUrl) && /^postgres(ql)?:$/.test(new URL(databaseUrl).protocol)) return databaseUrl;
  return command.error(`The database URL is not a PostgreSQL URL: ${remedy}, ${example}.`);
}

/** Returns the same, of a database that is migrated. */
export async function migratedUrl(command: Command, dependencies: CommandDependencies): Promise<string> {
  const databaseUrl = databaseUrlOf(command, dependencies);
  await migrate(databaseUrl);
  return databaseUrl;
}

/** Returns whether the result of a command is printed as JSON. */
export function isJson(command: Command): boolean {
  return command.optsWithGlobals<CommonOptions>().json === true;
}

/** Prints the result of a command, as JSON or as text. */
export function reply(command: Command, { output }: CommandDependencies, result: object, text: string): void {
  output.write(`${isJson(command) ? JSON.stringify(result) : text}\n`);
}

/** Returns the parser of a whole number on the command line. @param accepted what is to be given, as a sentence */
export function wholeNumber(
  from: number,
  to: number,
  accepted = 'Give a whole number.',
): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (number >= from && number <= to) return number;
    throw new InvalidArgumentError(accepted);
  };
}

/** Parses a number of records. */
export const count = wholeNumber(0, 999_999_999);

/**
 * Asks for confirmation on a terminal.
 * @param loss what is lost, as a sentence
 * @throws CommanderError where nobody can be asked, and an Error when the answer is no
 */
export async function confirm(
  command: Command,
  { input, errorOutput }: CommandDependencies,
  loss: string,
): Promise<void> {
  if (!input.isTTY || !errorOutput.isTTY) command.error(`error: ${loss} Confirm it with --yes.`);
  errorOutput.write(`${loss} Continue? [y/N] `);
  for await (const line of input) {
    if (/^y(es)?$/i.test(line.toString().trim())) return;
    break;
  }
  throw new Error('Nothing was deleted.');
}

/** Parses a day or a time on the command line. */
export function timeOption(text: string): Date {
  const time = parseTime(text);
  if (time) return time;
  throw new InvalidArgumentError(
    'Give a day such as 2026-10-03, or a time such as 2026-10-03T02:00:00-04:00, not before 1900.',
  );
}

const DAYS_AGO = /^(\d{1,5})d$/;
const DAY_MS = 86_400_000;

/** Parses a day, a time, or a number of days before now: a schedule has the same words every night. */
export function pastTimeOption(text: string, now: Date): Date {
  const [, days] = DAYS_AGO.exec(text) ?? [];
  return days === undefined ? timeOption(text) : new Date(now.getTime() - Number(days) * DAY_MS);
}

/** Parses the name of an encoding on the command line. */
export function encodingOption(text: string): string {
  try {
    return new TextDecoder(text).encoding;
  } catch {
    throw new InvalidArgumentError('Give the name of an encoding, such as windows-1252.');
  }
}
