import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoring } from './error-code.js';
import { runProgram, type CommandLine } from './program.js';

/** A user and group by number. */
export interface Ids {
  readonly uid: number;
  readonly gid: number;
}

/**
 * A way to run the programs of PostgreSQL, which refuse to run as root. `owner` is who must own the files, seen
 * from here; it is undefined where they are the caller's anyway.
 */
export interface Account {
  readonly name: string;
  readonly owner?: Ids;
  command(program: string, args: readonly string[]): CommandLine;
}

const ROOT = 0;
const UNPRIVILEGED = 65_534;
const UNPRIVILEGED_NAMES = ['postgres', '_postgres', 'nobody'];

const caller: Account = { name: 'the caller', command: (file, args) => ({ file, args }) };

/**
 * Root in a user namespace where it is called nobody: the server sees no root, the files stay root's, and
 * folders that only root can enter are no obstacle. Linux only, and containers often forbid it.
 */
const namespace: Account = {
  name: 'root in a user namespace',
  owner: { uid: ROOT, gid: ROOT },
  command: (program, args) => ({
    file: 'unshare',
    args: ['-U', `--map-user=${UNPRIVILEGED}`, `--map-group=${UNPRIVILEGED}`, program, ...args],
  }),
};

function another(owner: Ids): Account {
  return {
    name: `user ${owner.uid}`,
    owner,
    command: (file, args) => ({ file, args, ...owner }),
  };
}

/**
 * Another user who keeps the right to enter every folder, for a project below a folder that only root can
 * enter (/root). Linux only.
 */
function anotherWithEntry(owner: Ids): Account {
  const switches = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  // Without the secure bit, access() answers as if the right were not there, and initdb asks it.
  const rights = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ];
  return {
    name: `user ${owner.uid} with the right to enter every folder`,
    owner,
    command: (program, args) => ({ file: 'setpriv', args: [...switches, ...rights, program, ...args] }),
  };
}

/** The ways worth trying for files in `directory`, the best first. */
export async function accountsFor(directory: string): Promise<readonly Account[]> {
  if (process.getuid?.() !== ROOT) return [caller];

  const existing = await stat(join(directory, 'data')).catch(ignoring('ENOENT'));
  // Made by an ordinary user: whoever it is must be able to go on using it when root no longer starts it.
  if (existing && existing.uid !== ROOT) {
    const owner = { uid: existing.uid, gid: existing.gid };
    return [another(owner), anotherWithEntry(owner)];
  }

  const users = await unprivilegedUsers();
  return [namespace, ...users.map(another), ...users.map(anotherWithEntry)];
}

/**
 * The first account that can run a program of PostgreSQL and enter the directory. It owns the directory and
 * what is in it when this returns.
 * @throws an Error with advice when there is none.
 */
export async function chooseAccount(
  accounts: readonly Account[],
  directory: string,
  program: string,
): Promise<Account> {
  const failures: string[] = [];
  for (const account of accounts) {
    try {
      if (account.owner) await chown(directory, account.owner.uid, account.owner.gid);
      await runProgram(
        account.command('/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', directory, program]),
      );
      if (account.owner) await handOver(directory, account.owner);
      return account;
    } catch (error) {
      failures.push(`${account.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    'The local PostgreSQL cannot be run here; start as an ordinary user who owns the project, or set ' +
      `DATABASE_URL to a PostgreSQL of your own. Tried:\n${failures.join('\n')}`,
  );
}

/** Gives everything below the directory to its account, unless it has it: how root runs may differ by day. */
async function handOver(directory: string, { uid, gid }: Ids): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if ((await stat(path).catch(ignoring('ENOENT')))?.uid === uid) continue;
    const inside = (await readdir(path, { recursive: true }).catch(() => [])).map((entry) =>
      join(path, entry),
    );
    // Another process that is starting here too may take its own files away meanwhile.
    for (const each of [...inside, path]) await lchown(each, uid, gid).catch(ignoring('ENOENT'));
  }
}

/** The accounts this machine has for such a purpose. */
async function unprivilegedUsers(): Promise<Ids[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  return UNPRIVILEGED_NAMES.flatMap((name) => {
    const line = lines.find((fields) => fields[0] === name);
    const ids = { uid: Number(line?.[2]), gid: Number(line?.[3]) };
    return ids.uid > ROOT && ids.gid > ROOT ? [ids] : [];
  });
}
