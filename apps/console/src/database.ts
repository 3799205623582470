import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { onDatabase, withDatabaseOption } from './database-option.js';
import type { Surroundings } from './surroundings.js';

/** The commands for the database as a whole. */
export function databaseCommand(surroundings: Surroundings): Command {
  const group = withDatabaseOption(new Command('npm run database --'))
    .description('Looks after the database. Run it as the owner of the tables.')
    .helpCommand(false)
    .addHelpText('after', MORE_HELP);
  const migrate = new Command('migrate')
    .description('Brings the tables up to date; any number of times, and several at once.')
    .option('--grants <FILE>', 'SQL that is run afterwards and says who may do what with the tables')
    .configureHelp({ showGlobalOptions: true });
  migrate.action(async ({ grants }: { grants?: string }) => {
    // A name that is wrong is known before anything is changed.
    const sql = grants === undefined ? '' : await readFile(grants, 'utf8');
    // Every command brings the tables up to date first; this one is for nothing else.
    await onDatabase(migrate, surroundings, async ({ pool }) => {
      if (sql !== '') await pool.query(sql);
    });
    surroundings.output.write(
      `The tables are up to date${sql === '' ? '' : ', and the rights on them are as the file says'}.\n`,
    );
  });
  group.addCommand(migrate);
  return group;
}

const MORE_HELP = `
Examples:
  npm run database -- migrate
  npm run database -- migrate --grants docker/postgres/grants.sql

Exit codes:
  0  done
  1  not done: the sentence says why
  2  the command line could not be understood

Roles are described in docs/operate/install.md, upgrades in docs/operate/run.md.`;
