import { globSync } from 'node:fs';
import { NODE_FLAGS } from '../../src/start/service-process.js';
import { PROJECT, textOf } from './files/project-file.js';

const dockerfile = textOf('docker/Dockerfile');
const { version } = JSON.parse(textOf('package.json')) as { version: string };
const manifests = globSync('{apps,libs}/*/package.json', { cwd: PROJECT }).concat('tools/package.json');

it('the image installs what the lockfile says, and runs no script of a package', () => {
  const installs = Array.from(dockerfile.matchAll(/npm (?:ci|install|i)\b.*/g), ([line]) => line);
  expect(installs).toHaveLength(2);
  expect(installs.filter((line) => !line.startsWith('npm ci --ignore-scripts'))).toEqual([]);
});

it.each(manifests)('the image knows %s: npm compares the lockfile with all of them', (manifest) => {
  const folder = manifest.replace('package.json', '');
  expect(dockerfile).toContain(`COPY ${manifest} ${folder}\n`);
});

it('the image holds the packages of every app', () => {
  const workspaces = Array.from(dockerfile.matchAll(/--workspace=(\S+)/g), ([, folder]) => folder!);
  expect(new Set(workspaces)).toEqual(new Set(globSync('apps/*', { cwd: PROJECT })));
});

it('the base is the Node that everything is tested on, in both places that name it', () => {
  const bases = Array.from(dockerfile.matchAll(/node:(\d+\.\d+\.\d+)-/g), ([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([textOf('.nvmrc').trim()]));
  expect(bases).toHaveLength(2);
});

it('its programs run with the flags of npm start', () => {
  const [, entry = ''] = /^ENTRYPOINT (.*)$/m.exec(dockerfile)!;
  expect(JSON.parse(entry)).toEqual(['node', ...NODE_FLAGS]);
});

it('nothing runs as root, and health is asked by Node itself', () => {
  const [, runtime = ''] = dockerfile.split('AS runtime');
  expect(runtime).toMatch(/^USER 1000:1000$/m);
  expect(runtime).toMatch(/^HEALTHCHECK .*CMD \["node", "docker\/health\.mjs"/m);
  expect(runtime.lastIndexOf('\nCOPY ')).toBeLessThan(runtime.indexOf('\nUSER '));
});

it('no secret and nothing built elsewhere can get into it', () => {
  const ignored = textOf('docker/Dockerfile.dockerignore').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '.data', '**/node_modules', '**/dist', '**/.env', '**/*.env']),
  );
});

it('the newest release of the changelog is this one, or that before this development', () => {
  const released = /^## (\d+\.\d+\.\d+)/m.exec(textOf('CHANGELOG.md'))![1]!;
  const isDevelopment = version.endsWith('-dev');
  expect(
    isDevelopment ? released.localeCompare(version, 'en', { numeric: true }) < 0 : released === version,
  ).toBe(true);
});

it('one release has one version, wherever it stands', () => {
  const versions = {
    image: /^ARG VERSION=(.*)$/m.exec(dockerfile)?.[1],
    kubernetes: new Set(
      globSync('docker/kubernetes{,-site}/**/*.yaml', { cwd: PROJECT }).flatMap((file) =>
        Array.from(textOf(file).matchAll(/image: care-atlas:(\S+)|newTag: (\S+)/g), ([, a, b]) => a ?? b),
      ),
    ),
    compose: /care-atlas:\$\{CARE_ATLAS_VERSION:-([\w.-]+)\}/.exec(textOf('docker/compose.yaml'))?.[1],
    projects: new Set(manifests.map((file) => (JSON.parse(textOf(file)) as { version: string }).version)),
  };
  expect(versions).toEqual({
    image: version,
    kubernetes: new Set([version]),
    compose: version,
    projects: new Set([version]),
  });
});
