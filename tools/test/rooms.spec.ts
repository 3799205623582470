import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');
const OXLINT = join(PROJECT, 'node_modules/oxlint/bin/oxlint');

// A copy of the configuration: a file inside the project would disturb a compiler that runs at the same time.
const copy = mkdtempSync(join(tmpdir(), 'care-atlas-rooms-'));
copyFileSync(join(PROJECT, '.oxlintrc.json'), join(copy, '.oxlintrc.json'));
// The type-aware linter is found through node_modules.
symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
writeFileSync(join(copy, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
afterAll(() => rmSync(copy, { recursive: true }));

let files = 0;

/** Writes a file into a folder of the project, for the run of the linter over all of them. @returns its path in the copy */
function fileIn(folder: string, source: string, name = `file-${files++}`): string {
  mkdirSync(join(copy, folder), { recursive: true });
  const path = `${folder}/${name}.ts`;
  writeFileSync(join(copy, path), source);
  return path;
}

const reports = new Map<string, string[]>();
beforeAll(() => {
  const words = [OXLINT, '--type-aware', '--quiet', '--format=unix', 'apps', 'libs'];
  const { stdout } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' });
  for (const [, path, fault] of stdout.matchAll(/^(.+?\.ts):\d+:\d+: (.*)$/gm))
    reports.set(path!, [...(reports.get(path!) ?? []), fault!]);
});

/** Returns the errors that the linter reports about a file. */
const errorsOf = (path: string) => (reports.get(path) ?? []).join('\n');

/** The rooms of each library, lowest first: a room imports those below it. Rooms of one level may be in any order. */
const ROOMS = {
  'libs/domain': [
    ['text', 'messages', 'schema', 'records', 'access', 'vocabulary'],
    ['contract'],
    ['rules', 'formats', 'places', 'map'],
    ['read-model', 'question'],
    ['directory'],
  ],
  'libs/data': [['entities', 'migrations'], ['connection'], ['keys', 'directory', 'sync']],
  'libs/server': [
    ['configuration', 'pages'],
    ['observability', 'record'],
    ['access', 'limits'],
    ['answers', 'guards'],
    ['http'],
    ['service'],
  ],
} as const;

describe.each(Object.entries(ROOMS))('the rooms of %s', (library, levels) => {
  const pairs = levels.slice(1).flatMap((upper, i) => [[levels[i]![0], upper[0]] as const]);

  describe.each(pairs)('%s and %s', (lower, upper) => {
    const folder = `${library}/src/${lower}`;
    const wrong = [
      fileIn(folder, `import '../${upper}/index.js';\n`),
      fileIn(`${folder}/inner`, `import '../../${upper}/index.js';\n`),
    ];
    it('must not be imported so', () => {
      for (const path of wrong) expect(errorsOf(path)).toContain('no-restricted-imports');
    });

    const right = fileIn(`${library}/src/${upper}`, `import '../${lower}/index.js';\n`);
    it('are imported the other way', () => expect(errorsOf(right)).not.toContain('no-restricted-imports'));
  });

  const outside = levels.map(([room]) => fileIn(`${library}/src/${room}`, `import '@care-atlas/api/app';\n`));
  it('keep the rules of their library', () => {
    for (const path of outside) expect(errorsOf(path)).toContain('no-restricted-imports');
  });
});

describe('circles of imports', () => {
  fileIn('apps/api/src', "export type { Canary } from './canary.js';\n", 'other');
  const circle = fileIn(
    'apps/api/src',
    "import type { Canary } from './other.js';\nexport type { Canary };\n",
    'canary',
  );
  it('between files are found by the linter, also those of types only', () => {
    expect(errorsOf(circle)).toContain('no-cycle');
  });

  it('between folders beside one another do not exist, not even of types only', () => {
    const folders = [...importsOfFolders()].map(([parent, imports]) => [parent, circlesIn(imports)] as const);
    const circles = folders.flatMap(([parent, names]) => (names.length > 0 ? [[parent, ...names]] : []));
    expect(new Set(circles)).toEqual(new Set(KNOWN_CIRCLES));
  });

  it('are found between three folders', () => {
    const imports = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c', 'd'])],
      ['c', new Set(['a'])],
    ]);
    expect(circlesIn(imports)).toEqual(['a', 'b', 'c']);
  });
});

/** Circles that are to go, with their folders. The client of the dashboard is left out. */
const KNOWN_CIRCLES = [
  ['libs/server/src', 'answers', 'guards'],
  ['tools/src/sample', 'clinics', 'doctors'],
];

type Imports = Map<string, Set<string>>;

/** Returns, for each folder with source, which of its folders import which others. */
function importsOfFolders(): ReadonlyMap<string, Imports> {
  const found = new Map<string, Imports>();
  const exclude = ['**/node_modules', '**/dist', '**/out-tsc', '**/test', '**/peers', '**/*.spec.ts'];
  for (const file of globSync('{apps,libs,tools,lab}/**/*.{ts,tsx}', { cwd: PROJECT, exclude })) {
    if (file.startsWith('apps/admin-dashboard/client/')) continue;
    const source = readFileSync(join(PROJECT, file), 'utf8');
    for (const [, module] of source.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const from = dirname(file).split('/');
      const to = join(dirname(file), dirname(module!)).split('/');
      const apart = from.findIndex((folder, at) => folder !== to[at]);
      if (apart < 0 || to[apart] === undefined) continue;
      const parent = from.slice(0, apart).join('/');
      const imports = found.get(parent) ?? new Map<string, Set<string>>();
      found.set(parent, imports);
      imports.set(from[apart]!, (imports.get(from[apart]!) ?? new Set()).add(to[apart]));
    }
  }
  return found;
}

/** Returns the folders that import themselves through others, by name. */
function circlesIn(imports: Imports): string[] {
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(imports.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    );
  return [...imports.keys()].filter((folder) => reaches(folder, folder)).toSorted();
}

describe('a union that is read by a switch', () => {
  const TYPE = `type State = 'open' | 'paid' | 'lapsed';\n`;
  const CASES = `case 'open': return 1;\n    case 'paid': return 2;`;
  const reader = (cases: string) =>
    `${TYPE}export function read(state: State): number {\n  switch (state) {\n    ${cases}\n  }\n}\n`;

  const part = [CASES, `${CASES}\n    default: return 3;`].map((cases) =>
    fileIn('libs/domain/src', reader(cases)),
  );
  it('must be read whole, even with a default', () => {
    for (const path of part) expect(errorsOf(path)).toContain('switch-exhaustiveness-check');
  });

  const whole = fileIn('libs/domain/src', reader(`${CASES}\n    case 'lapsed': return 3;`));
  it('is accepted when every member has a case', () => expect(errorsOf(whole)).toBe(''));
});
