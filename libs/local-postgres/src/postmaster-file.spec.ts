import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { candidateAccounts, chooseAccount } from './account.js';
import { findBinaries, prepareBinaries } from './binaries.js';
import { createCluster, readOrCreatePassword } from './cluster.js';
import { startPostmaster, stopPostmaster } from './postmaster.js';
import { findPostmaster } from './postmaster-file.js';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'care atlas – été '));
});
afterEach(() => rm(base, { recursive: true }));

it('a running server is found where the paths of its program and of its data have spaces', async () => {
  const { postgres } = await findBinaries();
  await cp(join(dirname(postgres), '..'), join(base, 'native'), { recursive: true });
  await chmod(base, 0o755);
  const binaries = await prepareBinaries(base);
  const directory = join(base, 'a cluster');
  await mkdir(directory);
  await readOrCreatePassword(directory);
  const account = await chooseAccount(await candidateAccounts(directory), directory, binaries.postgres);
  const cluster = { directory, account, durable: false };
  await createCluster(binaries.initdb, cluster);

  const data = join(directory, 'data');
  const started = await startPostmaster(binaries.postgres, cluster);
  try {
    expect(await findPostmaster(data)).toEqual(started);
  } finally {
    await stopPostmaster(data);
  }
  expect(await findPostmaster(data)).toBeUndefined();
});
