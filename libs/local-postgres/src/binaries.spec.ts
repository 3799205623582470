import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries, prepareBinaries } from './binaries.js';

let root: string;
let links: { target: string }[];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'care-atlas-binaries-'));
  const { postgres } = await findBinaries();
  await cp(join(dirname(postgres), '..'), join(root, 'native'), { recursive: true });
  links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'));
});

afterAll(() => rm(root, { recursive: true }));

describe('a package whose install script did not run', () => {
  it('gets its links and execute bits, even from several callers at once', async () => {
    for (const link of links) await rm(join(root, link.target), { force: true });
    await chmod(join(root, 'native/bin/postgres'), 0o644);

    const [binaries] = await Promise.all([
      prepareBinaries(root),
      prepareBinaries(root),
      prepareBinaries(root),
    ]);

    for (const link of links) {
      expect((await lstat(join(root, link.target))).isSymbolicLink()).toBe(true);
    }
    const { stdout } = await promisify(execFile)(binaries.postgres, ['--version']);
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);
  });
});

describe('a platform without a package', () => {
  it('is rejected with advice to set DATABASE_URL', async () => {
    await expect(findBinaries('linux', 's390x')).rejects.toThrow(
      /^No PostgreSQL package is installed for linux-s390x\..* set DATABASE_URL to your own PostgreSQL\.$/,
    );
  });
});
