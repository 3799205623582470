import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PROJECT } from '../../src/project.js';

interface NeededProgram {
  readonly names: readonly string[];
  readonly apt: string;
}
const { PROGRAMS, SERVICES } = (await import(join(PROJECT, 'tools/needed-programs.mjs'))) as {
  PROGRAMS: readonly NeededProgram[];
  SERVICES: ReadonlySet<string>;
};

const OWN = relative(PROJECT, import.meta.filename);

/** Programs that come with Node, with the system, or as part of another one of the list. */
const EVERYWHERE = {
  node: ['npm'],
  system: ['sh', '/bin/sh', 'bash', 'cat', 'cp', 'du', 'sha256sum', 'tar'],
  // It fetched the project.
  checkout: ['git'],
  // Where they are missing, the tests leave a case out.
  optional: ['java', 'kubectl', 'unshare'],
  postgresql: ['initdb', 'pg_basebackup'],
};

/** The text of every file of the tests. */
const TEXTS = globSync(
  [
    '{apps,libs}/*/{src,test,server,client,bundle}/**/*.{ts,mjs}',
    'tools/{test,faults,jest,src}/**/*.{ts,mjs}',
    'lab/**/*.spec.ts',
  ],
  { cwd: PROJECT, exclude: ['**/node_modules/**', '**/dist/**', '**/out-tsc/**'] },
)
  .filter((file) => /\.spec\.ts$|\/(test|faults|jest)\//.test(file) && file !== OWN)
  .map((file) => readFileSync(join(PROJECT, file), 'utf8'));

/** Where a program is named: in a call that runs it, or as the member `file` of a plan. */
const PLACES = [
  /\b(?:spawn|spawnSync|execFile|execFileSync)\)?\(\s*'([^'\s]+)'/g,
  /\b(?:run|execute)\(\s*(?:\w+,\s*)?'([^'\s]+)',\s*\[/g,
  /\bfile: '([^'\s]+)',\s*(?:args|flags)\b/g,
];

const called = new Set(
  TEXTS.flatMap((text) => PLACES.flatMap((place) => Array.from(text.matchAll(place), ([, name]) => name!))),
);

it('every program that a test runs is one that `npm test` installs, or that every system has', () => {
  const known = new Set([...PROGRAMS.flatMap(({ names }) => names), ...Object.values(EVERYWHERE).flat()]);
  expect([...called].filter((name) => !known.has(name))).toEqual([]);
});

it('no program is named that no test runs', () => {
  const text = TEXTS.join('\n');
  const isNamed = (name: string) => new RegExp(`['"\`\\s]${name}['"\`\\s]`).test(text);
  const needless = PROGRAMS.filter(({ names }) => !names.some(isNamed)).map(({ names }) => names[0]);
  const gone = Object.values(EVERYWHERE).flat();
  expect([needless, gone.filter((name) => !called.has(name))]).toEqual([[], []]);
});

it('the services of the packages are named by their packages', () => {
  const packages = new Set(PROGRAMS.map(({ apt }) => apt));
  expect([...SERVICES].filter((name) => !packages.has(name))).toEqual([]);
});
