import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage, ignoring } from './errors.js';
import { runProgram, type CommandLine } from './program.js';

/** A numeric user and group. */
export interface Ids {
  readonly uid: number;
  readonly gid: number;
}

/**
 * An account that runs the PostgreSQL programs, which refuse to run as root. The files must belong to `owner`, as
 * the caller sees it; without `owner` they already belong to the caller.
 */
export interface Account {
  readonly name: string;
  readonly owner?: Ids;
  /** Returns the command line that runs a program under this account. */
  command(program: string, args: readonly string[]): CommandLine;
}

const ROOT = 0;
const UNPRIVILEGED = 65_534;
const UNPRIVILEGED_NAMES = ['postgres', '_postgres', 'nobody'];

const currentUser: Account = { name: 'the current user', command: (file, args) => ({ file, args }) };

/**
 * Root, mapped to an unprivileged user in a user namespace: the server does not see root, the files still belong
 * to root, and folders that only root can enter stay accessible. Linux only; containers often forbid it.
 */
const userNamespace: Account = {
  name: 'root in a user namespace',
  owner: { uid: ROOT, gid: ROOT },
  command: (program, args) => ({
    file: 'unshare',
    args: ['-U', `--map-user=${UNPRIVILEGED}`, `--map-group=${UNPRIVILEGED}`, program, ...args],
  }),
};

const otherUser = (owner: Ids): Account => ({
  name: `user ${owner.uid}`,
  owner,
  command: (file, args) => ({ file, args, ...owner }),
});

/**
 * Another user that may enter every folder, for a project below a folder that only root can enter (/root). Linux
 * only.
 */
function otherUserWithFolderAccess(owner: Ids): Account {
  const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  // Without it, access() ignores the capability, and initdb calls access().
  const secureBits = '--securebits=+no_setuid_fixup';
  return {
    name: `user ${owner.uid} with CAP_DAC_OVERRIDE`,
    owner,
    command: (program, args) => ({
      file: 'setpriv',
      args: [...ids, secureBits, ...capabilities, program, ...args],
    }),
  };
}

/** Returns the accounts to try for the files in `directory`, in order of preference. */
export async function candidateAccounts(directory: string): Promise<readonly Account[]> {
  if (process.getuid?.() !== ROOT) return [currentUser];

  const existing = await stat(join(directory, 'data')).catch(ignoring('ENOENT'));
  // The cluster of an ordinary user stays theirs: they must be able to start it again without root.
  if (existing && existing.uid !== ROOT) {
    const { uid, gid } = existing;
    return [otherUser({ uid, gid }), otherUserWithFolderAccess({ uid, gid })];
  }

  const users = await unprivilegedUsers();
  return [userNamespace, ...users.map(otherUser), ...users.map(otherUserWithFolderAccess)];
}

/**
 * Returns the first account that can run a PostgreSQL program and enter the directory, and makes it the owner of
 * the directory and its contents.
 * @throws an Error with advice when no account can.
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
      if (account.owner) await changeOwner(directory, account.owner);
      return account;
    } catch (error) {
      failures.push(`${account.name}: ${errorMessage(error)}`);
    }
  }
  throw new Error(
    'No account on this machine can run the local PostgreSQL. Start as a non-root user who owns the project, or ' +
      `set DATABASE_URL to your own PostgreSQL. Tried:\n${failures.join('\n')}`,
  );
}

/** Changes the owner of everything below the directory. An earlier start may have used another account. */
async function changeOwner(directory: string, { uid, gid }: Ids): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if ((await stat(path).catch(ignoring('ENOENT')))?.uid === uid) continue;
    const entries = await readdir(path, { recursive: true }).catch(() => []);
    const paths = [...entries.map((entry) => join(path, entry)), path];
    // Another process that starts in this directory may remove its temporary files in the meantime.
    for (const each of paths) await lchown(each, uid, gid).catch(ignoring('ENOENT'));
  }
}

/** Returns the unprivileged accounts of this machine that can own a cluster. */
async function unprivilegedUsers(): Promise<Ids[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  return UNPRIVILEGED_NAMES.flatMap((name) => {
    const line = lines.find((fields) => fields[0] === name);
    const ids = { uid: Number(line?.[2]), gid: Number(line?.[3]) };
    return ids.uid > ROOT && ids.gid > ROOT ? [ids] : [];
  });
}
