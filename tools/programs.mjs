// Runs before the tests, which need programs that npm does not install. For root on a machine with apt-get it installs
// what is missing; otherwise it prints one line. It runs before anything is built.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import './node-version.mjs';
import { PROGRAMS, SERVICES } from './needed-programs.mjs';

const MAC_CHROMIUM = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app`);
/** Debian installs each version of PostgreSQL in its own folder. */
const POSTGRES = '/usr/lib/postgresql';
/** Debian runs this program before it starts a service; exit code 101 prevents it. */
const POLICY = '/usr/sbin/policy-rc.d';

let missing = PROGRAMS.filter(isMissing);
if (missing.length > 0 && process.getuid?.() === 0 && isOnPath('apt-get')) {
  const packages = packagesOf(missing, 'apt');
  console.log(`The tests need ${packages.join(', ')}: installing with apt-get, which may take some minutes.`);
  install(packages);
  missing = missing.filter(isMissing);
}
if (missing.length > 0) {
  const names = missing.map(({ names: [name] }) => name).join(', ');
  console.error(
    `The tests need ${names}, which this machine does not have: install by "${advice(missing)}".`,
  );
  process.exitCode = 1;
}

function isMissing({ names, can }) {
  if (can) return !names.some((name) => spawnSync(name, can, { stdio: 'ignore' }).status === 0);
  if (names.some(isOnPath)) return false;
  if (!names.includes('chromium')) return true;
  // The variable selects another browser.
  return !process.env.CHROMIUM && !MAC_CHROMIUM.some((path) => existsSync(path));
}

function isOnPath(name) {
  return folders().some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Debian installs servers in folders that are not on the path of ordinary users. */
function folders() {
  const versions = existsSync(POSTGRES)
    ? readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin'))
    : [];
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', ...versions];
}

function advice(programs) {
  if (process.platform === 'darwin')
    return packagesOf(programs, 'brew')
      .map((brew) => `brew install ${brew}`)
      .join(' && ');
  return `sudo apt-get install ${packagesOf(programs, 'apt').join(' ')}`;
}

/** The packages of programs, each once. */
function packagesOf(programs, manager) {
  return [...new Set(programs.map((program) => program[manager]))];
}

/** Installs packages without starting or enabling their services. */
function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const withoutServices = !existsSync(POLICY);
  if (withoutServices) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const options = ['install', '--yes', '--quiet', '--no-install-recommends'];
    if (aptGet(['update', '--quiet'], env)) aptGet([...options, ...packages], env);
  } finally {
    if (withoutServices) rmSync(POLICY);
  }
  const services = packages.filter((name) => SERVICES.has(name)).map((name) => name.replace(/-light$/, ''));
  if (services.length > 0 && isOnPath('systemctl'))
    spawnSync('systemctl', ['disable', '--quiet', ...services], { stdio: 'ignore' });
}

/** Returns whether it succeeded; its output is shown only if it did not. */
function aptGet(args, env) {
  const { status, stdout, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
  if (status !== 0) console.error(`apt-get ${args[0]} failed:\n${stdout}${stderr}`);
  return status === 0;
}
