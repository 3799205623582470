import { randomBytes } from 'node:crypto';
import { makeKey } from '@care-atlas/domain/access';
import { EXCEPTIONS, type LicenseUse, unlicensed } from './licenses.js';
import { type LockedPackage, lockfileFaults } from './lockfile.js';
import { secretsIn } from './secrets.js';

const DIGEST = `sha512-${'A'.repeat(86)}==`;

const faults = (entry: LockedPackage) =>
  lockfileFaults(
    { lockfileVersion: 3, packages: { '': {}, 'node_modules/some': entry } },
    new Set(['known']),
  );
const use = (license: string, shipped: boolean): LicenseUse => ({
  name: 'some',
  version: '1.0.0',
  license,
  shipped,
});

describe('the lockfile', () => {
  it.each<[string, LockedPackage]>([
    ['a package without a digest', { version: '1.0.0' }],
    ['a weak digest', { version: '1.0.0', integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    [
      'another origin',
      { version: '1.0.0', integrity: DIGEST, resolved: 'git+ssh://git@host.example/some.git' },
    ],
    ['no version', { version: 'file:../some', integrity: DIGEST }],
    [
      'an install script that nobody looked at',
      { version: '1.0.0', integrity: DIGEST, hasInstallScript: true },
    ],
  ])('is rejected for %s', (_, entry) => {
    expect(faults(entry)).toEqual([expect.stringContaining('node_modules/some')]);
  });

  it('is accepted if every package is pinned', () => {
    expect(faults({ version: '1.0.0', integrity: DIGEST })).toEqual([]);
  });
});

describe('licenses', () => {
  it.each([
    ['MIT', true],
    ['(BSD-3-Clause OR GPL-2.0)', true],
    ['MIT AND ISC', true],
    ['MPL-2.0', false],
  ])('%s is allowed (shipped: %s)', (license, shipped) => {
    expect(unlicensed([use(license, shipped)])).toEqual([]);
  });
  it.each([
    ['', true],
    ['GPL-3.0-only', false],
    ['LGPL-3.0-only', true],
    ['MIT AND GPL-2.0', true],
    ['MPL-2.0', true],
    ['UNLICENSED', false],
  ])('%s is not allowed (shipped: %s)', (license, shipped) => {
    expect(unlicensed([use(license, shipped)])).toHaveLength(1);
  });
  it('no exception has copyleft', () => {
    const licenses = Object.values(EXCEPTIONS).map(({ license }) => license);
    expect(licenses.filter((license) => /GPL/.test(license))).toEqual([]);
  });
});

describe('secrets', () => {
  it.each(['live', 'gateway', 'admin'] as const)('a %s key is found and not printed', async (kind) => {
    const key = makeKey(kind, randomBytes);
    const [found, ...more] = await secretsIn(`A text with ${key}.`);
    expect(more).toEqual([]);
    expect(found).toContain('an API key');
    expect(found).not.toContain(key);
  });
  it('a key with a wrong checksum and the published key are ignored', async () => {
    const key = makeKey('live', randomBytes);
    const last = key.endsWith('0') ? '1' : '0';
    expect(await secretsIn(`${key.slice(0, -1)}${last} ${makeKey('sandbox', randomBytes)}`)).toEqual([]);
  });
  it.each([
    ['sk_live', '0'.repeat(24)],
    ['whsec', '0'.repeat(32)],
    ['npm', '0'.repeat(36)],
    ['ghp', '0'.repeat(36)],
    ['sk_live', 'a1B2c3D4'.repeat(3)],
  ])('a text that begins with %s_ is found', async (start, rest) => {
    expect(await secretsIn(`${start}_${rest}`)).toHaveLength(1);
  });
  it('a token that only Secretlint detects is found and not printed', async () => {
    const token = ['xoxb', '123456789012', '123456789012', 'a1B2c3D4'.repeat(3)].join('-');
    const [found, ...more] = await secretsIn(`A text with ${token}.`);
    expect(more).toEqual([]);
    expect(found).toContain(`(${token.slice(0, 12)}…)`);
  });
  it('a database password is found, except those of tests', async () => {
    const [start, end] = ['postgres://user:', '@db.example/care'];
    expect(await secretsIn(`${start}hunter2${end} ${start}s3cret${end}`)).toEqual([]);
    expect(await secretsIn(`${start}x8Wq-real${end}`)).toHaveLength(1);
  });
});
