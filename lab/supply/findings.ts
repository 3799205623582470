import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../tools/src/project.js';
import { advisoriesOn } from './advisories.js';
import { licenseReport, unlicensed } from './licenses.js';
import { foreignPackages, type Lockfile, lockfileFaults } from './lockfile.js';
import { secretsIn } from './secrets.js';

const run = promisify(execFile);
const LARGE = { cwd: PROJECT, maxBuffer: 1024 * 1024 * 1024 };

/** The folders of lock files: the product, the lab, and the products for comparison. */
const LOCKED = ['.', 'lab', 'lab/bench/peers'];

/** A check with the faults that it found and what it covered. */
export type Finding = readonly [name: string, faults: readonly string[], covered: string];

const read = (file: string): unknown => JSON.parse(readFileSync(join(PROJECT, file), 'utf8'));
const licensesIn = (folder: string) => licenseReport(read(join(folder, 'package-lock.json')) as Lockfile);
/** The packages of the product. */
const report = licensesIn('.');

function checkLockfile(folder: string): Finding {
  const { allowScripts } = read(join(folder, 'package.json')) as { allowScripts?: Record<string, boolean> };
  const file = join(folder, 'package-lock.json');
  const lockfile = read(file) as Lockfile;
  const faults = lockfileFaults(lockfile, new Set(Object.keys(allowScripts ?? {})));
  return [file, faults, `${foreignPackages(lockfile).length} packages, each pinned by SHA-512`];
}

function checkLicenses(): Finding {
  const faults = unlicensed([...report, ...licensesIn('lab')]).map(
    ({ name, version, license }) => `${name} ${version} has the license "${license}", which is not allowed.`,
  );
  return ['licenses', faults, `${report.filter(({ shipped }) => shipped).length} packages shipped`];
}

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly components: readonly { readonly purl: string; readonly hashes?: readonly unknown[] }[];
}

/** The bill must contain everything: npm's option to leave development out also loses packages that ship. */
async function checkBill(): Promise<Finding> {
  const { stdout } = await run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], LARGE);
  const { bomFormat, components } = JSON.parse(stdout) as BillOfMaterials;
  const withDigest = components.filter(({ hashes }) => hashes);
  const listed = new Set(withDigest.map(({ purl }) => purl.replace('%40', '@')));
  const faults = report
    .filter(({ name, version }) => !listed.has(`pkg:npm/${name}@${version}`))
    .map(({ name, version }) => `The bill of materials lacks ${name} ${version}, or its digest.`);
  if (bomFormat !== 'CycloneDX') faults.push(`The bill of materials has the format ${bomFormat}.`);
  return ['bill of materials', faults, `${components.length} components`];
}

/** A vulnerability published since yesterday must not block unrelated changes. */
async function checkVulnerabilities(strict: boolean): Promise<Finding> {
  const name = 'known vulnerabilities';
  const { failure, grave, others } = await advisoriesOn(PROJECT);
  if (failure !== undefined) {
    const reason = `The registry cannot be asked: ${failure}.`;
    return strict ? [name, [reason], 'not checked'] : [name, [], `not checked: ${reason}`];
  }
  for (const line of strict ? others : [...grave, ...others]) console.error(`  ${line}`);
  return [name, strict ? grave : [], `${grave.length} serious and ${others.length} others in what ships`];
}

async function checkTree(): Promise<Finding> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = (await run('git', list, LARGE)).stdout.split('\0').filter(Boolean);
  const faults: string[] = [];
  for (const file of files)
    for (const secret of await secretsIn(textOf(file))) faults.push(`${file} contains ${secret}.`);
  return ['secrets in the tree', faults, `${files.length} files`];
}

/** Returns nothing for a file whose deletion is not committed yet. */
function textOf(file: string): string {
  try {
    return readFileSync(join(PROJECT, file), 'utf8');
  } catch {
    return '';
  }
}

async function checkHistory(): Promise<Finding> {
  let commits = 0;
  const faults: string[] = [];
  for await (const text of history()) {
    commits++;
    const [, commit] = text.split(/[ \n]/, 2);
    for (const secret of await secretsIn(text))
      faults.push(`Commit ${commit!.slice(0, 10)} contains ${secret}.`);
  }
  return ['secrets in the history', faults, `${commits} commits`];
}

/** Returns the message and the changes of every commit, merges included. */
async function* history(): AsyncGenerator<string> {
  const words = ['log', '--all', '--patch', '--cc', '--unified=0', '--no-color', '--no-ext-diff', '--text'];
  const git = spawn('git', words, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(git, 'close');
  let rest = '';
  for await (const text of git.stdout.setEncoding('utf8')) {
    const commits = (rest + String(text)).split(/\n(?=commit [0-9a-f]{40}\n)/);
    rest = commits.pop()!;
    yield* commits;
  }
  yield rest;
  const [status] = (await ended) as [number | null];
  if (status !== 0) throw new Error(`git log ended with ${status}.`);
}

/**
 * Checks the supply chain: every package is pinned and licensed, the bill of materials of the product is complete, nothing
 * that ships has a serious known vulnerability, and neither the tree nor its history contains a secret.
 * @param strict whether vulnerabilities, and a registry that cannot be asked, are faults
 */
export async function findings(strict: boolean): Promise<readonly Finding[]> {
  const found = [...LOCKED.map(checkLockfile), checkLicenses(), await checkBill()];
  found.push(await checkVulnerabilities(strict));
  const git = await run('git', ['rev-parse'], LARGE).catch(() => undefined);
  // An unpacked archive has no history and no list of its files.
  if (git) found.push(await checkTree(), await checkHistory());
  else console.log('secrets: not checked, because this is not a Git repository.');
  return found;
}
