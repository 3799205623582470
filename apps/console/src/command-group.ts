import { COMMAND_OPTIONS, type Database, migrate, openDatabase } from '@care-atlas/data/connection';
import { Command } from 'commander';
import type { Dependencies } from './dependencies.js';

const EXAMPLE_URL = 'postgres://user:password@localhost:5432/care_atlas';

/** Creates an empty group of commands that an npm script runs. */
export function commandGroup(script: string, description: string, moreHelp: string): Command {
  return new Command(`npm run ${script} --`)
    .description(description)
    .option('--database-url <URL>', `PostgreSQL database, such as ${EXAMPLE_URL} (default: DATABASE_URL)`)
    .helpCommand(false)
    .addHelpText('after', moreHelp);
}

/** Adds a command that works on the database. */
export function addCommand(
  group: Command,
  command: Command,
  dependencies: Dependencies,
  run: (database: Database) => Promise<void>,
): void {
  command.configureHelp({ showGlobalOptions: true }).action(() => withDatabase(command, dependencies, run));
  group.addCommand(command);
}

/**
 * Migrates and opens the database that the command line or the environment names, and closes it after the work.
 * @throws CommanderError if the address is not a PostgreSQL URL. The message omits it, as it may hold a password.
 */
export async function withDatabase(
  command: Command,
  { databaseUrl: fromEnvironment }: Dependencies,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const { databaseUrl = fromEnvironment } = command.optsWithGlobals<{ databaseUrl?: string }>();
  const advice = `pass --database-url or set DATABASE_URL, for example ${EXAMPLE_URL}`;
  if (databaseUrl === '') command.error(`No database is configured: ${advice}.`);
  if (!URL.canParse(databaseUrl) || !/^postgres(ql)?:$/.test(new URL(databaseUrl).protocol))
    command.error(`The address of the database is not a PostgreSQL URL: ${advice}.`);
  await migrate(databaseUrl);
  const database = await openDatabase(databaseUrl, {
    ...COMMAND_OPTIONS,
    applicationName: 'care-atlas-console',
  });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
