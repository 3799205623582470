import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from '../../tools/src/project.js';
import { madeEnvironment } from '../../tools/test/deployment/composed-stage.js';
import { assembleImage, ComposeMachine, nextImage } from './compose-machine.js';
import { HOST, INTERNET, INTERNET_ADDRESS } from './networks.js';
import { BUCKET, CLIENT, CLIENT_SECRET, NAMES, PERSON } from './outside-names.js';
import { writeCertificates } from './certificates.js';

// npm run rehearse:compose, as root
// Runs docker/compose.yaml without a container engine, does what an operator does, and writes docs/operate/rehearsal.md.
const DOCUMENT = join(PROJECT, 'docs/operate/rehearsal.md');
const PATIENCE_MS = 120_000;
const PAUSE_MS = 250;
/** Adds what the release before can work with. */
const MIGRATION = `export class NextNote9999999999999 {
  async up(runner) { await runner.query("alter table doctor add column next_note text not null default 'none'"); }
  async down(runner) { await runner.query('alter table doctor drop column next_note'); }
}
`;
const CLINICS = `id,name,type,address,postal_code
00000000-0000-4000-8000-000000000001,Rehearsal Clinic (sample),family-practice,"1 Example Street, Toronto, ON",M5S 1A1
`;

const folder = mkdtempSync(join(tmpdir(), 'care-atlas-rehearsal-'));
execFileSync('chmod', ['755', folder]);
const outside = join(folder, 'outside');
const steps: string[][] = [];
const children: ReturnType<typeof spawn>[] = [];
const begun = performance.now();

/** Performs a step, which returns what was seen, and notes it. */
async function step(what: string, act: () => Promise<string | void> | string | void): Promise<void> {
  const from = performance.now();
  const seen = (await act()) ?? '';
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  steps.push([what, seen, `${seconds} s`]);
  console.log(`${what}: ${seen} (${seconds} s)`);
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await sleep(PAUSE_MS);
  }
}

