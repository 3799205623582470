import { type Database, migrate, openDatabase } from '@care-atlas/data/connection';
import type { Command } from 'commander';
import type { Surroundings } from './surroundings.js';

/** Adds the option by which a command is told which database it works on. */
export function withDatabaseOption(command: Command): Command {
  return command.option(
    '--database-url <URL>',
    'PostgreSQL to work on, such as postgres://user:password@localhost:5432/care_atlas (default: DATABASE_URL)',
  );
}

/**
 * Opens the database that a command was told of, brought up to date, for as long as the work takes.
 * @throws CommanderError when the address cannot be a database's; it may hold a password, so it is never shown
 */
export async function onDatabase<T>(
  command: Command,
  surroundings: Surroundings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl = surroundings.databaseUrl } = command.optsWithGlobals<{ databaseUrl?: string }>();
  const cure = 'give it by --database-url or in the environment variable DATABASE_URL';
  const example = 'for example postgres://user:password@localhost:5432/care_atlas';
  if (databaseUrl === '') command.error(`It is not known which database to work on: ${cure}, ${example}.`);
  if (!URL.canParse(databaseUrl) || !/^postgres(ql)?:$/.test(new URL(databaseUrl).protocol))
    command.error(`The address of the database is not that of a PostgreSQL: ${cure}, ${example}.`);
  await migrate(databaseUrl);
  const database = await openDatabase(databaseUrl, { applicationName: 'care-atlas-console', poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
