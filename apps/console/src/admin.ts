import {
  AdministratorRepository,
  changeRole,
  createAdministrator,
  disableAdministrator,
  ONE_TIME_DAYS,
  resetAdministrator,
} from '@care-atlas/data/administration';
import type { Database } from '@care-atlas/data/connection';
import { PERSON_NAME, PERSON_NAME_RULE, type Role, ROLES } from '@care-atlas/domain/access';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { addCommand, commandGroup } from './command-group.js';
import type { Dependencies } from './dependencies.js';
import { formatMinute } from './key-table.js';

/** Creates the commands for the people who may sign in to the dashboard. */
export function adminCommand(dependencies: Dependencies): Command {
  const { output, randomBytes, clock, actor } = dependencies;
  const print = (text: string) => output.write(`${text}\n`);
  const group = commandGroup(
    'admin',
    'Manages who may sign in to the dashboard, and what they may do. Its audit log records each change.',
    MORE_HELP,
  );
  const add = (command: Command, run: Run) =>
    addCommand(group, command, dependencies, (database) => {
      const [name, role] = command.processedArgs as [string, Role];
      return run(database, name, command.opts<{ role: Role }>(), role);
    });

  add(
    commandWithName('create')
      .description('Invites a person and prints a one-time password.')
      .addOption(new Option('--role <ROLE>', 'what the person may do').choices(ROLES).default(MOST_ROLE)),
    async (database, name, { role }) => {
      const surroundings = { now: clock(), randomBytes, actor };
      const password = await createAdministrator(database, name, surroundings, role);
      if (password === undefined)
        throw new Error(
          `Somebody named ${name} already exists: to issue a new password, run \`npm run admin -- reset ${name}\`.`,
        );
      print(passwordNotice(name, password));
    },
  );

  add(
    commandWithName('reset').description(
      'Prints a new one-time password, for somebody who lost the password or the second factor or was disabled. Removes all second factors and ends all sessions.',
    ),
    async (database, name) => {
      const password = await resetAdministrator(database, name, { now: clock(), randomBytes, actor });
      if (password === undefined) throw unknownAdministrator(name);
      print(passwordNotice(name, password));
    },
  );

  add(
    commandWithName('disable').description(
      'Blocks a person from signing in and ends all sessions. Undo it with reset.',
    ),
    async (database, name) => {
      if (!(await disableAdministrator(database, name, clock(), actor))) throw unknownAdministrator(name);
      print(`${name} can no longer sign in.`);
    },
  );

  add(
    commandWithName('role')
      .addArgument(new Argument('<ROLE>', 'what the person may do').choices(ROLES))
      .description('Changes what a person may do, from their next request on.'),
    async (database, name, _options, role) => {
      if (!(await changeRole(database, name, role, clock(), actor))) throw unknownAdministrator(name);
      print(`${name} is now ${role}.`);
    },
  );

  add(
    new Command('list').description('Lists who may sign in, by name. Times are in UTC.'),
    async (database) => {
      const administrators = await new AdministratorRepository(database).list();
      if (administrators.length === 0) return void print('Nobody may sign in yet.');
      for (const { name, role, createdAt, passwordExpiresAt, disabledAt } of administrators) {
        const state = disabledAt
          ? `disabled ${formatMinute(disabledAt)}`
          : passwordExpiresAt
            ? `one-time password until ${formatMinute(passwordExpiresAt)}`
            : 'active';
        print(`${name.padEnd(24)}  ${role.padEnd(13)}  created ${formatMinute(createdAt)}  ${state}`);
      }
    },
  );

  return group;
}

/** @param role of the command that has one as its second argument */
type Run = (database: Database, name: string, options: { readonly role: Role }, role: Role) => Promise<void>;

const MOST_ROLE: Role = 'administrator';

function commandWithName(command: string): Command {
  return new Command(command).argument('<NAME>', '1 to 64 letters, digits and ._@-', (name) => {
    if (PERSON_NAME.test(name)) return name;
    throw new InvalidArgumentError(`${PERSON_NAME_RULE}.`);
  });
}

function passwordNotice(name: string, password: string): string {
  return `One-time password for ${name}: ${password}
It is shown only once. ${name} must replace it at the first sign-in, within ${ONE_TIME_DAYS} days.`;
}

function unknownAdministrator(name: string): Error {
  return new Error(`There is nobody named ${name}: \`npm run admin -- list\` lists all.`);
}

const MORE_HELP = `
Examples:
  npm run admin -- create ada
  npm run admin -- create grace --role viewer
  npm run admin -- reset ada

Exit codes:
  0  success
  1  failure; nothing was changed
  2  invalid command line`;
