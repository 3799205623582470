import { globSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Program, VARIABLES, variablesOf } from '@care-atlas/server/configuration';
import { PROJECT, textOf } from './files/project-file.js';
import { PROGRAMS } from './programs.js';
import { withProgramTable } from './golden/program-table.js';
import { type Deployment, differences } from './shipped.js';

const READERS = [...new Set(Object.values(PROGRAMS).map(({ reads }) => reads))];
const SOURCES = [
  'apps/{api,mcp,sync,console}/src/**/*.ts',
  'apps/admin-dashboard/server/src/**/*.ts',
  'libs/{domain,data,server}/src/**/*.ts',
];

/** Everything as it is. */
const DEPLOYMENT: Deployment = {
  programs: PROGRAMS,
  variables: Object.fromEntries(
    Object.entries(VARIABLES).map(([name, { secret }]) => [
      name,
      { secret, readers: READERS.filter((program: Program) => name in variablesOf(program)) },
    ]),
  ),
  sources: new Map(
    globSync(SOURCES, { cwd: PROJECT })
      .filter((file) => !file.endsWith('.spec.ts'))
      .map((file) => [file, textOf(file)]),
  ),
  exampleNames: Object.keys(parseEnv(textOf('docker/example.env'))),
};

it('the shipped files have each program with its variables, folders, ports, probes and memory, and nothing else', () => {
  expect(differences(DEPLOYMENT)).toEqual([]);
  expect(DEPLOYMENT.sources.size).toBeGreaterThan(800);
});

it('the document has the table of the programs', () => {
  const unspaced = (text: string) => text.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---');
  const text = unspaced(textOf('docs/operate/install.md'));
  expect(text).toBe(unspaced(withProgramTable(text, PROGRAMS)));
});

describe('is noticed:', () => {
  it('a variable without a place', () => {
    const variables = { ...DEPLOYMENT.variables, NEW_LIMIT: { readers: ['api' as const], secret: false } };
    const places = differences({ ...DEPLOYMENT, variables }).map((line) => line.split(':')[0]);
    expect(places).toEqual([
      'compose api variables',
      'kubernetes api variables',
      'docker/example.env NEW_LIMIT',
    ]);
  });

  it('a program without a place', () => {
    const cleaner = { ...PROGRAMS.uploads, words: ['apps/sync/dist/main.js', 'clean'] };
    const lines = differences({ ...DEPLOYMENT, programs: { ...PROGRAMS, cleaner } });
    expect(lines).toContainEqual(expect.stringMatching(/^compose cleaner words: found nothing/));
    expect(lines).toContainEqual(expect.stringMatching(/^kubernetes cleaner kind: found nothing/));
  });

  it('a program that is shipped, and that the table lacks', () => {
    const { uploads: _, ...programs } = PROGRAMS;
    const lines = differences({ ...DEPLOYMENT, programs });
    expect(lines).toContainEqual(expect.stringMatching(/^compose uploads words: found .*, expected nothing/));
  });

  it.each([
    ['fetch', `export const ask = (url: string) => fetch(url);`],
    ['a module of Node', `import { request } from 'node:https';`],
    ['all of a module of Node', `import net from 'node:net';`],
    ['a package', `import { Client, type ClientBase } from 'pg';`],
    ['a package that is loaded later', `const { createClient } = await import('redis');`],
  ])('a connection by %s in a file without a place', (_, source) => {
    const sources = new Map([...DEPLOYMENT.sources, ['apps/api/src/new.ts', source]]);
    expect(differences({ ...DEPLOYMENT, sources })).toEqual([
      'connections, as in callers.ts, of apps/api/src/new.ts: found true, expected nothing',
    ]);
  });
});
