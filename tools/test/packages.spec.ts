import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { KeyRepository } from '@care-atlas/data/keys';
import { openDatabase } from '@care-atlas/data/connection';
import { runSync } from '@care-atlas/data/sync';
import { httpServer, RequestObserver } from '@care-atlas/server/http';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { build } from 'esbuild';
import { serveDownloads } from '../../apps/api/src/portal/site/downloads.js';
import { PROJECT } from '../src/project.js';

/** Building and installing take minutes on a busy machine. */
const PACKAGES = ['@care-atlas/client', '@care-atlas/data', '@care-atlas/domain'];
/** Those that may be published. */
const PUBLIC = ['client', 'domain'];

/** What npm reports of a package that it packed. */
interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Strict, and with the types of the packages checked too. */
const TSCONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  },
};

const CONSUMER = `
import { openMigratedDatabase } from '@care-atlas/data/connection';
import { openDirectory } from '@care-atlas/data/directory';
import { KeyRepository } from '@care-atlas/data/keys';
import { DoctorQuery, QueryReader } from '@care-atlas/domain/contract';

const databaseUrl = process.env.DATABASE_URL!;
const directory = await openDirectory({ databaseUrl });
const query: DoctorQuery = new QueryReader(DoctorQuery).read({ limit: '1' });
const { total }: { total: number } = directory.listDoctors(query).value;
// @ts-expect-error: answers are typed.
const { unknownField } = directory.listDoctors(query).value;
await directory.close();

const database = await openMigratedDatabase(databaseUrl);
const { keys } = await new KeyRepository(database).search({ state: 'active' });
await database.close();
console.log(JSON.stringify({ version: directory.dataset.version, total, labels: keys.map(({ label }) => label) }));
`;

/** What runs in a browser: the client, and the directory itself. */
const BROWSER = `
import { CareAtlas } from '@care-atlas/client/client';
import { CareAtlasError } from '@care-atlas/client/client-error';
import type { DoctorList } from '@care-atlas/client/interface';
import { mirrorBatches } from '@care-atlas/client/mirror';
import { DoctorQuery, QueryReader } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel } from '@care-atlas/domain/read-model';

const model = buildReadModel({ version: '1', syncedAt: new Date(0) }, { clinics: [], doctors: [] });
const directory = new Directory(() => model, () => new Date(0));
const { total }: Pick<DoctorList, 'total'> = directory.listDoctors(new QueryReader(DoctorQuery).read({})).value;
const client = new CareAtlas({ url: 'http://127.0.0.1:1/api/v1', retries: 0 });
// @ts-expect-error: queries are typed.
const asked = client.listDoctors({ languages: 'Tamil' });
const code = await asked.catch((error: unknown) => (error as CareAtlasError).code);
const batch = await mirrorBatches(client).next().catch((error: unknown) => error instanceof CareAtlasError);
export const outcome = { total, code, batch };
`;

/** What it needs of a browser. */
const BROWSER_GLOBALS = [
  'AbortController',
  'AbortSignal',
  'TextDecoder',
  'TextEncoder',
  'URLSearchParams',
  'WebAssembly',
  'fetch',
];

const DEEP_IMPORTS = PACKAGES.map(
  (name) => `
// @ts-expect-error: only the entries can be imported.
await import('${name}/dist/directory/directory.js').catch((error: { code: string }) => console.log(error.code));`,
).join('\n');

const execute = promisify(execFile);

let project: string;
let packed: readonly Packed[];

const write = (file: string, text: string) => writeFile(join(project, file), text);
const read = (file: string) => readFile(join(PROJECT, file), 'utf8');

async function run(cwd: string, command: string, words: readonly string[], env = {}): Promise<string> {
  return (await execute(command, words, { cwd, env: { ...process.env, ...env } })).stdout;
}

