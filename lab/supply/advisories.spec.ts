import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advisoriesOn } from './advisories.js';

const ADVISORY = {
  url: 'https://advisories.example/1',
  title: 'Admits everybody',
  vulnerable_versions: '<2',
};

const PACKAGE = {
  name: 'shipped',
  versions: Object.fromEntries(['1.0.0', '2.0.0'].map((version) => [version, { name: 'shipped', version }])),
};

let registry: Server;
let project: string;
/** The registry's advisories; undefined for a registry that cannot be asked. */
let known: object | undefined;

beforeAll(async () => {
  registry = createServer(({ url }, response) => {
    const answer = url === '/shipped' ? PACKAGE : url?.endsWith('/advisories/bulk') ? known : undefined;
    if (answer) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    else response.writeHead(405).end();
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  project = mkdtempSync(join(tmpdir(), 'care-atlas-advisories-'));
  const dependencies = { shipped: '1.0.0' };
  const devDependencies = { 'for-tests': '1.0.0' };
  const root = { name: 'project', version: '1.0.0', dependencies, devDependencies };
  const packages = {
    '': root,
    'node_modules/shipped': { version: '1.0.0' },
    'node_modules/for-tests': { version: '1.0.0', dev: true },
  };
  const lockfile = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(project, 'package.json'), JSON.stringify(root));
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lockfile));
});
afterAll(() => {
  registry.close();
  rmSync(project, { recursive: true });
});

function ask() {
  const { port } = registry.address() as AddressInfo;
  return advisoriesOn(project, [`--registry=http://127.0.0.1:${port}`, `--cache=${join(project, 'cache')}`]);
}

it.each([
  [1, 'critical', 'grave'],
  [2, 'high', 'grave'],
  [3, 'moderate', 'others'],
] as const)('advisory %i, %s, counts among the %s, with its URL', async (id, severity, group) => {
  known = { shipped: [{ ...ADVISORY, id, severity }] };
  const { [group]: found, failure } = await ask();
  expect(failure).toBeUndefined();
  expect(found).toEqual([`shipped <2, ${severity}: Admits everybody (https://advisories.example/1).`]);
});

it('a report without vulnerabilities is empty', async () => {
  known = {};
  expect(await ask()).toEqual({ grave: [], others: [] });
});

it('an unreachable registry is a failure', async () => {
  known = undefined;
  expect(await ask()).toMatchObject({ failure: expect.stringContaining('405') });
});
