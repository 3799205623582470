import { Connection } from '../stage/connection.js';
import { RunningService } from '../stage/programs/running-service.js';
import { until } from '../stage/until.js';
import { useTestDatabase } from '../stage/use-test-database.js';

const CLIENTS = 8;
/** Makes the lines long, so that fewer fill what waits for the reader. */
const LONG = { 'x-request-id': 'x'.repeat(128) };
const LOST = 'care_atlas_log_lines_lost_total';
const database = useTestDatabase();

/** Sends requests, each of which logs a line, until the process has dropped lines. */
async function overflow(api: RunningService): Promise<void> {
  const over = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async () => {
    const connection = new Connection(api.url, () => undefined);
    while (!over.signal.aborted) await connection.ask('/api/v1/ping', { headers: LONG });
    connection.close();
  });
  const lost = async () => (await api.metrics()).value(LOST)!;
  const before = await lost();
  await until('lines were dropped', async () => (await lost()) > before + 100);
  over.abort();
  await Promise.all(clients);
}

it('a reader of the log that stalls costs lines, which are counted and logged when it resumes, but does not keep the process', async () => {
  const api = await RunningService.start('api', {
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    RATE_LIMIT_OPEN: '10000000',
    DRAIN_MS: '0',
  });
  try {
    expect((await api.metrics()).value(LOST)).toBe(0);
    api.child.stdout!.pause();
    await overflow(api);
    api.child.stdout!.resume();
    await until('the loss was logged', () => api.lines.some((line) => line.includes('lines are lost')));
    const line = api.lines.find((text) => text.includes('lines are lost'))!;
    expect(JSON.parse(line)).toMatchObject({ level: 'error', lost: expect.any(Number) });
    api.child.stdout!.pause();
    await overflow(api);
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe('SIGKILL');
  } finally {
    await api.end();
  }
});
