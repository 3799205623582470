import { chmod, chown, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { accountsFor, chooseAccount, type Account } from './account.js';
import { completeBinaries, findBinaries, type Binaries } from './binaries.js';
import { clusterPassword, makeCluster } from './cluster.js';
import { endPostmaster, launchPostmaster } from './postmaster.js';

jest.setTimeout(240_000);

const asRoot = process.getuid?.() === 0;
let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'care-atlas-account-'));
});

afterEach(() => rm(base, { recursive: true }));

/** Brings a server up and down as an account does; false where this machine does not offer the account. */
async function serves(account: Account, directory: string, binaries: Binaries): Promise<boolean> {
  await mkdir(directory, { recursive: true });
  await clusterPassword(directory);
  const chosen = await chooseAccount([account], directory, binaries.postgres).catch(() => undefined);
  if (!chosen) return false;

  await makeCluster({ directory, initdb: binaries.initdb, account, durable: false });
  await launchPostmaster({ directory, postgres: binaries.postgres, account, durable: false });
  await endPostmaster(join(directory, 'data'));
  return true;
}

describe('an account', () => {
  it('that this machine offers can make, start and end a cluster', async () => {
    await chmod(base, 0o755);
    const binaries = await findBinaries();
    const accounts = await accountsFor(base);
    const served: string[] = [];
    for (const account of accounts) {
      if (await serves(account, join(base, account.name), binaries)) served.push(account.name);
    }
    expect(served.length).toBeGreaterThan(0);
  });

  it('is found for a project below a folder that only its owner can enter', async () => {
    const { postgres } = await findBinaries();
    await cp(join(dirname(postgres), '..'), join(base, 'native'), { recursive: true });
    const binaries = await completeBinaries(base);
    const served: string[] = [];
    for (const account of await accountsFor(base)) {
      if (await serves(account, join(base, account.name), binaries)) served.push(account.name);
    }
    expect(served.length).toBeGreaterThan(0);
    expect(served).not.toContainEqual(expect.stringMatching(/^user \d+$/));
  });

  it('of root leaves an ordinary user what is the user’s', async () => {
    const directory = join(base, 'of-a-user');
    await mkdir(join(directory, 'data'), { recursive: true });
    await chmod(base, 0o755);
    // Only root can give files away; everybody else is the ordinary user already.
    const user = asRoot ? 12_345 : (await stat(base)).uid;
    if (asRoot) await chown(join(directory, 'data'), user, user);
    const { postgres } = await findBinaries();

    await chooseAccount(await accountsFor(directory), directory, postgres);

    expect((await stat(join(directory, 'data'))).uid).toBe(user);
    expect((await stat(directory)).uid).toBe(user);
  });

  it('that does not exist is refused with what was tried', async () => {
    const { postgres } = await findBinaries();
    const nobody: Account = { name: 'nobody here', command: () => ({ file: '/nonexistent', args: [] }) };
    await expect(chooseAccount([nobody], base, postgres)).rejects.toThrow(
      /DATABASE_URL[^]*nobody here: .*ENOENT/,
    );
  });
});
