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
import { onDatabase, withDatabaseOption } from './database-option.js';
import { minute } from './key-table.js';
import { Refusal, type Surroundings } from './surroundings.js';

/** The commands for the people who may sign in to the dashboard. */
export function adminCommand(surroundings: Surroundings): Command {
  const { output, randomBytes, clock } = surroundings;
  const print = (text: string) => output.write(`${text}\n`);
  const group = withDatabaseOption(new Command('npm run admin --'))
    .description(
      "Makes, lists and ends administrators of the dashboard. What is done stands in the dashboard's audit.",
    )
    .helpCommand(false)
    .addHelpText('after', MORE_HELP);
  const add = (command: Command, run: (database: Database, name: string) => Promise<void>) => {
    command.action(async (...given: unknown[]) => {
      const invoked = given.at(-1) as Command;
      const [name = ''] = invoked.processedArgs as string[];
      await onDatabase(invoked, surroundings, (database) => run(database, name));
    });
    group.addCommand(command.configureHelp({ showGlobalOptions: true }));
  };

  add(
    named('create').description('Makes an administrator, and prints a one-time password, this once.'),
    async (database, name) => {
      const password = await createAdministrator(database, name, { now: clock(), randomBytes });
      if (password === undefined) throw new Refusal(`There is an administrator called ${name} already.`);
      print(invitation(name, password));
    },
  );

  add(
    named('reset').description(
      'Gives a one-time password again, when password or second factor are lost. Factors go, and sessions end.',
    ),
    async (database, name) => {
      const password = await resetAdministrator(database, name, { now: clock(), randomBytes });
      if (password === undefined) throw nobody(name);
      print(invitation(name, password));
    },
  );

  add(
    named('disable').description('Lets somebody in no longer, and ends their sessions. A reset undoes it.'),
    async (database, name) => {
      if (!(await disableAdministrator(database, name, clock()))) throw nobody(name);
      print(`${name} may not sign in any more.`);
    },
  );

  add(
    new Command('list').description('Lists administrators by name. Times are in UTC.'),
    async (database) => {
      const administrators = await new AdministratorRepository(database).list();
      if (administrators.length === 0) return void print('There are none.');
      for (const { name, createdAt, passwordExpiresAt, disabledAt } of administrators) {
        const state = disabledAt
          ? `disabled ${minute(disabledAt)}`
          : passwordExpiresAt
            ? `one-time password until ${minute(passwordExpiresAt)}`
            : 'active';
        print(`${name.padEnd(24)}  made ${minute(createdAt)}  ${state}`);
      }
    },
  );

  return group;
}

function named(command: string): Command {
  return new Command(command).argument('<NAME>', 'letters, digits and ._@-, at most 64', (name) => {
    if (ADMINISTRATOR_NAME.test(name)) return name;
    throw new InvalidArgumentError(
      'A name begins with a letter or digit and has letters, digits and ._@-, at most 64.',
    );
  });
}

function invitation(name: string, password: string): string {
  return `One-time password of ${name}: ${password}
It has to be replaced at the first sign-in, within ${ONE_TIME_DAYS} days, and is not shown again.`;
}

function nobody(name: string): Refusal {
  return new Refusal(`There is no administrator called ${name}: \`npm run admin -- list\` shows all.`);
}

const MORE_HELP = `
Examples:
  npm run admin -- create ada
  npm run admin -- reset ada

Exit codes:
  0  done
  1  not done; nothing was changed
  2  the command line could not be understood`;
