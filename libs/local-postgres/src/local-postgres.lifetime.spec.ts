import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { startLocalPostgres, type LocalPostgres } from './local-postgres.js';

let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'care-atlas-postgres-'));
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(base, { recursive: true, force: true });
});

const children: ChildProcess[] = [];

interface Starter {
  readonly process: ChildProcess;
  readonly url: string;
  readonly alreadyRunning: boolean;
}

const DEV_REGISTER = new URL('../../../tools/dev-register.mjs', import.meta.url).href;
const SUBJECT = new URL('./local-postgres.ts', import.meta.url).href;

/** Starts the server from another process with its own process group, which then runs the code in `then`. */
async function startElsewhere(directory: string, then: string): Promise<Starter> {
  const code = `
    import { startLocalPostgres } from ${JSON.stringify(SUBJECT)};
    const postgres = await startLocalPostgres({ directory: ${JSON.stringify(directory)} });
    process.stdout.write(JSON.stringify({ url: postgres.url(), alreadyRunning: postgres.alreadyRunning }));
    ${then}`;
  const child = spawn(
    process.execPath,
    ['--conditions=@care-atlas/source', '--import', DEV_REGISTER, '--input-type=module', '--eval', code],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: fileURLToPath(new URL('..', import.meta.url)),
    },
  );
  children.push(child);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, ...(JSON.parse(output.toString()) as Omit<Starter, 'process'>) };
}

const KEEP_RUNNING = 'setInterval(() => {}, 1_000_000);';

/** Kills a process with its whole process group. */
async function kill({ process: child }: Starter): Promise<void> {
  const exit = once(child, 'exit');
  process.kill(-Number(child.pid), 'SIGKILL');
  await exit;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function withServer(directory: string, work: (server: LocalPostgres) => Promise<void>): Promise<void> {
  const server = await startLocalPostgres({ directory });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

describe('a server whose starter was killed', () => {
  it('keeps running, and is shared and stopped by the next process', async () => {
    const directory = join(base, 'orphan');
    const starter = await startElsewhere(directory, KEEP_RUNNING);
    await kill(starter);
    expect(await answers(starter.url)).toBe(true);

    await withServer(directory, async (server) => {
      expect(server.alreadyRunning).toBe(true);
      expect(server.url()).toBe(starter.url);
    });
    expect(await answers(starter.url)).toBe(false);
  });

  it('does not keep its starter alive', async () => {
    const directory = join(base, 'unattended');
    const starter = await startElsewhere(directory, '');
    if (starter.process.exitCode === null) await once(starter.process, 'exit');
    expect(starter.process.exitCode).toBe(0);
    await withServer(directory, async (server) => expect(server.alreadyRunning).toBe(true));
  });
});

describe('two processes on one directory', () => {
  it('share the server, even if both start at once for the first time', async () => {
    const directory = join(base, 'shared');
    const [here, there] = await Promise.all([
      startLocalPostgres({ directory }),
      startElsewhere(directory, KEEP_RUNNING),
    ]);
    expect(there.url).toBe(here.url());

    await here.stop();
    expect(await answers(there.url)).toBe(true);
    await kill(there);
    await withServer(directory, async (server) => expect(server.alreadyRunning).toBe(true));
  });

  it('stop the server when the last one stops', async () => {
    const directory = join(base, 'shared');
    const first = await startLocalPostgres({ directory });
    const second = await startLocalPostgres({ directory });
    await first.stop();
    expect(await answers(second.url())).toBe(true);
    await second.stop();
    expect(await answers(second.url())).toBe(false);
  });

  it('start a new server if one starts while the other stops', async () => {
    const directory = join(base, 'shared');
    const first = await startLocalPostgres({ directory });
    const stop = first.stop();
    await withServer(directory, async (server) => expect(await answers(server.url())).toBe(true));
    await stop;
  });
});

const fileOf = (pid: number, directory: string) =>
  `${pid}\n${directory}/data\n1700000000\n5432\n\n127.0.0.1\n     1234         0\nready   \n`;

describe('a stale postmaster.pid', () => {
  it.each([
    ['names no process', 4_194_305],
    ['names a process that is not a server', process.pid],
  ])('is removed when it %s', async (_case, pid) => {
    const directory = join(base, 'stale');
    await withServer(directory, async () => {});
    await writeFile(join(directory, 'data', 'postmaster.pid'), fileOf(pid, directory));
    await withServer(directory, async (server) => {
      expect(server.alreadyRunning).toBe(false);
      expect(await answers(server.url())).toBe(true);
    });
  });

  it('is removed when it is empty', async () => {
    const directory = join(base, 'stale');
    await writeFile(join(directory, 'data', 'postmaster.pid'), '');
    await withServer(directory, async (server) => expect(await answers(server.url())).toBe(true));
  });

  it('is removed when it is a copy from the directory of a running server', async () => {
    const [directory, copy] = [join(base, 'original'), join(base, 'copy')];
    await withServer(directory, async (original) => {
      await cp(directory, copy, { recursive: true });
      const pid = await readFile(join(copy, 'data', 'postmaster.pid'), 'utf8');
      expect(pid).toContain(String(original.port));

      await withServer(copy, async (server) => {
        expect(server.alreadyRunning).toBe(false);
        expect(server.port).not.toBe(original.port);
      });
      expect(await answers(original.url())).toBe(true);
    });
  });
});
