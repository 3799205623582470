import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../../tools/src/project.js';
import { madeEnvironment } from '../../tools/test/deployment/composed-stage.js';
import { writeCertificates } from './certificates.js';
import { Cluster } from './cluster/cluster.js';
import { ComposeMachine } from './compose/compose-machine.js';
import type { Deployment } from './deployment.js';
import { type Helper, startHelper } from './helper.js';
import { assembleImage, nameRelease, nextImage } from './image.js';
import { HOST, INTERNET, INTERNET_ADDRESS } from './namespaces.js';
import { OperatorsDay, type Step } from './operators-day.js';
import { BUCKET, CLIENT, CLIENT_SECRET, DATABASE_NAMES, NAMES, STORE_NAMES } from './outside-names.js';

// npm run rehearse -- [compose|kubernetes] [--from FOLDER], as root
// Runs docker/compose.yaml, docker/kubernetes or both without a container engine, does what an operator does, and writes the
// log into docs/operate/rehearsal.md. FOLDER is a clone in which the newest release of the changelog is built: it runs first, and
// is upgraded.
const DOCUMENT = join(PROJECT, 'docs/operate/rehearsal.md');
const [, RELEASE_BEFORE = ''] = /^## (\S+) – \d/m.exec(readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8'))!;
/** Adds what the release before can work with. */
const MIGRATION = `export class NextNote9999999999999 {
  async up(runner) { await runner.query("alter table doctor add column next_note text not null default 'none'"); }
  async down(runner) { await runner.query('alter table doctor drop column next_note'); }
}
`;
const DESCRIPTIONS = { compose: ComposeMachine, kubernetes: Cluster };
type Description = keyof typeof DESCRIPTIONS;

/** What an operator chooses. */
function chosen(folder: string): Record<string, string> {
  return {
    ...madeEnvironment(),
    EXPORT_DIR: '',
    EXPORT_BUCKET_URL: `https://${NAMES.store}/${BUCKET}`,
    EXPORT_BUCKET_REGION: 'us-east-1',
    EXPORT_BUCKET_KEY_ID: 'S3RVER',
    EXPORT_BUCKET_SECRET: 'S3RVER',
    OIDC_ISSUER: `https://${NAMES.login}`,
    OIDC_CLIENT_ID: CLIENT,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_LABEL: 'Example Health',
    ALERT_WEBHOOK_URL: `https://${NAMES.hooks}/alerts`,
    ALERT_WEBHOOK_SECRET: 'a secret of the webhook in the rehearsal',
    ALERT_SMTP_URL: `smtps://dashboard:password@${NAMES.mail}:465`,
    ALERT_EMAIL_FROM: 'atlas@atlas.example',
    ALERT_EMAIL_TO: 'operator@atlas.example',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${NAMES.collector}:4318`,
    NODE_EXTRA_CA_CERTS: '/etc/care-atlas/ca/ca.crt',
    // The load has one key.
    RATE_LIMIT_ADMIN: '1000000',
    CA_CERTIFICATES: join(folder, 'ca'),
    IMPORTS: join(folder, 'imports'),
    BACKUPS: join(folder, 'backups'),
  };
}

/**
 * Rehearses one description.
 * @param from a folder in which the release before is built
 * @returns the log, as a table of Markdown
 */
async function rehearse(description: Description, from?: string): Promise<string> {
  const begun = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-rehearsal-'));
  const outside = join(folder, 'outside');
  const rows: string[][] = [
    ['step', 'seen', 'time'],
    ['---', '---', '---'],
  ];
  const helpers: Helper[] = [];
  const step: Step = async (what, act) => {
    const started = performance.now();
    const seen = await act();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    rows.push([what, seen, `${seconds} s`]);
    console.log(`${what}: ${seen} (${seconds} s)`);
  };
  const help = async (...words: Parameters<typeof startHelper>) => {
    const helper = await startHelper(...words);
    helpers.push(helper);
    return helper;
  };
  execFileSync('chmod', ['755', folder]);
  const env = chosen(folder);
  writeFiles(folder, env);
  if (from !== undefined) {
    assembleImage(join(folder, 'before'), from);
    nameRelease(join(folder, 'before'), RELEASE_BEFORE);
  }
  const deployment: Deployment = new DESCRIPTIONS[description](folder, env);
  try {
    deployment.prepare();
    await help(INTERNET, 'outside.ts', outside, INTERNET_ADDRESS, env['DASHBOARD_URL']!);
    await step('The database, its roles and the store', () => deployment.startStores());
    await step('The tables, and all services, each with its user, network, folders and memory', () =>
      deployment.startServices(from === undefined ? 'image' : 'before'),
    );
    const operator = await help(HOST, 'operator.ts', deployment.entry, INTERNET_ADDRESS);
    await new OperatorsDay(deployment, operator, outside).live(step, from && RELEASE_BEFORE);
  } finally {
    for (const { child } of helpers) child.kill('SIGTERM');
    await deployment.stop();
    if (process.env['KEEP'] === undefined) rmSync(folder, { recursive: true, force: true });
    else console.log(folder);
  }
  const minutes = ((performance.now() - begun) / 60_000).toFixed(0);
  const lines = rows.map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
  );
  // Everything on one machine, and what else runs there, decides how long a start takes.
  const load = (loadavg()[1]! / availableParallelism()).toFixed(1);
  const machine = `${availableParallelism()} cores with ${load} programs to run for each`;
  return `The newest run took ${minutes} minutes, on ${machine}.\n\n${lines.join('\n')}\n`;
}

/** Writes the images, certificates and files to import. */
function writeFiles(
  folder: string,
  { IMPORTS: imports = '', CA_CERTIFICATES: ca = '', BACKUPS = '' }: Record<string, string>,
): void {
  const outside = join(folder, 'outside');
  for (const path of [ca, imports, BACKUPS, outside]) mkdirSync(path);
  execFileSync('chown', ['999:999', BACKUPS]);
  const names = [...Object.values(NAMES), ...Object.values(DATABASE_NAMES), ...STORE_NAMES];
  writeCertificates(ca, outside, names);
  const nightly = readFileSync(join(PROJECT, 'docker/imports/nightly.txt'), 'utf8');
  writeFileSync(join(imports, 'nightly.txt'), `clinics /imports/clinics.csv\n${nightly}`);
  cpSync(join(PROJECT, 'apps/sync/examples/clinics.csv'), join(imports, 'clinics.csv'));
  assembleImage(join(folder, 'image'));
  nextImage(join(folder, 'image'), join(folder, 'next'), '1.1.0', MIGRATION);
}

/** Puts a log into the document, between its marks. */
function note(description: Description, log: string): void {
  const [begin, end] = [`<!-- ${description} -->\n`, `\n<!-- end of ${description} -->`];
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const after = rest.slice(rest.indexOf(end));
  writeFileSync(DOCUMENT, `${before}${begin}\n${log}${after}`);
  execFileSync('npx', ['oxfmt', DOCUMENT]);
}

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' } },
});
const known = Object.keys(DESCRIPTIONS) as Description[];
const unknown = wanted.filter((word) => !known.includes(word as Description));
if (unknown.length > 0) throw new Error(`Say ${known.join(' or ')}, not ${unknown.join(' ')}.`);
const from = values.from && resolve(values.from);
for (const description of known.filter((each) => wanted.length === 0 || wanted.includes(each)))
  note(description, await rehearse(description, from));
process.exit();
