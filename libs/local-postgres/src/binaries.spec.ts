import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { completeBinaries, findBinaries } from './binaries.js';

jest.setTimeout(120_000);

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
  it('gets its links and execute bits, though several processes see to it', async () => {
    for (const link of links) await rm(join(root, link.target), { force: true });
    await chmod(join(root, 'native/bin/postgres'), 0o644);

    const [binaries] = await Promise.all([
      completeBinaries(root),
      completeBinaries(root),
      completeBinaries(root),
    ]);

    for (const link of links) {
      expect((await lstat(join(root, link.target))).isSymbolicLink()).toBe(true);
    }
    const { stdout } = await promisify(execFile)(binaries.postgres, ['--version']);
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);
  });
});

describe('a machine without a package', () => {
  it('is told to bring its own PostgreSQL', async () => {
    await expect(findBinaries('linux', 's390x')).rejects.toThrow(
      /^No PostgreSQL comes with the packages for linux-s390x .*: set DATABASE_URL to a PostgreSQL of your own\.$/,
    );
  });
});
