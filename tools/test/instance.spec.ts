import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VARIABLES } from '@care-atlas/server/configuration';
import { PROJECT } from '../src/project.js';
import { until } from './stage/until.js';
import { SENTENCES } from '../src/queries/sentences.js';
import { RunningStart } from './start/running-start.js';
import { SentenceDoors } from './start/sentence-doors.js';

const SECRET = 'a secret that only this test knows, and long';
/** Starts the programs of commands, from source. */
const WITH_DATABASE = 'tools/src/start/with-database.ts';
/** Numbered from service to service. */
const OWN = ['METRICS_PORT'];
const RUNNING = 'PostgreSQL is running on';
const LOST = 'PostgreSQL is not available';
/** What a process sees: its program, and its variables. */
interface Seen {
  readonly program: string;
  readonly variables: Readonly<Record<string, string>>;
}

let root: string;
let start: RunningStart;
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
  const own = { HOME: root, NODE_OPTIONS: flags };
  start = await RunningStart.launch({
    ...own,
    FRESH_DAYS: '31',
    EXPORT_DIR: join(root, 'own-exports'),
    DASHBOARD_SECRET: SECRET,
    RATE_LIMIT_SANDBOX: '100000',
  });
  env = { PATH: process.env['PATH'], DATA_DIR: start.directory, ...own };
  await start.says('Care Atlas is running');
});
afterAll(async () => {
  await start?.remove();
  rmSync(root, { recursive: true, force: true });
});

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
  const file = join(start.directory, 'instance.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(SECRET);
  expect(JSON.parse(text)).toMatchObject({ secrets: ['DASHBOARD_SECRET'], database: 'embedded' });
});

it('reads forty sentences the same at each door', async () => {
  const doors = await SentenceDoors.open(start);
  let lists = 0;
  try {
    for (const [sentence] of SENTENCES) {
      const { rest, ...others } = await doors.ask(sentence);
      const same = Object.fromEntries(Object.keys(others).map((door) => [door, rest]));
      expect({ sentence, ...others }).toEqual({ sentence, ...same });
      if (rest !== 'no list') lists++;
    }
  } finally {
    await doors.close();
  }
  // Nobody of a small sample speaks some of the languages.
  expect(lists).toBeGreaterThanOrEqual(SENTENCES.length / 4);
});

/** Asks the API for the number of doctors. */
async function doctors(): Promise<{ readonly status: number; readonly total: number | undefined }> {
  const headers = { Authorization: `Bearer ${VARIABLES.SANDBOX_KEY.fallback}` };
  const answer = await fetch(`${start.apiUrl}/api/v1/doctors?limit=1`, { headers });
  const { total } = (await answer.json()) as { readonly total?: number };
  return { status: answer.status, total };
}

/** The processes that have a folder in their command line or among their variables. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || !existsSync(`/proc/${pid}/cmdline`)) return false;
    try {
      return ['cmdline', 'environ'].some((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder),
      );
    } catch {
      return false;
    }
  });
}

it('goes on when its PostgreSQL is killed: requests get 503 meanwhile, and the data is kept', async () => {
  const before = await doctors();
  expect(before).toEqual({ status: 200, total: expect.any(Number) });
  const statuses = new Set<number>();
  process.kill(start.postgresPid, 'SIGKILL');
  await until('it is started again', async () => {
    statuses.add((await doctors()).status);
    return start.lines.filter((line) => line.includes(RUNNING)).length === 2;
  });
  await until('requests are answered', async () => {
    const { status } = await doctors();
    statuses.add(status);
    return status === 200;
  });
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await doctors()).toEqual(before);
  expect(start.lines.filter((line) => line.includes(LOST))).toHaveLength(1);
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

it('ends everything in order on Ctrl-C while its PostgreSQL is started again', async () => {
  const { directory } = start;
  process.kill(start.postgresPid, 'SIGKILL');
  await start.says(LOST, 2);
  expect(await start.interrupt()).toBe(0);
  await until('its processes ended', () => processesOf(directory).length === 0);
  expect(start.lines.at(-1)).not.toMatch(/rror/);
});
