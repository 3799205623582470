import type { Command } from 'commander';
import type { ProgressOutput } from '../run/progress.js';

/** What the command finds around it. */
export interface Surroundings {
  /** DATABASE_URL of the environment; empty when not set. */
  readonly databaseUrl: string;
  readonly clock: () => Date;
  readonly input: AsyncIterable<Buffer>;
  readonly output: { write(text: string): unknown };
  readonly errorOutput: ProgressOutput;
  /** Aborted when the person wants the command to end. */
  readonly signal?: AbortSignal;
}

/** Options of every command. */
export interface CommonOptions {
  readonly databaseUrl?: string;
  readonly json?: true;
}

/**
 * The database that a command works on.
 * @throws CommanderError when none is named. An address may hold a password, so it is never shown
 */
export function databaseOf(command: Command, surroundings: Surroundings): string {
  const { databaseUrl = surroundings.databaseUrl } = command.optsWithGlobals<CommonOptions>();
  const cure = 'give it by --database-url or in the environment variable DATABASE_URL';
  const example = 'for example postgres://user:password@localhost:5432/care_atlas';
  if (databaseUrl === '') command.error(`It is not known which database to use: ${cure}, ${example}.`);
  if (URL.canParse(databaseUrl) && /^postgres(ql)?:$/.test(new URL(databaseUrl).protocol)) return databaseUrl;
  return command.error(`The address of the database is not that of a PostgreSQL: ${cure}, ${example}.`);
}
