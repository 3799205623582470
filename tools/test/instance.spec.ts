import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { VARIABLES } from '@care-atlas/server/configuration';
import { PROJECT } from '../src/project.js';
import { until } from './stage/until.js';

const SECRET = 'a secret that only this test knows, and long';
/** Starts the services, and the programs of commands, from source. */
const START = 'tools/src/start/start.ts';
const WITH_DATABASE = 'tools/src/start/with-database.ts';
/** Numbered from service to service. */
const OWN = ['METRICS_PORT'];
/** What a process sees: its program, and its variables. */
interface Seen {
  readonly program: string;
  readonly variables: Readonly<Record<string, string>>;
}

let root: string;
let instance: ChildProcess;
let env: Readonly<Record<string, string | undefined>>;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'care-atlas-instance-'));
  mkdirSync(join(root, 'seen'));
  // Each process of the product writes down what it sees.
  writeFileSync(
    join(root, 'probe.mjs'),
    `import { renameSync, writeFileSync } from 'node:fs';
    import { isMainThread } from 'node:worker_threads';
    const names = ${JSON.stringify(Object.keys(VARIABLES))};
    const variables = Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
    const file = ${JSON.stringify(join(root, 'seen/'))} + process.pid;
    if (isMainThread) {
      writeFileSync(file + '.part', JSON.stringify({ program: process.argv[1], variables }));
      renameSync(file + '.part', file);
    }`,
  );
  const flags = `--conditions=@care-atlas/source --import ${join(PROJECT, 'tools/dev-register.mjs')} --import ${join(root, 'probe.mjs')}`;
  env = { PATH: process.env['PATH'], HOME: root, DATA_DIR: join(root, 'data'), NODE_OPTIONS: flags };
  instance = spawn(process.execPath, [join(PROJECT, START)], {
    env: {
      ...env,
      PORT: String(await freePort()),
      MCP_PORT: String(await freePort()),
      DASHBOARD_PORT: String(await freePort()),
      SAMPLE_DOCTORS: '20',
      FRESH_DAYS: '31',
      EXPORT_DIR: join(root, 'own-exports'),
      DASHBOARD_SECRET: SECRET,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await lineOf(instance, 'Care Atlas is running.');
});
afterAll(async () => {
  if (instance && instance.exitCode === null) {
    instance.kill('SIGTERM');
    await once(instance, 'exit');
  }
  rmSync(root, { recursive: true, force: true });
});

/** Waits until a program prints a line. @throws with its output when it ends before */
async function lineOf(program: ChildProcess, line: string): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [program.stdout!, program.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes(line)) resolve();
      });
    program.once('exit', () => reject(new Error(output)));
  });
}

function seen(): readonly Seen[] {
  const folder = join(root, 'seen');
  const names = readdirSync(folder).filter((name) => !name.endsWith('.part'));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Seen);
}

/** Returns the variables that hold no secret, and the address of the database. */
function shared({ variables }: Seen): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).filter(
      ([name]) =>
        !OWN.includes(name) && (name === 'DATABASE_URL' || !VARIABLES[name as keyof typeof VARIABLES].secret),
    ),
  );
}

/** The scripts of the project that run a program with the database of the instance, with the words of each. */
const COMMANDS = Object.entries(
  (JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
    .scripts,
).flatMap(([name, script]) => {
  const [, words] = /with-database\.js (.*)$/.exec(script) ?? [];
  return words === undefined
    ? []
    : [[name, words.replace('dist/main.js', 'src/main.ts').split(' ')] as const];
});

it('each command sees what each service sees', async () => {
  const processOf = (app: string) =>
    seen().find(({ program }) => program === join(PROJECT, 'apps', app, 'src/main.ts'));
  // The start does not wait for the worker.
  await until('the worker runs', () => processOf('sync') !== undefined);
  const services = ['api', 'mcp', 'admin-dashboard/server', 'sync'].map((app) => shared(processOf(app)!));
  const [first] = services;
  expect(first).toMatchObject({ FRESH_DAYS: '31', EXPORT_DIR: join(root, 'own-exports') });
  expect(services).toEqual(services.map(() => first));

  expect(COMMANDS.map(([name]) => name)).toEqual(['sync', 'audit', 'keys', 'admin', 'database']);
  rmSync(join(root, 'seen'), { recursive: true });
  mkdirSync(join(root, 'seen'));
  for (const [name, words] of COMMANDS) {
    const command = spawn(process.execPath, [join(PROJECT, WITH_DATABASE), ...words, 'no-such-word'], {
      env,
      stdio: 'ignore',
    });
    await once(command, 'exit');
    const program = join(PROJECT, words[0]!);
    const found = seen().filter((each) => each.program === program);
    expect([name, found.map(shared)]).toEqual([name, [first]]);
    rmSync(join(root, 'seen'), { recursive: true });
    mkdirSync(join(root, 'seen'));
  }
});

it('is described without a secret, in a file that only its owner can read', () => {
  const file = join(root, 'data/instance.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(SECRET);
  expect(JSON.parse(text)).toMatchObject({ secrets: ['DASHBOARD_SECRET'], database: 'embedded' });
});

it('publishes what a command imports, and nothing of the sample after it', async () => {
  const exportsOf = () => readdirSync(join(root, 'own-exports')).filter((name) => !name.startsWith('.'));
  const sample = exportsOf();
  expect(sample).toHaveLength(1);
  const [, words] = COMMANDS[0]!;
  const file = join(PROJECT, 'tools/data/ttc_subway_stations.csv');
  const command = spawn(
    process.execPath,
    [join(PROJECT, WITH_DATABASE), ...words, 'stations', file, '--replace-sample'],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const errors: string[] = [];
  command.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const [code] = (await once(command, 'exit')) as [number];
  expect([code, errors.join('')]).toEqual([0, expect.anything()]);
  expect(exportsOf()).toHaveLength(1);
  expect(exportsOf()).not.toEqual(sample);
});