/** Starts a program of the rehearsal itself in a namespace, and waits until it says that it is ready. */
async function helper(namespace: string, file: string, ...words: string[]) {
  const register = join(PROJECT, 'tools/dev-register.mjs');
  const node = [process.execPath, '--conditions=@care-atlas/source', '--import', register];
  const child = spawn(
    'ip',
    ['netns', 'exec', namespace, ...node, join(import.meta.dirname, file), ...words],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${file} ended.`);
    return value;
  };
  if ((await next()) !== 'ready') throw new Error(`${file} did not start.`);
  return { child, next };
}

const env: Readonly<Record<string, string>> = {
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
const machine = new ComposeMachine(folder, env);
const healthy = (name: string, number = 1) =>
  until(`${name} was healthy`, () => {
    const container = machine.running(number === 1 ? name : `${name}-${number}`);
    if (!container.isRunning) throw new Error(`${name} ended:\n${container.output}`);
    return machine.isHealthy(name, number);
  });

/** The services in the order of depends_on, from the database on. */
async function startAll(image = 'image'): Promise<void> {
  await machine.run('migrate', { image });
  const starting = [['api'], ['api', 2], ['mcp'], ['dashboard'], ['uploads'], ['sync']] as const;
  for (const [name, number = 1] of starting) machine.start(name, { number, image });
  await Promise.all(starting.map(([name, number]) => healthy(name, number)));
}

async function stopServices(): Promise<void> {
  const names = ['api', 'api-2', 'mcp', 'dashboard', 'uploads', 'sync'];
  await Promise.all(names.map((name) => machine.running(name).stop()));
}

const received = (what: string): string[] => {
  const file = join(outside, `${what}.ndjson`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

interface Load {
  readonly counts: Readonly<Record<string, number>>;
  readonly longest: number;
  readonly outage: number;
}
const loadText = ({ counts, longest, outage }: Load) =>
  `${Object.entries(counts)
    .map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
    .join(
      ', ',
    )}; longest ${(longest / 1000).toFixed(1)} s; longest without an answer of 200 ${(outage / 1000).toFixed(1)} s`;

async function rehearse(): Promise<void> {
  for (const name of ['ca', 'imports', 'backups', 'outside']) mkdirSync(join(folder, name));
  execFileSync('chown', ['999:999', join(folder, 'backups')]);
  writeCertificates(join(folder, 'ca'), outside, Object.values(NAMES));
  writeFileSync(
    join(folder, 'imports/nightly.txt'),
    `clinics /imports/clinics.csv\n${readFileSync(join(PROJECT, 'docker/imports/nightly.txt'), 'utf8')}`,
  );
  writeFileSync(
    join(folder, 'imports/clinics.csv'),
    readFileSync(join(PROJECT, 'apps/sync/examples/clinics.csv')),
  );
  assembleImage(join(folder, 'image'));
  nextImage(join(folder, 'image'), join(folder, 'next'), '1.1.0', MIGRATION);
  // One more than Compose has, for a successor.
  machine.prepare({ api: 3 });
  machine.writeProxy();
  await helper(INTERNET, 'outside.ts', outside, INTERNET_ADDRESS, env['DASHBOARD_URL']!);

  await step('The database, its roles and tables, and the store', async () => {
    machine.start('postgres', {
      words: ['postgres', '-c', 'shared_buffers=64MB', '-c', 'max_connections=100'],
    });
    await until('the database answered', () => {
      const container = machine.running('postgres');
      if (!container.isRunning) throw new Error(container.output);
      return canConnect('postgres', 5432, 'roles');
    });
    const roles = await machine.run('roles');
    machine.start('store');
    await until('the store answered', () => canConnect('store', 6379, 'api'));
    return roles.trim();
  });
  await step('All services of Compose, each with its user, networks, folders and memory', async () => {
    await startAll();
    machine.start('proxy');
    await until('the proxy listened', () => canConnect('proxy', 8080, 'prometheus'));
    return 'api × 2, mcp, dashboard, uploads, sync, proxy: healthy by their own checks';
  });
  const { child, next } = await helper(
    HOST,
    'operator.ts',
    machine.networks.addressOf('proxy', ['outside'])!,
    INTERNET_ADDRESS,
  );
  const act = async <T>(...words: string[]): Promise<T> => {
    child.stdin!.write(`${JSON.stringify(words)}\n`);
    const { value, error, shown } = JSON.parse(await next()) as { value: T; error?: string; shown?: string };
    if (error !== undefined) throw new Error(`${words[0]}: ${error}\n${shown ?? ''}`);
    return value;
  };
  await step('What the networks refuse', () => refused());
  await step('The first imports, by hand: `run --rm sync now …`', async () => {
    const output = await machine.run('sync', {
      words: ['now', '/imports/nightly.txt', 'apps/sync/dist/main.js'],
    });
    return Array.from(output.matchAll(/^nightly: (".*)$/gm), ([, line]) => line).join(' ');
  });
  await step('The export in the bucket', () => {
    const files = execFileSync('find', [join(outside, 'bucket'), '-name', '*_S3rver_object'], {
      encoding: 'utf8',
    });
    return `${files.trim().split('\n').length} objects`;
  });
  let key = '';
  await step('A key', async () => {
    const output = await machine.run('console', {
      words: ['keys', 'create', '--kind', 'admin', '--label', 'rehearsal'],
    });
    [key = ''] = /care_admin_\w+/.exec(output) ?? [];
    const { status } = await act<{ status: number }>('get', '/api/v1/clinics', key);
    return `GET /api/v1/clinics with it, through the proxy: ${status}`;
  });
  await step('The first administrator, signed in by a browser', async () => {
    const output = await machine.run('console', { words: ['admin', 'create', 'ada'] });
    await act('firstSignIn', 'ada', oneTimePassword(output));
    return 'one-time password, new password, session';
  });
  await step('An upload in the browser, imported by the worker', async () => {
    await act('upload', CLINICS);
    return 'checked, confirmed, imported';
  });
  await step('Health', async () => {
    await machine.run('backup');
    interface Health {
      readonly components: readonly { readonly component: string; readonly state: string }[];
    }
    let states: string[] = [];
    await until('Health was green', async () => {
      const { components } = await act<Health>('health');
      states = components.map(({ component, state }) => `${component} ${state}`);
      return ['api up', 'connector up', 'database up', 'store up', 'backup up'].every((each) =>
        states.includes(each),
      );
    });
    return states.join(', ');
  });
  await step('A test alert, by webhook and by e-mail', async () => {
    await act('testAlert');
    await until('both arrived', () => received('alerts').length > 0 && received('mails').length > 0);
    const { headers } = JSON.parse(received('alerts').at(-1)!) as { headers: Record<string, string> };
    return `signature ${headers['webhook-signature']?.split(',')[0]}, a mail by TLS`;
  });
  await step('Sign-in by an OpenID Connect provider', async () => {
    await machine.run('console', { words: ['admin', 'create', PERSON] });
    await act('providerSignIn');
    return `${PERSON}, by code with PKCE`;
  });
  await step('The metrics, from the network of Prometheus', () => {
    const lines = ['api', 'api-2', 'mcp', 'dashboard'].map(
      (name) => `${name} ${/^care_atlas_memory_limit_bytes.* (\S+)$/m.exec(metricsOf(name))?.[1]}`,
    );
    return `care_atlas_memory_limit_bytes: ${lines.join(', ')}`;
  });
  await step('Traces, at the collector', () => `${received('traces').length} deliveries`);
  await step('A backup, and its restore into an empty database', async () => {
    const [file] = (await machine.run('backup')).match(/\/backups\/\S+/) ?? [];
    const database = 'restored';
    const psql = (...words: string[]) =>
      machine.run('roles', { all: ['psql', '--no-psqlrc', '-At', ...words] });
    await psql('--command', `create database ${database} owner care_atlas_migrate`);
    await machine.run('restore', { words: [file!], env: { PGDATABASE: database } });
    const counted = await psql('--dbname', database, '--command', 'select count(*) from clinic');
    return `${counted.trim()} clinics`;
  });
  for (const [what, image] of [
    ['Upgrade to a throwaway 1.1.0 with a migration, in the order of Compose', 'next'],
    ['Rollback to 1.0.0 on the newer tables, in the order of Compose', 'image'],
  ] as const)
    await step(what, async () => {
      await act('load', key);
      await until('there was load', async () => (await act<number>('answered')) > 100);
      await stopServices();
      await startAll(image);
      const releases = releasesOf('api', 'api-2');
      const answered = await act<number>('answered');
      await until('there was load again', async () => (await act<number>('answered')) > answered + 100);
      return `${releases}: ${loadText(await act<Load>('endLoad'))}`;
    });
  for (const [what, image] of [
    [
      'Upgrade of the API to 1.1.0 in the order of Kubernetes: a successor is ready before its predecessor stops',
      'next',
    ],
    ['Rollback to 1.0.0 in the order of Kubernetes', 'image'],
  ] as const)
    await step(what, async () => {
      await act('load', key);
      await until('there was load', async () => (await act<number>('answered')) > 100);
      await surge(image);
      const releases = releasesOf(...places.slice(0, 2).map((n) => (n === 1 ? 'api' : `api-${n}`)));
      const answered = await act<number>('answered');
      await until('there was load again', async () => (await act<number>('answered')) > answered + 100);
      return `${releases}: ${loadText(await act<Load>('endLoad'))}`;
    });
  await step('Most memory', () =>
    ['api', 'mcp', 'dashboard', 'uploads', 'sync', 'migrate']
      .map((name) => machine.running(name))
      .map(
        (each) =>
          `${each.plan.name} ${Math.round((each.mostMemory ?? 0) / 1024 / 1024)} of ${each.plan.memory} MiB`,
      )
      .join(', '),
  );
}

/** Returns what Prometheus reads from a container. */
function metricsOf(name: string): string {
  const url = `http://${machine.networks.addressOf(name, ['edge'])}:9464/metrics`;
  const words = ['netns', 'exec', 'care-prometheus', 'curl', '-sf', url];
  return execFileSync('ip', words, { encoding: 'utf8' });
}

/** Returns the releases that containers run, by their metrics. */
function releasesOf(...names: string[]): string {
  const found = names.map(
    (name) => /^care_atlas_release_info\{.*release="([^"]+)"/m.exec(metricsOf(name))?.[1],
  );
  return `${names.length} × ${[...new Set(found)].join(' and ')}`;
}

