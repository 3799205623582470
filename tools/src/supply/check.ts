import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';
import { advisoriesOn } from './advisories.js';
import { licenceReport, unlicensed } from './licences.js';
import { foreignPackages, type Lockfile, lockfileFaults } from './lockfile.js';
import { secretsIn } from './secrets.js';
import { PROJECT } from '../repository/project.js';

// npm run check:supply [-- --strict]
// What the product is made of: every package pinned and licensed, nothing grave known against what is shipped, no secret
// in the tree or its history, and a bill of materials that names everything. What is known is told; only with --strict,
// as before a release, does it count as a fault, as does a registry that cannot be asked.
const MOST_BYTES = 64 * 1024 * 1024;
const run = promisify(execFile);
const { strict } = parseArgs({ options: { strict: { type: 'boolean', default: false } } }).values;

const read = (file: string): unknown => JSON.parse(readFileSync(join(PROJECT, file), 'utf8'));
const lockfile = read('package-lock.json') as Lockfile;

/** The name of a check, with what it found wrong and what it looked at. */
type Finding = readonly [name: string, faults: readonly string[], looked: string];

/** @param folder whose package-lock.json it is, beside its package.json */
function lockfileCheck(folder: string): Finding {
  const { allowScripts } = read(join(folder, 'package.json')) as { allowScripts?: Record<string, boolean> };
  const locked = read(join(folder, 'package-lock.json')) as Lockfile;
  const faults = lockfileFaults(locked, new Set(Object.keys(allowScripts ?? {})));
  const looked = `${foreignPackages(locked).length} packages, each pinned by SHA-512`;
  return [join(folder, 'package-lock.json'), faults, looked];
}

function licenceCheck(): Finding {
  const report = licenceReport(lockfile);
  const faults = unlicensed(report).map(
    ({ name, version, licence }) => `${name} ${version} is licensed "${licence}", which nobody has allowed.`,
  );
  return ['licences', faults, `${report.filter(({ shipped }) => shipped).length} packages shipped`];
}

async function treeCheck(): Promise<Finding> {
  const { stdout } = await git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  const files = stdout.split('\0').filter(Boolean);
  const faults = files.flatMap((file) => secretsIn(textOf(file)).map((secret) => `${file} holds ${secret}.`));
  return ['secrets in the tree', faults, `${files.length} files`];
}

/** What is staged to be deleted is no file any more. */
function textOf(file: string): string {
  try {
    return readFileSync(join(PROJECT, file), 'utf8');
  } catch {
    return '';
  }
}

async function historyCheck(): Promise<Finding> {
  const log = spawn(
    'git',
    ['log', '--all', '--patch', '--unified=0', '--no-color', '--no-ext-diff', '--text'],
    {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const faults: string[] = [];
  let commits = 0;
  let commit = '';
  for await (const line of createInterface({ input: log.stdout })) {
    const [, begun] = /^commit ([\da-f]{40})/.exec(line) ?? [];
    if (begun) [commit, commits] = [begun.slice(0, 10), commits + 1];
    faults.push(...secretsIn(line).map((secret) => `Commit ${commit} holds ${secret}.`));
  }
  return ['secrets in the history', faults, `${commits} commits`];
}

interface Component {
  readonly purl: string;
  readonly hashes?: readonly unknown[];
}

/**
 * npm writes the bill from the same lockfile; it must name everything, each with its digest. What is for development
 * only is marked there: npm's own way to leave it out loses packages that another of our packages needs in earnest.
 */
async function billCheck(): Promise<Finding> {
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { stdout } = await run('npm', words, { cwd: PROJECT, maxBuffer: MOST_BYTES });
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: readonly Component[];
  };
  const named = new Set(
    components.filter(({ hashes }) => hashes).map(({ purl }) => purl.replace('%40', '@')),
  );
  const faults = licenceReport(lockfile)
    .filter(({ name, version }) => !named.has(`pkg:npm/${name}@${version}`))
    .map(({ name, version }) => `The bill of materials lacks ${name} ${version}, or its digest.`);
  if (bomFormat !== 'CycloneDX') faults.push(`The bill of materials has the format ${bomFormat}.`);
  return ['bill of materials', faults, `${components.length} components`];
}

/** What was published since yesterday must not keep a change from landing that has nothing to do with it. */
async function vulnerabilityCheck(): Promise<Finding | undefined> {
  const { notAsked, grave, others } = await advisoriesOn(PROJECT);
  if (notAsked !== undefined) {
    const reason = `The registry cannot be asked: ${notAsked}.`;
    if (strict) return ['known vulnerabilities', [reason], 'not looked for'];
    console.log(`known vulnerabilities: not looked for. ${reason}`);
    return undefined;
  }
  for (const line of strict ? others : [...grave, ...others]) console.error(`  ${line}`);
  return [
    'known vulnerabilities',
    strict ? grave : [],
    `${grave.length} grave ones, ${others.length} others in what is shipped`,
  ];
}

function git(...words: string[]) {
  return run('git', words, { cwd: PROJECT, maxBuffer: MOST_BYTES });
}

const inGit = await git('rev-parse').then(
  () => true,
  () => false,
);
const findings: Finding[] = [
  lockfileCheck('.'),
  lockfileCheck('tools/peers'),
  licenceCheck(),
  await billCheck(),
];
const known = await vulnerabilityCheck();
if (known) findings.push(known);
// A tree that was unpacked from an archive has no history, and no list of what belongs to it.
if (inGit) findings.push(await treeCheck(), await historyCheck());
else console.log('secrets: not looked for, because this is no git repository.');
for (const [name, faults, looked] of findings) {
  console.log(`${name}: ${faults.length === 0 ? 'nothing wrong' : `${faults.length} wrong`} (${looked})`);
  for (const fault of faults) console.error(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
