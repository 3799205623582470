import { KeyLeaseRepository, KeyRepository, type KeyTerms, type StoredKey } from '@care-atlas/data/keys';
import {
  LABEL_LENGTH,
  faultInGatewaySecret,
  GATEWAY_SECRET_FAULTS,
  KEY_KINDS,
  type KeyKind,
  makeKey,
  MAX_RATE_LIMIT,
  NOTE_LENGTH,
} from '@care-atlas/domain/access';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { addCommand, commandGroup } from './command-group.js';
import type { Dependencies } from './dependencies.js';
import { formatMinute, keyRecord, keyTable } from './key-table.js';
import { readSecret } from './secret-input.js';

const MINIMUM_ID_LENGTH = 4;
const MINUTE_MS = 60_000;

interface Options {
  readonly kind?: KeyKind;
  readonly label: string;
  readonly reason: string;
  readonly expires?: Date | 'never';
  readonly limit?: number | 'tier';
  readonly note?: string;
  readonly all?: true;
  readonly json?: true;
}

/** Creates the commands for API keys. */
export function keysCommand(dependencies: Dependencies): Command {
  const { output, errorOutput, randomBytes, actor } = dependencies;
  const print = (text: string) => output.write(`${text}\n`);
  const group = commandGroup(
    'keys',
    'Manages API keys. Only the hash of a key is stored: a key is shown once, when it is created.',
    MORE_HELP,
  );
  const add = (
    command: Command,
    run: (keys: KeyRepository, options: Options, leases: KeyLeaseRepository) => Promise<void>,
  ) =>
    addCommand(group, command, dependencies, (database) =>
      run(new KeyRepository(database, { actor }), command.opts(), new KeyLeaseRepository(database.manager)),
    );

  add(
    new Command('create')
      .description('Creates a key and prints it once.')
      .addOption(kindOption().makeOptionMandatory())
      .addOption(labelOption())
      .addOption(expiryOption())
      .addOption(limitOption())
      .addOption(noteOption())
      .option('--json', 'print one JSON object: { "id", "key", "kind", "prefix" }'),
    async (keys, options) => {
      const { kind = 'live', label, json } = options;
      const key = makeKey(kind, randomBytes);
      const { id, prefix } = await keys.create({ kind, label, ...termsOf(options) }, key);
      print(json ? JSON.stringify({ id, key, kind, prefix }) : creationNotice(key, kind, id));
    },
  );

  add(
    new Command('list')
      .description('Lists active keys, newest first. Times are in UTC.')
      .addOption(kindOption())
      .option('--all', 'include keys that have expired, were revoked or replaced')
      .option('--json', 'print a JSON array'),
    async (keys, { kind, all, json }) => {
      const { keys: found } = await keys.search({ kind, state: all ? undefined : 'active' });
      print(
        json ? JSON.stringify(found.map(keyRecord)) : found.length > 0 ? keyTable(found) : 'No keys found.',
      );
    },
  );

  const change = new Command('change')
    .description('Sets when a key expires, its own limit, or a note. What is not named stays.')
    .argument('<ID>', ID_HELP, parseIdStart)
    .addOption(expiryOption())
    .addOption(limitOption())
    .addOption(noteOption());
  add(change, async (keys, options) => {
    const terms = termsOf(options);
    if (Object.keys(terms).length === 0)
      throw new Error('Name what to change: --expires, --limit or --note.');
    const key = await findKey(keys, change.processedArgs[0] as string);
    if (!(await keys.changeTerms(key.id, terms))) throw new Error(`${key.prefix} (${key.id}) is revoked.`);
    print(keyTable([(await keys.byId(key.id))!]));
  });

  const revoke = new Command('revoke')
    .description('Revokes keys at once, on every instance. This cannot be undone.')
    .argument('<ID...>', ID_HELP, (value, before: string[] | undefined) => [
      ...(before ?? []),
      parseIdStart(value),
    ])
    .addOption(
      new Option('--reason <REASON>', 'reason to show in lists').default('', 'none').argParser(parseLine),
    );
  add(revoke, async (keys, { reason }, leases) => {
    // All are found before the first is revoked.
    const found: StoredKey[] = [];
    for (const start of revoke.processedArgs[0] as string[]) found.push(await findKey(keys, start));
    const services = await leases.instances();
    if (services > 0)
      errorOutput.write(
        `Waiting until ${services} services have forgotten each key, usually a moment, at most 4 s.\n`,
      );
    for (const key of found) {
      const revoked = await keys.revoke(key.id, reason);
      const { revokedAt } = (await keys.byId(key.id))!;
      const result = revoked ? 'is revoked' : `was already revoked on ${formatMinute(revokedAt!)}`;
      print(`${key.prefix} (${key.id}) ${result}.`);
    }
  });

  add(
    new Command('import')
      .description(
        'Registers a secret that a gateway chose for X-<Gateway>-Proxy-Secret. Reads the secret from standard input and stores only its hash.',
      )
      .addOption(new Option('--kind <KIND>', 'kind of key').choices(['gateway']).makeOptionMandatory())
      .addOption(labelOption()),
    async (keys, { label }) => {
      const secret = await readSecret(dependencies);
      const fault = faultInGatewaySecret(secret);
      if (fault !== undefined) throw new Error(GATEWAY_SECRET_FAULTS[fault]);
      const { id, prefix } = await keys.register(label, secret).catch(rethrowDuplicate);
      print(`Registered as ${prefix} (${id}). Only the hash of the secret is stored.`);
    },
  );

  const memory = new Command('memory')
    .description(
      'Shows or sets whether services may remember keys. Switch it on when every service and command runs this release or a later one, and off before an earlier one is started.',
    )
    .addArgument(new Argument('[STATE]', 'on or off').choices(['on', 'off']));
  add(memory, async (_keys, _options, leases) => {
    const wanted = memory.processedArgs[0] as string | undefined;
    if (wanted !== undefined) await leases.enable(wanted === 'on', { actor });
    const services = await leases.instances();
    print(
      `Services ${(await leases.isEnabled()) ? 'may' : 'may not'} remember keys. ${services} are on the list.`,
    );
  });
  return group;
}

