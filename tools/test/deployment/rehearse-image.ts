import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { NODE_FLAGS } from '../../src/start/service-process.js';
import { type BuildTarget, buildTargets } from './files/dockerfile.js';
import { PROJECT } from './files/project-file.js';

// npm run rehearse:image
// Builds the image without a container engine: runs every step of docker/Dockerfile in folders, with this project's Node
// instead of the base image. Then it runs each program from the result, as a user without write access, and checks its
// health as the container does. It downloads all packages twice and takes some minutes. It covers neither the base image
// nor the read-only file system.
const WORKDIR = 'app';
/** nobody, on every Linux. */
const USER = 65_534;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 200;
const DASHBOARD_SECRET = 'a secret of the rehearsal, long enough';

const directory = mkdtempSync(join(tmpdir(), 'care-atlas-image-'));
chmodSync(directory, 0o755);
const context = join(directory, 'context');

function build(): string {
  mkdirSync(context);
  // Committed files only, which excludes everything that .dockerignore excludes.
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: PROJECT, maxBuffer: 256 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', context], { input: archive });
  const targets = buildTargets(readFileSync(join(context, 'docker/Dockerfile'), 'utf8'));
  for (const target of targets) perform(target, targets);
  return join(directory, targets.at(-1)!.name, WORKDIR);
}

function perform({ name, base, steps }: BuildTarget, targets: readonly BuildTarget[]): void {
  const root = join(directory, name);
  const home = join(root, WORKDIR);
  if (targets.some((target) => target.name === base))
    cpSync(join(directory, base), root, { recursive: true, verbatimSymlinks: true });
  mkdirSync(home, { recursive: true });
  for (const step of steps) {
    if (step.does === 'copy') {
      for (const source of step.sources)
        copy(step.from, source, join(home, step.target), step.sources.length > 1);
    } else if (base.startsWith('$') && name === 'runtime') {
      console.log(`${name}: not done here, because it changes the base image: ${step.command}`);
    } else {
      console.log(`${name}: ${step.command}`);
      // Absolute paths are relative to the root of the target.
      const command = step.command.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`);
      execFileSync('sh', ['-c', command], {
        cwd: home,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, CI: 'true' },
      });
    }
  }
}

function copy(from: string | undefined, source: string, target: string, several: boolean): void {
  const root = from === undefined ? context : join(directory, from);
  const into =
    several || (target.endsWith('/') && source.includes('.')) ? join(target, basename(source)) : target;
  cpSync(join(root, source), into, { recursive: true, verbatimSymlinks: true });
}

/** Returns the options to run a program of the image. */
function inImage(image: string, databaseUrl: string) {
  const root = process.getuid?.() === 0;
  return {
    cwd: image,
    env: { NODE_ENV: 'production', DATABASE_URL: databaseUrl, DASHBOARD_SECRET, HOST: '127.0.0.1' },
    ...(root && { uid: USER, gid: USER }),
  };
}

function runOnce(image: string, databaseUrl: string, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, words, { ...inImage(image, databaseUrl), stdio: 'inherit' });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}.`);
}

/** Starts a service, waits until its container's health check passes, and stops it. */
async function service(image: string, databaseUrl: string, main: string, health: string): Promise<void> {
  const child = spawn(process.execPath, [...NODE_FLAGS, main], {
    ...inImage(image, databaseUrl),
    stdio: 'inherit',
  });
  const deadline = performance.now() + PATIENCE_MS;
  const check = () =>
    spawnSync(process.execPath, ['docker/health.mjs', health], { cwd: image, stdio: 'ignore' }).status === 0;
  while (!check()) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${main} did not become healthy.`);
    await sleep(PAUSE_MS);
  }
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`${main} ended with ${code}.`);
  console.log(`${main}: healthy, and stopped in order.`);
}

function megabytes(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }));
}

const postgres = await startLocalPostgres({ directory: join(directory, 'postgres'), durable: false });
try {
  const image = build();
  const url = postgres.url();
  runOnce(image, url, 'apps/console/dist/main.js', 'database', 'migrate');
  const example = join(context, 'apps/sync/examples/clinics.csv');
  runOnce(image, url, 'apps/sync/dist/main.js', 'clinics', example);
  await service(image, url, 'apps/api/dist/main.js', 'http://127.0.0.1:3000/api/v1/');
  await service(image, url, 'apps/mcp/dist/main.js', 'http://127.0.0.1:3001/');
  await service(image, url, 'apps/admin-dashboard/dist/main.js', 'http://127.0.0.1:3002/api/ping');
  const packages = readdirSync(join(image, 'node_modules')).length;
  console.log(`The image adds ${megabytes(image)} MB to its base (${packages} folders of packages).`);
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
