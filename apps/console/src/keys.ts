import { KeyRepository, type StoredKey } from '@care-atlas/data/keys';
import { faultInGatewaySecret, KEY_KINDS, type KeyKind, makeKey } from '@care-atlas/domain/access';
import { Command, InvalidArgumentError, Option } from 'commander';
import { onDatabase, withDatabaseOption } from './database-option.js';
import { keyRecord, keyTable, minute } from './key-table.js';
import { readSecret } from './secret-input.js';
import { Refusal, type Surroundings } from './surroundings.js';

const SHORTEST_ID_START = 4;

interface Options {
  readonly kind?: KeyKind;
  readonly label: string;
  readonly reason: string;
  readonly all?: true;
  readonly json?: true;
}

/** The commands for API keys. */
export function keysCommand(surroundings: Surroundings): Command {
  const { output, randomBytes } = surroundings;
  const print = (text: string) => output.write(`${text}\n`);
  const group = withDatabaseOption(new Command('npm run keys --'))
    .description(
      'Makes, lists and ends API keys. Of a key only its hash is stored: it is shown once, when it is made.',
    )
    .helpCommand(false)
    .addHelpText('after', MORE_HELP);
  const add = (command: Command, run: (keys: KeyRepository, options: Options) => Promise<void>) => {
    command.action(async (...given: unknown[]) => {
      const invoked = given.at(-1) as Command;
      await onDatabase(invoked, surroundings, (database) => run(new KeyRepository(database), invoked.opts()));
    });
    group.addCommand(command.configureHelp({ showGlobalOptions: true }));
  };

  add(
    new Command('create')
      .description('Makes a key and prints it, this once.')
      .addOption(kindOption().makeOptionMandatory())
      .addOption(labelOption())
      .option('--json', 'print { "id", "key", "kind", "prefix" } as one JSON object'),
    async (keys, { kind = 'live', label, json }) => {
      const key = makeKey(kind, randomBytes);
      const { id, prefix } = await keys.create({ kind, label }, key);
      print(json ? JSON.stringify({ id, key, kind, prefix }) : created(key, kind, id));
    },
  );

  add(
    new Command('list')
      .description('Lists keys, the newest first; without --all those that are active. Times are in UTC.')
      .addOption(kindOption())
      .option('--all', 'also those that were revoked or replaced')
      .option('--json', 'print a JSON array'),
    async (keys, { kind, all, json }) => {
      const { keys: found } = await keys.search({ kind, state: all ? undefined : 'active' });
      print(
        json ? JSON.stringify(found.map(keyRecord)) : found.length > 0 ? keyTable(found) : 'There are none.',
      );
    },
  );

  const revoke = new Command('revoke')
    .description('Ends a key at once, on every instance. It cannot be undone.')
    .argument('<ID>', 'id of the key, or the beginning of it when no other id begins so', idStart)
    .addOption(
      new Option('--reason <WHY>', 'why, for whoever looks at the list later')
        .default('', 'none')
        .argParser(oneLine),
    );
  add(revoke, async (keys, { reason }) => {
    const key = await theOne(keys, revoke.processedArgs[0] as string);
    const ended = await keys.revoke(key.id, reason);
    const { revokedAt } = (await keys.byId(key.id))!;
    print(
      `${key.prefix} (${key.id}) ${ended ? 'is revoked' : `had ended already, on ${minute(revokedAt!)}`}.`,
    );
  });

  add(
    new Command('import')
      .description(
        'Registers a secret that a gateway chose, for X-<Gateway>-Proxy-Secret. It is read from the standard input, and only its hash is kept.',
      )
      .addOption(new Option('--kind <KIND>', 'kind of key').choices(['gateway']).makeOptionMandatory())
      .addOption(labelOption()),
    async (keys, { label }) => {
      const secret = await readSecret(surroundings);
      const fault = faultInGatewaySecret(secret);
      if (fault !== undefined) throw new Refusal(fault);
      const { id, prefix } = await keys.register(label, secret).catch(refuseKnown);
      print(`Registered as ${prefix} (${id}). The secret itself is stored nowhere.`);
    },
  );
  return group;
}

async function theOne(keys: KeyRepository, start: string): Promise<StoredKey> {
  const { keys: found } = await keys.search({ text: start });
  const meant = found.filter(({ id }) => id.startsWith(start));
  if (meant.length === 0)
    throw new Refusal(`There is no key whose id begins with ${start}: see "keys list".`);
  if (meant.length === 1) return meant[0]!;
  throw new Refusal(
    `The ids of ${meant.length} keys begin with ${start}: give more of the one that is meant.`,
  );
}

function created(key: string, kind: KeyKind, id: string): string {
  return `A new ${kind} key. It is shown this once: only its hash is stored.\n\n  ${key}\n\nIts id is ${id}.`;
}

function refuseKnown(error: unknown): never {
  if (error instanceof Error && error.message.includes('api_key_hash_key'))
    throw new Refusal('This secret is registered already.');
  throw error;
}

function kindOption(): Option {
  return new Option('--kind <KIND>', 'kind of key').choices(KEY_KINDS);
}

function labelOption(): Option {
  return new Option('--label <LABEL>', 'what it is for; keys are told apart by it in lists')
    .default('', 'none')
    .argParser(oneLine);
}

function idStart(value: string): string {
  const start = value.toLowerCase();
  if (/^[\da-f-]+$/.test(start) && start.length >= SHORTEST_ID_START) return start;
  throw new InvalidArgumentError(
    `An id is a UUID; at least ${SHORTEST_ID_START} characters of it are needed.`,
  );
}

function oneLine(value: string): string {
  if (/^\P{Cc}{0,200}$/u.test(value)) return value;
  throw new InvalidArgumentError('It must be one line of up to 200 characters.');
}

const MORE_HELP = `
Kinds:
  live     a paid developer key; its owner can replace it by POST /keys/rotate
  sandbox  small answers and a low limit, counted per client address
  gateway  by which a third-party gateway proves itself
  admin    for the operator's own programs

Examples:
  npm run keys -- create --kind live --label "a clinic finder"
  npm run keys -- list --all
  npm run keys -- revoke 5d1b9a57 --reason "found in a public repository"
  npm run keys -- import --kind gateway --label "a shop of APIs" < secret.txt

Exit codes:
  0  done
  1  not done: the sentence says why, and nothing was changed
  2  the command line could not be understood

Kinds, limits and rotation are described in docs/keys.md.`;
