import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import { build } from 'esbuild';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { PROJECT } from '../../tools/src/project.js';
import { TestApi } from '../../apps/api/test/test-api.js';

const run = promisify(execFile);
/** The generators, and what their clients import. */
const MODULES = join(PROJECT, 'lab/node_modules');
const { sandboxKey } = readApiConfiguration({ DATABASE_URL: 'postgres://localhost/none' });
const BASE_URL = 'http://localhost:3000';

const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noEmit: true,
};

/** A section of the guide: how to generate a client, and a program that uses it. */
interface Recipe {
  readonly name: string;
  readonly command: readonly string[];
  readonly program: string;
  /** The configuration file of the generator, if it needs one. */
  readonly config?: string;
}

async function recipes(): Promise<Recipe[]> {
  const guide = await readFile(join(PROJECT, 'docs/guides/generated-clients.md'), 'utf8');
  const sections = guide.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const blockOf = (language: string) => section.split(`\`\`\`${language}\n`)[1]?.split('```', 1)[0];
    const [, command] = /^npx (.+)$/m.exec(blockOf('bash') ?? '') ?? [];
    if (command === undefined) return [];
    const [name = ''] = section.split('\n', 1);
    return [{ name, command: command.split(' '), program: blockOf('ts') ?? '', config: blockOf('js') }];
  });
}

const RECIPES = await recipes();
let api: TestApi;
let address: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-clients-'));
  await symlink(MODULES, join(folder, 'node_modules'));
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  api = await TestApi.start({ env: { BASE_URL: address } });
  await api.publishSandboxKey(sandboxKey);
  await api.listen(port);
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true });
});

it('the guide has a recipe for each generator that is installed', () => {
  expect(RECIPES.map(({ name }) => name)).toEqual(['openapi-typescript', '@hey-api/openapi-ts', 'orval']);
});

describe.each(RECIPES)('a client that $name generates', ({ name, command, program, config }) => {
  let at: string;

  beforeAll(async () => {
    at = join(folder, name.replace('/', '-'));
    await mkdir(at);
    await writeFile(join(at, 'program.ts'), program);
    await writeFile(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
    const file = command[command.indexOf('--config') + 1]!;
    if (config !== undefined) await writeFile(join(at, file), here(config));
    const [generator = '', ...options] = command;
    await run(process.execPath, [await programOf(generator), ...options.map(here)], { cwd: at });
  });

  it('compiles without errors in strict mode, unless a parameter has another type', async () => {
    expect(await compilerErrors(at)).toBe('');
    await writeFile(join(at, 'program.ts'), program.replace('limit: 5', 'limit: true'));
    expect(await compilerErrors(at)).toContain('boolean');
  });

  it('sends the key and both lists as the API reads them', async () => {
    await writeFile(join(at, 'program.ts'), here(program));
    const both = await api.ask('/doctors?specialties=Cardiology,Dermatology&languages=Tamil,French&limit=0');
    const one = await api.ask('/doctors?specialties=Cardiology&languages=Tamil&limit=0');
    const { total } = both.json<{ total: number }>();
    expect(total).toBeGreaterThan(one.json<{ total: number }>().total);
    expect(await output(at)).toBe(`${total}\n`);
  });

  it('returns a typed error', async () => {
    await writeFile(join(at, 'program.ts'), here(program).replace(sandboxKey, 'unknown'));
    expect(await output(at)).toBe('unauthorized\n');
  });
});

/** Returns a text of the guide with the address of the API under test. */
function here(text: string): string {
  return text.replaceAll(BASE_URL, address);
}

/** Returns the program of an installed package, as npx runs it. */
async function programOf(name: string): Promise<string> {
  const { bin } = JSON.parse(await readFile(join(MODULES, name, 'package.json'), 'utf8')) as {
    bin: object | string;
  };
  const [program] = typeof bin === 'string' ? [bin] : (Object.values(bin) as string[]);
  return join(MODULES, name, program!);
}

/** Returns what the compiler objects to in a folder. */
async function compilerErrors(at: string): Promise<string> {
  const compiler = join(PROJECT, 'node_modules/@typescript/native/bin/tsc');
  const compiled = run(process.execPath, [compiler, '-p', at]);
  return (await compiled.catch((fault: unknown) => fault as { stdout: string })).stdout;
}

/** Returns what the program in a folder prints. */
async function output(at: string): Promise<string> {
  const outfile = join(at, 'program.mjs');
  await build({
    entryPoints: [join(at, 'program.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  // Without colors, which a terminal or a runner may ask for.
  return (await run(process.execPath, [outfile], { env: { ...process.env, FORCE_COLOR: '0' } })).stdout;
}