/** Packs the libraries as built, into the project. */
async function pack(): Promise<readonly Packed[]> {
  await run(PROJECT, process.execPath, ['tools/build.mjs', '--quiet', 'libs/client', 'libs/data']);
  const workspaces = PACKAGES.map((name) => `--workspace=${name}`);
  const words = ['pack', '--json', '--ignore-scripts', `--pack-destination=${project}`, ...workspaces];
  return JSON.parse(await run(PROJECT, 'npm', words)) as Packed[];
}

/** Installs the packages as any project would, with the versions of this workspace's lockfile for all others. */
async function install(): Promise<void> {
  const dependencies = Object.fromEntries(packed.map(({ name, filename }) => [name, `file:${filename}`]));
  const lock = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { readonly dev?: true }>;
  };
  const others = Object.entries(lock.packages).filter(
    ([path, { dev }]) => /^node_modules\/(?!@care-atlas\/)/.test(path) && !dev,
  );
  const packages = { '': { dependencies }, ...Object.fromEntries(others) };
  await write('package.json', JSON.stringify({ private: true, type: 'module', dependencies }));
  await write('package-lock.json', JSON.stringify({ ...lock, name: undefined, packages }));
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run(project, 'npm', ['install', ...quick]);
}

/** Writes files, and returns what the compiler finds in them. */
async function typeErrors(files: Readonly<Record<string, string>>, options = {}): Promise<string> {
  for (const [file, code] of Object.entries(files)) await write(file, code);
  const compilerOptions = { ...TSCONFIG.compilerOptions, ...options };
  await write('tsconfig.json', JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  const tsc = join(PROJECT, 'node_modules/@typescript/native/bin/tsc');
  const output = run(project, process.execPath, [tsc, '--project', '.']);
  // A failed compilation writes its errors to stdout.
  return output.catch((error: Error & { stdout?: string }) => error.stdout || error.message);
}

/** Returns the examples of a README that use the public entries, as files of a project. */
async function examplesOf(readme: string): Promise<Record<string, string>> {
  const blocks = Array.from((await read(readme)).matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code!);
  return Object.fromEntries(blocks.map((code, index) => [`example-${index}.ts`, code]));
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'care-atlas-consumer-'));
  packed = await pack();
  await install();
});
afterAll(() => rm(project, { recursive: true, force: true }));

