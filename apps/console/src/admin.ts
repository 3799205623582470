import {
  ADMINISTRATOR_NAME,
  AdministratorRepository,
  createAdministrator,
  disableAdministrator,
  ONE_TIME_DAYS,
  resetAdministrator,
} from '@care-atlas/data/administration';
import type { Database } from '@care-atlas/data/connection';
import { Command, InvalidArgumentError } from 'commander';
import { addCommand, commandGroup } from './command-group.js';
import type { Dependencies } from './dependencies.js';
import { formatMinute } from './key-table.js';

/** Creates the commands for dashboard administrators. */
export function adminCommand(dependencies: Dependencies): Command {
  const { output, randomBytes, clock, actor } = dependencies;
  const print = (text: string) => output.write(`${text}\n`);
  const group = commandGroup(
    'admin',
    'Manages the administrators of the dashboard. The audit log of the dashboard records each change.',
    MORE_HELP,
  );
  const add = (command: Command, run: (database: Database, name: string) => Promise<void>) =>
    addCommand(group, command, dependencies, (database) => run(database, command.processedArgs[0] as string));

  add(
    commandWithName('create').description('Creates an administrator and prints a one-time password.'),
    async (database, name) => {
      const password = await createAdministrator(database, name, { now: clock(), randomBytes, actor });
      if (password === undefined)
        throw new Error(
          `An administrator named ${name} already exists: to issue a new password, run \`npm run admin -- reset ${name}\`.`,
        );
      print(passwordNotice(name, password));
    },
  );

  add(
    commandWithName('reset').description(
      'Prints a new one-time password, for an administrator who lost the password or the second factor or was disabled. Removes all second factors and ends all sessions.',
    ),
    async (database, name) => {
      const password = await resetAdministrator(database, name, { now: clock(), randomBytes, actor });
      if (password === undefined) throw unknownAdministrator(name);
      print(passwordNotice(name, password));
    },
  );

  add(
    commandWithName('disable').description(
      'Blocks an administrator from signing in and ends all sessions. Undo it with reset.',
    ),
    async (database, name) => {
      if (!(await disableAdministrator(database, name, clock(), actor))) throw unknownAdministrator(name);
      print(`${name} can no longer sign in.`);
    },
  );

  add(
    new Command('list').description('Lists administrators by name. Times are in UTC.'),
    async (database) => {
      const administrators = await new AdministratorRepository(database).list();
      if (administrators.length === 0) return void print('No administrators found.');
      for (const { name, createdAt, passwordExpiresAt, disabledAt } of administrators) {
        const state = disabledAt
          ? `disabled ${formatMinute(disabledAt)}`
          : passwordExpiresAt
            ? `one-time password until ${formatMinute(passwordExpiresAt)}`
            : 'active';
        print(`${name.padEnd(24)}  created ${formatMinute(createdAt)}  ${state}`);
      }
    },
  );

  return group;
}

function commandWithName(command: string): Command {
  return new Command(command).argument('<NAME>', '1 to 64 letters, digits and ._@-', (name) => {
    if (ADMINISTRATOR_NAME.test(name)) return name;
    throw new InvalidArgumentError(
      'A name has 1 to 64 letters, digits and ._@-, and starts with a letter or digit.',
    );
  });
}

function passwordNotice(name: string, password: string): string {
  return `One-time password for ${name}: ${password}
It is shown only once. ${name} must replace it at the first sign-in, within ${ONE_TIME_DAYS} days.`;
}

function unknownAdministrator(name: string): Error {
  return new Error(`There is no administrator named ${name}: \`npm run admin -- list\` lists all.`);
}

const MORE_HELP = `
Examples:
  npm run admin -- create ada
  npm run admin -- reset ada

Exit codes:
  0  success
  1  failure; nothing was changed
  2  invalid command line`;