/** The places of the two processes of the API; the third is free. */
let places = [1, 2, 3];

/** Replaces both processes of the API, each after its successor is ready: maxUnavailable 0, maxSurge 1. */
async function surge(image: string): Promise<void> {
  for (const _ of [1, 2]) {
    const [old = 0, other = 0, free = 0] = places;
    machine.start('api', { number: free, image });
    await healthy('api', free);
    await machine.running(old === 1 ? 'api' : `api-${old}`).stop();
    places = [other, free, old];
  }
}

function oneTimePassword(output: string): string {
  const [, password] = /^One-time password for .*: (\S+)$/m.exec(output) ?? [];
  if (password === undefined) throw new Error(`There is no one-time password in:\n${output}`);
  return password;
}

/** Whether a port of a container can be reached from another one. */
function canConnect(name: string, port: number, from: string): boolean {
  const own = machine.networks.addressOf(name);
  const shared = ['data', 'edge', 'bucket', 'outside'].find(
    (network) => machine.networks.addressOf(name, [network]) && machine.networks.addressOf(from, [network]),
  );
  const address = shared === undefined ? own : machine.networks.addressOf(name, [shared]);
  return reaches(from, address!, port);
}

function reaches(from: string, address: string, port: number): boolean {
  try {
    const words = [
      'netns',
      'exec',
      `care-${from}`,
      'timeout',
      '2',
      'bash',
      '-c',
      `exec 3<>/dev/tcp/${address}/${port}`,
    ];
    execFileSync('ip', words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Tries connections that no network of Compose has. */
function refused(): string {
  const tries: readonly (readonly [from: string, to: string, port: number])[] = [
    ['proxy', 'postgres', 5432],
    ['proxy', 'store', 6379],
    ['api', INTERNET, 443],
    ['migrate', INTERNET, 443],
    ['console', INTERNET, 443],
    ['postgres', INTERNET, 443],
    ['store', INTERNET, 443],
  ];
  const open = tries.filter(([from, to, port]) =>
    to === INTERNET ? reaches(from, INTERNET_ADDRESS, port) : canConnect(to, port, from),
  );
  const expected = ['api'];
  const wrong = open.filter(([from]) => !expected.includes(from));
  if (wrong.length > 0) throw new Error(`Open, though no network has it: ${JSON.stringify(wrong)}`);
  return `${tries.length - open.length} of ${tries.length} tried; the API reaches the internet, as it must`;
}

function tableOf(rows: readonly (readonly string[])[]): string {
  return rows
    .map(
      (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
    )
    .join('\n');
}

try {
  await rehearse();
  const minutes = ((performance.now() - begun) / 60_000).toFixed(0);
  const text = readFileSync(DOCUMENT, 'utf8');
  const [head] = text.split('<!-- log -->');
  const log = `| step | seen | time |\n| --- | --- | --- |\n${tableOf(steps)}`;
  writeFileSync(DOCUMENT, `${head}<!-- log -->\n\nThe newest run took ${minutes} minutes.\n\n${log}\n`);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await machine.stopAll();
  if (process.env['KEEP'] === undefined) rmSync(folder, { recursive: true, force: true });
  else console.log(folder);
}
process.exit(process.exitCode ?? 0);