describe('the packed libraries, in a project outside the workspace', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(() => database.drop());

  it('contain what is built with its sources, and no tests', () => {
    expect(packed.map(({ name }) => name)).toEqual(PACKAGES);
    for (const { files } of packed) {
      const paths = files.map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(['README.md', 'package.json']));
      const others = paths.filter(
        (path) => !/^(dist\/.*\.(js|d\.ts)(\.map)?|src\/.*(?<!\.spec)\.ts)$/.test(path),
      );
      const isPublic = paths.includes('LICENSE');
      const notices = paths.filter((path) => path.startsWith('data/'));
      const schema = paths.filter((path) => /^schema\/[a-z]+\.sql$/.test(path));
      expect(others.toSorted()).toEqual([
        ...(isPublic ? ['LICENSE'] : []),
        'README.md',
        ...notices,
        'package.json',
        ...schema,
      ]);
    }
  });

  it.each(PUBLIC)(
    'libs/%s can be published: with its license, and from this repository only',
    async (name) => {
      const manifest = JSON.parse(await read(`libs/${name}/package.json`)) as Record<string, unknown>;
      expect(manifest).toMatchObject({
        description: expect.stringMatching(/\.$/),
        license: 'UNLICENSED',
        repository: { directory: `libs/${name}` },
        publishConfig: { access: 'restricted', provenance: true },
        engines: { node: expect.stringMatching(/^>=/) },
        sideEffects: false,
      });
      expect(manifest).not.toHaveProperty('private');
      expect(await read(`libs/${name}/LICENSE`)).toBe(await read('LICENSE'));
    },
  );

  it('have strict types, in which the examples of the README compile', async () => {
    const examples = await examplesOf('libs/data/README.md');
    expect(Object.keys(examples)).toHaveLength(3);
    const files = { 'consumer.ts': CONSUMER, 'deep-imports.ts': DEEP_IMPORTS, ...examples };
    expect(await typeErrors(files)).toBe('');
    // In a browser there are no types of Node.
    const browser = { lib: ['es2024', 'dom', 'dom.asynciterable'], types: [] };
    expect(await typeErrors({ 'browser.ts': BROWSER }, browser)).toBe('');
  });

  it('answer from a database, in Node without options', async () => {
    const { version } = await runSync(database.url, { source: 'test' }, new Date(), async () => undefined);
    const opened = await openDatabase(database.url, PATIENT);
    await new KeyRepository(opened).create({ kind: 'live', label: 'Partner' }, `care_live_${'0'.repeat(38)}`);
    await opened.close();

    await write('consumer.ts', CONSUMER);
    const printed = await run(project, process.execPath, ['consumer.ts'], { DATABASE_URL: database.url });

    expect(JSON.parse(printed)).toEqual({ version, total: 0, labels: ['Partner'] });
  });

  it('install the command', async () => {
    const { version } = JSON.parse(await read('libs/client/package.json')) as { version: string };
    expect(await run(project, 'npm', ['exec', '--offline', '--', 'care', '--version'])).toBe(`${version}\n`);
  });

  it('install the command from the portal, with nothing but the portal, and as its checksum says', async () => {
    const { filename } = packed.find(({ name }) => name === '@care-atlas/client')!;
    const [shared, consumer] = ['downloads', 'from-portal'].map((name) => join(project, name)) as [
      string,
      string,
    ];
    for (const folder of [shared, consumer]) await mkdir(folder);
    await copyFile(join(project, filename), join(shared, filename));
    const publicUrl = 'http://localhost:3000';
    const observer = new RequestObserver();
    const portal = httpServer({ publicUrl, trustedProxies: [], observer, dataset: () => '' }).getInstance();
    serveDownloads(portal, publicUrl, shared);
    try {
      const url = await portal.listen({ host: '127.0.0.1', port: 0 });
      const sums = await (await fetch(`${url}/downloads/SHA256SUMS`)).text();
      const sum = createHash('sha256')
        .update(await readFile(join(project, filename)))
        .digest('hex');
      expect(sums).toBe(`${sum}  ${filename}\n`);
      // No other registry, and nothing of what is installed beside it.
      const registry = {
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_cache: join(consumer, 'cache'),
      };
      await run(
        consumer,
        'npm',
        ['install', '--prefix=.', '--no-audit', '--no-fund', `${url}/downloads/${filename}`],
        registry,
      );
    } finally {
      await portal.close();
    }
    const { version } = JSON.parse(await read('libs/client/package.json')) as { version: string };
    const command = join(consumer, 'node_modules/.bin/care');
    expect(await run(consumer, command, ['--version'])).toBe(`${version}\n`);
  });

  it('are bundled for a browser, where nothing of Node is needed', async () => {
    await write('browser.ts', BROWSER);
    const { outputFiles } = await build({
      entryPoints: [join(project, 'browser.ts')],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
    });
    const script = outputFiles[0]!.text.replace(/export \{[^}]*\};\s*$/, 'return outcome;');
    const given = BROWSER_GLOBALS.map((name) => [name, Reflect.get(globalThis, name)]);
    const outcome = (await runInNewContext(
      `(async () => {${script}})()`,
      Object.fromEntries(given),
    )) as object;
    expect({ ...outcome }).toEqual({ total: 0, code: 'unreachable', batch: true });
  });

  it('reject an import of anything but an entry', async () => {
    await write('deep-imports.ts', DEEP_IMPORTS);
    const printed = await run(project, process.execPath, ['deep-imports.ts']);
    expect(printed.trim().split('\n')).toEqual(PACKAGES.map(() => 'ERR_PACKAGE_PATH_NOT_EXPORTED'));
  });
});