async function findKey(keys: KeyRepository, idStart: string): Promise<StoredKey> {
  const { keys: found } = await keys.search({ text: idStart });
  const matches = found.filter(({ id }) => id.startsWith(idStart));
  if (matches.length === 1) return matches[0]!;
  throw new Error(
    matches.length === 0
      ? `No key has an id that starts with ${idStart}: \`npm run keys -- list\` lists the ids.`
      : `${matches.length} keys have an id that starts with ${idStart}: enter more characters.`,
  );
}

function creationNotice(key: string, kind: KeyKind, id: string): string {
  return `New ${kind} key. Store it now: it is shown only once.\n\n  ${key}\n\nIts id is ${id}.`;
}

function rethrowDuplicate(error: unknown): never {
  if (error instanceof Error && error.message.includes('api_key_hash_key'))
    throw new Error('This secret is already registered.');
  throw error;
}

function kindOption(): Option {
  return new Option('--kind <KIND>', 'kind of key').choices(KEY_KINDS);
}

function labelOption(): Option {
  return new Option('--label <LABEL>', 'purpose of the key, to show in lists')
    .default('', 'none')
    .argParser(parseLine);
}

const ID_HELP = 'id of the key, or its first characters if no other id starts with them';

/** Returns the terms that a command names. */
function termsOf({ expires, limit, note }: Options): KeyTerms {
  return {
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
    ...(limit !== undefined && { rateLimit: limit === 'tier' ? null : limit }),
    ...(note !== undefined && { note }),
  };
}

function expiryOption(): Option {
  return new Option(
    '--expires <DATE>',
    'day (UTC, inclusive), or time, when the key ends; "never"',
  ).argParser((value) => {
    if (value === 'never') return value;
    const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T23:59:59Z` : value);
    if (time.getTime() > Date.now() + MINUTE_MS) return time;
    throw new InvalidArgumentError(
      'Enter a day such as 2027-01-31, a time such as 2027-01-31T12:00:00Z, both at least a minute from now, or never.',
    );
  });
}

function limitOption(): Option {
  return new Option(
    '--limit <N>',
    'requests per minute of this key alone; "tier" for those of its kind',
  ).argParser((value) => {
    if (value === 'tier') return value;
    if (/^[1-9]\d*$/.test(value) && Number(value) <= MAX_RATE_LIMIT) return Number(value);
    throw new InvalidArgumentError(`Enter a whole number from 1 to ${MAX_RATE_LIMIT}, or tier.`);
  });
}

function noteOption(): Option {
  return new Option('--note <TEXT>', 'what administrators should know about the key').argParser((value) => {
    if (Array.from(value).length <= NOTE_LENGTH) return value;
    throw new InvalidArgumentError(`Enter at most ${NOTE_LENGTH} characters.`);
  });
}

function parseIdStart(value: string): string {
  const start = value.toLowerCase();
  if (/^[\da-f-]+$/.test(start) && start.length >= MINIMUM_ID_LENGTH) return start;
  throw new InvalidArgumentError(
    `An id is a UUID: enter at least its first ${MINIMUM_ID_LENGTH} characters.`,
  );
}

function parseLine(value: string): string {
  if (!/\p{Cc}/u.test(value) && Array.from(value).length <= LABEL_LENGTH) return value;
  throw new InvalidArgumentError(`Enter one line of at most ${LABEL_LENGTH} characters.`);
}

const MORE_HELP = `
Kinds:
  live     a paid developer key; its owner can replace it with POST /keys/rotate
  sandbox  small answers and a low rate limit, counted per client address
  gateway  authenticates a third-party gateway
  admin    for the operator's own programs

Examples:
  npm run keys -- create --kind live --label "a clinic finder"
  npm run keys -- list --all
  npm run keys -- change 5d1b9a57 --expires 2027-01-31 --limit 600
  npm run keys -- revoke 5d1b9a57 --reason "found in a public repository"
  npm run keys -- memory on
  npm run keys -- import --kind gateway --label "an API marketplace" < secret.txt

Exit codes:
  0  success
  1  failure; the message gives the reason, and nothing was changed
  2  invalid command line

See docs/operate/keys.md for kinds, limits and rotation.`;
