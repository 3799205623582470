import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { isListening } from '../../src/processes/is-listening.js';
import { Stage } from './stage.js';
import { until } from './until.js';

describe('a PostgreSQL on the stage', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage.stop());

  async function connected(): Promise<Client> {
    const client = new Client({ connectionString: stage.postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  it.each(['fast', 'immediate'] as const)(
    'keeps its address and data after a restart (%s)',
    async (ending) => {
      const before = await connected();
      const broken = new Promise((resolve) => before.once('end', resolve));
      await stage.postgres.restart(ending);
      await broken;
      const after = await connected();
      const { rows } = await after.query('select count(*)::int as doctors from doctor');
      expect(rows).toEqual([{ doctors: expect.any(Number) }]);
      await after.end();
    },
  );

  it('answers nothing while it is suspended, and continues after it', async () => {
    const client = await connected();
    await stage.postgres.freeze();
    let answered = false;
    const answer = client.query('select 1').finally(() => (answered = true));
    await expect(
      new Client({ connectionString: stage.postgres.url, connectionTimeoutMillis: 300 }).connect(),
    ).rejects.toThrow('timeout');
    expect(answered).toBe(false);
    stage.postgres.thaw();
    expect((await answer).rowCount).toBe(1);
    await client.end();
  });

  it('has the latency that the proxy adds', async () => {
    const client = await connected();
    stage.postgres.proxy.delay(100);
    const start = performance.now();
    await client.query('select 1');
    const took = performance.now() - start;
    await stage.postgres.proxy.restore();
    // There and back. Timers may be a millisecond early.
    expect(took).toBeGreaterThanOrEqual(198);
    await client.end();
  });
});

it('a stage finds its secrets in the database, the logs and error responses', async () => {
  const stage = await Stage.start();
  try {
    const api = await stage.service('api', { BASE_URL: 'http://secret-in-a-log.example' });
    expect(await stage.leaks()).toEqual([]);
    stage.secret('secret-in-a-log');
    stage.secret('secret-in-a-refusal');
    stage.secret('secret-in-a-table');
    await stage.database.pool.query("update clinic set name = 'the secret-in-a-table'");
    await stage.connect(api).ask('/nowhere', { headers: { 'X-Request-Id': 'secret-in-a-refusal' } });
    expect(await stage.leaks()).toEqual([`log of ${api.name}`, 'refusals', 'table public.clinic']);
  } finally {
    await stage.stop();
  }
});

describe('everything that a stage started', () => {
  it('has ended when the stage is stopped, even if it was suspended', async () => {
    const stage = await Stage.start();
    const redis = await stage.redis();
    redis.freeze();
    await stage.postgres.freeze();
    await stage.stop();
    const ports = [redis.port, Number(new URL(stage.postgres.directUrl).port)];
    expect(await Promise.all(ports.map(isListening))).toEqual([false, false]);
    expect(existsSync(stage.directory)).toBe(false);
  });

  it('has ended after the test run is killed', async () => {
    const run = spawn(
      process.execPath,
      [
        '--conditions=@care-atlas/source',
        '--import=./dev-register.mjs',
        '--eval',
        `import('./test/stage/stage.ts').then(async ({ Stage }) => {
          const stage = await Stage.start();
          const redis = await stage.redis();
          redis.freeze();
          const database = Number(new URL(stage.postgres.directUrl).port);
          console.log(JSON.stringify({ directory: stage.directory, ports: [redis.port, database] }));
          process.kill(process.pid, 'SIGKILL');
        })`,
      ],
      { cwd: `${import.meta.dirname}/../..`, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const { directory, ports } = JSON.parse(await text(run.stdout)) as { directory: string; ports: number[] };
    await until('its files were removed', () => !existsSync(directory));
    expect(await Promise.all(ports.map(isListening))).toEqual([false, false]);
  });
});
