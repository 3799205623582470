import { Connection } from '../stage/connection.js';
import { RunningService } from '../stage/running-service.js';
import { until } from '../stage/until.js';
import { useTestDatabase } from '../stage/use-test-database.js';

const CLIENTS = 8;
const LOST = 'care_atlas_log_lines_lost_total';
const database = useTestDatabase();

/** Sends requests, each of which logs a line, until the process has dropped lines. */
async function overflow(api: RunningService): Promise<void> {
  const over = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async () => {
    const connection = new Connection(api.url, () => undefined);
    while (!over.signal.aborted) await connection.ask('/api/v1/ping');
    connection.close();
  });
  await until('lines were dropped', async () => (await api.metrics()).value(LOST)! > 100);
  over.abort();
  await Promise.all(clients);
}

async function start(): Promise<RunningService> {
  return RunningService.start('api', {
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    RATE_LIMIT_OPEN: '10000000',
    DRAIN_MS: '0',
  });
}

it('a reader of the log that stalls costs lines, which are counted and logged when it resumes', async () => {
  const api = await start();
  try {
    expect((await api.metrics()).value(LOST)).toBe(0);
    api.child.stdout!.pause();
    await overflow(api);
    api.child.stdout!.resume();
    await until('the loss was logged', () => api.lines.some((line) => line.includes('lines are lost')));
    const line = api.lines.find((text) => text.includes('lines are lost'))!;
    expect(JSON.parse(line)).toMatchObject({ level: 'error', lost: expect.any(Number) });
    await api.stop();
    expect(await api.ended).toBe(0);
  } finally {
    await api.end();
  }
});

it('a reader of the log that stalls does not keep the process', async () => {
  const api = await start();
  try {
    api.child.stdout!.pause();
    await overflow(api);
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe('SIGKILL');
  } finally {
    await api.end();
  }
});
