import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');
const OXLINT = join(PROJECT, 'node_modules/oxlint/bin/oxlint');

// A copy of the configuration: a file inside the project would disturb a compiler that runs at the same time.
const copy = mkdtempSync(join(tmpdir(), 'care-atlas-rooms-'));
copyFileSync(join(PROJECT, '.oxlintrc.json'), join(copy, '.oxlintrc.json'));
// The type-aware linter is found through node_modules.
symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
writeFileSync(join(copy, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
afterAll(() => rmSync(copy, { recursive: true }));

/** Returns what the linter reports about a file in a folder of the project. */
function lint(folder: string, source: string, ...options: readonly string[]): string {
  mkdirSync(join(copy, folder), { recursive: true });
  const file = join(copy, folder, 'canary.ts');
  writeFileSync(file, source);
  try {
    return execFileSync(process.execPath, [OXLINT, ...options, file], { cwd: copy, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(file);
  }
}

/** The rooms of each library, lowest first: a room imports those below it. Rooms of one level may be in any order. */
const ROOMS = {
  'libs/domain': [
    ['text', 'schema', 'records', 'access', 'vocabulary'],
    ['contract'],
    ['rules', 'formats', 'places', 'map'],
    ['read-model', 'question'],
    ['directory'],
  ],
  'libs/data': [['entities', 'migrations'], ['connection'], ['keys', 'directory', 'sync']],
  'libs/server': [
    ['configuration', 'pages'],
    ['observability'],
    ['access', 'limits'],
    ['answers', 'guards'],
    ['http'],
    ['service'],
  ],
} as const;

describe.each(Object.entries(ROOMS))('the rooms of %s', (library, levels) => {
  const pairs = levels.slice(1).flatMap((upper, i) => [[levels[i]![0], upper[0]] as const]);

  it.each(pairs)('%s must not import %s', (lower, upper) => {
    const folder = `${library}/src/${lower}`;
    expect(lint(folder, `import '../${upper}/index.js';\n`)).toContain('no-restricted-imports');
    expect(lint(`${folder}/inner`, `import '../../${upper}/index.js';\n`)).toContain('no-restricted-imports');
  });

  it.each(pairs)('%s is imported by %s', (lower, upper) => {
    const imported = lint(`${library}/src/${upper}`, `import '../${lower}/index.js';\n`);
    expect(imported).not.toContain('no-restricted-imports');
  });

  it('keep the rules of their library', () => {
    for (const [room] of levels) {
      const imported = lint(`${library}/src/${room}`, `import '@care-atlas/api/app';\n`);
      expect(imported).toContain('no-restricted-imports');
    }
  });
});

describe('a union that is read by a switch', () => {
  const TYPE = `type State = 'open' | 'paid' | 'lapsed';\n`;
  const CASES = `case 'open': return 1;\n    case 'paid': return 2;`;
  const reader = (cases: string) =>
    `${TYPE}export function read(state: State): number {\n  switch (state) {\n    ${cases}\n  }\n}\n`;

  it('must be read whole, even with a default', () => {
    for (const cases of [CASES, `${CASES}\n    default: return 3;`]) {
      expect(lint('libs/domain/src', reader(cases), '--type-aware')).toContain('switch-exhaustiveness-check');
    }
  });

  it('is accepted when every member has a case', () => {
    const report = lint('libs/domain/src', reader(`${CASES}\n    case 'lapsed': return 3;`), '--type-aware');
    expect(report).not.toContain('switch-exhaustiveness-check');
    expect(report).toContain('0 errors');
  });
});
