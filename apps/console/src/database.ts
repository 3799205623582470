import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { commandGroup, withDatabase } from './command-group.js';
import type { Dependencies } from './dependencies.js';

/** SQLSTATE of a role that does not exist. */
const UNDEFINED_OBJECT = '42704';

/** Creates the commands that maintain the database. */
export function databaseCommand(dependencies: Dependencies): Command {
  const group = commandGroup(
    'database',
    'Maintains the database. Run it as the owner of the tables.',
    MORE_HELP,
  );
  const migrate = new Command('migrate')
    .description('Migrates the tables to the current version. Safe to repeat and to run concurrently.')
    .option('--grants <FILE>', 'SQL file with the privileges on the tables, to run after the migration')
    .configureHelp({ showGlobalOptions: true });
  migrate.action(async ({ grants }: { grants?: string }) => {
    // Read first, so that a wrong file name fails before anything changes.
    const sql = grants === undefined ? '' : await readFile(grants, 'utf8');
    // Opening the database migrates it.
    await withDatabase(migrate, dependencies, async ({ pool }) => {
      if (sql !== '') await pool.query(sql).catch(explainGrants);
    });
    dependencies.output.write(
      `The tables are up to date${sql === '' ? '' : ', and the grants file is applied'}.\n`,
    );
  });
  group.addCommand(migrate);
  return group;
}

function explainGrants(error: Error & { readonly code?: unknown }): never {
  if (error.code !== UNDEFINED_OBJECT) throw error;
  throw new Error(
    `The tables are up to date, but nothing is granted (${error.message}): create the roles with ` +
      'docker/postgres/roles.sh first. The own database of npm start has no roles, and needs no --grants.',
    { cause: error },
  );
}

const MORE_HELP = `
Examples:
  npm run database -- migrate
  npm run database -- migrate --grants docker/postgres/grants.sql

Exit codes:
  0  success
  1  failure; the message gives the reason
  2  invalid command line

See docs/operate/install.md for roles, docs/operate/run.md for upgrades.`;
