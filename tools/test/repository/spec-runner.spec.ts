import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const RUNNER = join(ROOT, 'tools/jest/runner.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'care-atlas-runner-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Report {
  readonly numPassedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const IN_ORDER = `import { createRequire } from 'node:module';
  const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
  export default class extends TestSequencer {
    sort(tests) { return tests.toSorted((a, b) => (a.path < b.path ? -1 : 1)); }
  }`;

/** Runs spec files one after the other, in one worker, in the order of their names. */
function run(files: Readonly<Record<string, string>>, seed?: string) {
  const config = {
    runner: RUNNER,
    testMatch: ['**/*.spec.mjs'],
    testSequencer: './sequencer.mjs',
    testTimeout: 300_000,
  };
  writeFileSync(join(folder, 'sequencer.mjs'), IN_ORDER);
  writeFileSync(join(folder, 'jest.config.mjs'), `export default ${JSON.stringify(config)};`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const words = [
    join(ROOT, 'node_modules/jest/bin/jest.js'),
    '-w',
    '1',
    '--json',
    '--outputFile=report.json',
  ];
  const env = { ...process.env, ...(seed !== undefined && { SEED: seed }) };
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', env });
}

function reportOf(files: Readonly<Record<string, string>>): Report & { readonly exitCode: number | null } {
  const { status } = run(files);
  return { ...(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report), exitCode: status };
}

const FAULTS = [
  ['a failed assertion', `expect(1).toBe(2);`],
  [
    'an error that contains itself',
    `const error = new Error('Round.'); throw Object.assign(error, { error });`,
  ],
  ['a rejection that nothing handles', `Promise.reject(new Error('Late.')); await pause(50);`],
  ['an error in a timer', `setTimeout(() => { throw new Error('Late.'); }, 10); await pause(50);`],
  ['a test beyond its time', `await new Promise(() => {});`],
  ['an exit of the process', `process.exit(0);`],
  ['a killed process', `process.kill(process.pid, 'SIGKILL'); await pause(10_000);`],
] as const;

it('whatever fails a file, the next file runs', () => {
  const files = FAULTS.flatMap(([fault, code]) => [
    [
      `${fault}.spec.mjs`,
      `const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      it('fails', async () => { ${code} }, 2_000);`,
    ],
    [`${fault}.spec.next.spec.mjs`, `it('passes', () => expect(1).toBe(1));`],
  ]);
  const { exitCode, testResults } = reportOf(Object.fromEntries(files));
  const failed = testResults.filter(({ message }) => message !== '').map(({ name }) => basename(name));
  const passed = testResults.filter(({ assertionResults }) =>
    assertionResults.some(({ title, status }) => title === 'passes' && status === 'passed'),
  );
  expect(failed.toSorted()).toEqual(FAULTS.map(([fault]) => `${fault}.spec.mjs`).toSorted());
  expect({ exitCode, passed: passed.length }).toEqual({ exitCode: 1, passed: FAULTS.length });
});

it('files share their modules, and neither hooks nor spies', () => {
  const file = `import { count } from './count.mjs';
    globalThis.hooks = 0;
    const isSpied = 'mock' in console.log;
    beforeEach(() => { globalThis.hooks++; });
    it('is loaded once', () => expect(count).toBe(1));
    it('has its own hooks', () => expect(globalThis.hooks).toBe(2));
    it('has its own spies', () => {
      expect(isSpied).toBe(false);
      jest.spyOn(console, 'log').mockImplementation(() => undefined);
    });`;
  const { exitCode, numPassedTests } = reportOf({
    'count.mjs': `globalThis.count = (globalThis.count ?? 0) + 1; export const { count } = globalThis;`,
    'a.spec.mjs': file,
    'b.spec.mjs': file,
  });
  expect({ exitCode, numPassedTests }).toEqual({ exitCode: 0, numPassedTests: 6 });
});

it.each(['abc', '', '1.5'])('a seed %j is refused, rather than read as 0', (seed) => {
  const { status, stderr } = run({ 'a.spec.mjs': `it('passes', () => expect(1).toBe(1));` }, seed);
  expect(status).toBe(1);
  expect(stderr).toContain(`SEED is "${seed}", but must be an integer`);
});

it('an error names its line of TypeScript', () => {
  const { stack } = new Error('of this line');
  const lines = readFileSync(import.meta.filename, 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes("new Error('of this line')")) + 1;
  expect(stack).toContain(`${basename(import.meta.filename)}:${line}:`);
});
