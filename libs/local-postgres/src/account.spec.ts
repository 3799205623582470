import { chmod, chown, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { candidateAccounts, chooseAccount, type Account } from './account.js';
import { findBinaries, prepareBinaries, type Binaries } from './binaries.js';
import { createCluster, readOrCreatePassword } from './cluster.js';
import { startPostmaster, stopPostmaster } from './postmaster.js';

const asRoot = process.getuid?.() === 0;
let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'care-atlas-account-'));
});

afterEach(() => rm(base, { recursive: true }));

/** Starts and stops a server as an account. Returns false if this machine does not support the account. */
async function canServe(account: Account, directory: string, binaries: Binaries): Promise<boolean> {
  await mkdir(directory, { recursive: true });
  await readOrCreatePassword(directory);
  const chosen = await chooseAccount([account], directory, binaries.postgres).catch(() => undefined);
  if (!chosen) return false;

  await createCluster(binaries.initdb, { directory, account, durable: false });
  await startPostmaster(binaries.postgres, { directory, account, durable: false });
  await stopPostmaster(join(directory, 'data'));
  return true;
}

/** Returns the names of the candidates that can run a server on this machine. */
async function servingAccounts(binaries: Binaries): Promise<string[]> {
  const names: string[] = [];
  for (const account of await candidateAccounts(base)) {
    if (await canServe(account, join(base, account.name), binaries)) names.push(account.name);
  }
  return names;
}

describe('an account', () => {
  it('can create, start and stop a cluster', async () => {
    await chmod(base, 0o755);
    const names = await servingAccounts(await findBinaries());
    expect(names.length).toBeGreaterThan(0);
  });

  it('is found for a project below a folder that only its owner can enter', async () => {
    const { postgres } = await findBinaries();
    await cp(join(dirname(postgres), '..'), join(base, 'native'), { recursive: true });
    const names = await servingAccounts(await prepareBinaries(base));
    expect(names.length).toBeGreaterThan(0);
    expect(names).not.toContainEqual(expect.stringMatching(/^user \d+$/));
  });

  it('chosen by root leaves the files of an ordinary user to that user', async () => {
    const directory = join(base, 'user');
    await mkdir(join(directory, 'data'), { recursive: true });
    await chmod(base, 0o755);
    // Only root can change the owner of files; anyone else is already an ordinary user.
    const user = asRoot ? 12_345 : (await stat(base)).uid;
    if (asRoot) await chown(join(directory, 'data'), user, user);
    const { postgres } = await findBinaries();

    await chooseAccount(await candidateAccounts(directory), directory, postgres);

    expect((await stat(join(directory, 'data'))).uid).toBe(user);
    expect((await stat(directory)).uid).toBe(user);
  });

  it('that does not exist is rejected, with a list of what was tried', async () => {
    const { postgres } = await findBinaries();
    const missing: Account = {
      name: 'a missing user',
      command: () => ({ file: join(base, 'missing'), args: [] }),
    };
    await expect(chooseAccount([missing], base, postgres)).rejects.toThrow(
      /DATABASE_URL[^]*a missing user: .*ENOENT/,
    );
  });
});
