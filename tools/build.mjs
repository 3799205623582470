// node tools/build.mjs [--quiet] [--root FOLDER] [PROJECT …]
// Builds what is out of date: the named projects and what they need, or all. A project is compiled into a folder of its
// own, which then takes the place of `dist`: programs that are running never see a half-written or missing file, and a
// failed build changes nothing. If nothing is out of date, this takes a fraction of a second and prints nothing.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quiet: { type: 'boolean', default: false }, root: { type: 'string' } },
});
const HOME = resolve(import.meta.dirname, '..');
const ROOT = resolve(values.root ?? HOME);
const TSC = join(HOME, 'node_modules/@typescript/native/bin/tsc');
/** Written last into `dist`: the fingerprint of its sources. */
const STAMP = '.fingerprint';
const NEXT = '.dist-next';
const OLD = '.dist-old';
const SHARED = ['package-lock.json', 'tsconfig.base.json', '.swcrc'];
const NOT_BUILT =
  /^(dist|out-tsc|node_modules|test|test-report\.json|jest\.config\.mjs|tsconfig\.spec\.json|\..*)$|\.(spec\.tsx?|md)$/;
const LOCK = join(ROOT, 'node_modules/.build-lock');
const PAUSE_MS = 100;

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** All projects by their folder, with what they need. */
function findProjects() {
  const folders = ['libs', 'apps']
    .flatMap((group) => list(join(ROOT, group)).map((name) => `${group}/${name}`))
    .concat('tools')
    .filter((folder) => fs.existsSync(join(ROOT, folder, 'tsconfig.lib.json')));
  const manifests = new Map(folders.map((folder) => [folder, readJson(join(ROOT, folder, 'package.json'))]));
  const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
  return new Map(
    [...manifests].map(([folder, { dependencies = {}, scripts = {}, bin = {} }]) => {
      const references = readJson(join(ROOT, folder, 'tsconfig.lib.json')).references ?? [];
      const paths = references.map(({ path }) => path);
      const needed = Object.keys(dependencies)
        .map((name) => folderOf.get(name))
        .concat(paths.map((path) => relative(ROOT, resolve(ROOT, folder, path, '..'))))
        .filter((other) => other !== folder && manifests.has(other));
      const parts = paths.filter((path) => /^\.\/[^/]+$/.test(path));
      return [
        folder,
        { needs: [...new Set(needed)], parts, bundle: scripts.bundle, commands: Object.values(bin) },
      ];
    }),
  );
}

function list(folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : [];
}

/** Some projects and everything that they need, which comes first. */
function inOrder(projects, wanted) {
  const order = new Set();
  const add = (folder) => {
    if (order.has(folder)) return;
    if (!projects.has(folder)) throw new Error(`There is no project ${folder}.`);
    projects.get(folder).needs.forEach(add);
    order.add(folder);
  };
  wanted.forEach(add);
  return [...order];
}

/** The fingerprints of projects, in an order that has what they need first. */
function fingerprints(projects, order) {
  const shared = createHash('sha256').update(process.version);
  for (const file of [import.meta.filename, ...SHARED.map((name) => join(ROOT, name))])
    if (fs.existsSync(file)) shared.update(fs.readFileSync(file));
  const base = shared.digest('hex');
  const found = new Map();
  for (const folder of order) {
    const hash = createHash('sha256').update(base);
    for (const other of projects.get(folder).needs) hash.update(found.get(other));
    addFiles(hash, join(ROOT, folder));
    found.set(folder, hash.digest('hex'));
  }
  return found;
}

function addFiles(hash, folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !NOT_BUILT.test(name));
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    hash.update(`${relative(ROOT, path)}\0`);
    if (entry.isDirectory()) addFiles(hash, path);
    else if (entry.isFile()) hash.update(fs.readFileSync(path));
  }
}

function isCurrent(folder, fingerprint) {
  const stamp = join(ROOT, folder, 'dist', STAMP);
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === fingerprint;
}

function build(folder, { parts, bundle, commands }, fingerprint) {
  const project = join(ROOT, folder);
  const [dist, next, old] = ['dist', NEXT, OLD].map((name) => join(project, name));
  for (const left of [next, old]) fs.rmSync(left, { recursive: true, force: true });
  // A part is a reference to another tsconfig of the project; its output is inside of dist.
  for (const part of parts) {
    run(project, process.execPath, [TSC, '-b', part]);
    const { outDir, tsBuildInfoFile } = readJson(join(project, part)).compilerOptions;
    for (const output of [outDir, tsBuildInfoFile])
      fs.cpSync(join(project, output), join(next, relative('dist', output)), { recursive: true });
  }
  const info = join(next, 'tsconfig.lib.tsbuildinfo');
  run(project, process.execPath, [
    TSC,
    '-p',
    'tsconfig.lib.json',
    '--outDir',
    next,
    '--tsBuildInfoFile',
    info,
  ]);
  if (bundle) run(project, 'sh', ['-c', bundle], { OUT: next });
  // npm makes commands executable when it installs, which is before they are built.
  for (const file of commands) fs.chmodSync(join(next, relative('dist', file)), 0o755);
  fs.writeFileSync(join(next, STAMP), fingerprint);
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(next, dist);
  fs.rmSync(old, { recursive: true, force: true });
}

/** @throws with the output of a command that fails */
function run(cwd, command, words, env = {}) {
  const PATH = [join(HOME, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const { status, error, stdout, stderr } = spawnSync(command, words, {
    cwd,
    env: { ...process.env, PATH, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${error?.message ?? ''}${stdout}${stderr}`.trim());
}

/** Waits until no other build runs. */
function lock() {
  for (;;) {
    try {
      return fs.writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAlive(Number(readLock()))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    else fs.rmSync(LOCK, { force: true });
  }
}

function readLock() {
  try {
    return fs.readFileSync(LOCK, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const projects = findProjects();
const order = inOrder(projects, positionals.length > 0 ? positionals : [...projects.keys()]);
const outOfDate = () => {
  const found = fingerprints(projects, order);
  return order.filter((folder) => !isCurrent(folder, found.get(folder))).map((folder) => [folder, found]);
};
if (outOfDate().length > 0) {
  lock();
  try {
    // Another build may have finished meanwhile.
    for (const [folder, found] of outOfDate()) {
      const begun = performance.now();
      build(folder, projects.get(folder), found.get(folder));
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      if (!values.quiet) console.log(`Built ${folder} in ${seconds} s.`);
    }
  } catch (error) {
    console.error(`The build failed.\n${error.message}`);
    process.exitCode = 1;
  } finally {
    fs.rmSync(LOCK, { force: true });
  }
}
