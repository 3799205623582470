import { Connection } from '../stage/connection.js';
import { RunningService } from '../stage/programs/running-service.js';
import { until } from '../stage/until.js';
import { useTestDatabase } from '../stage/use-test-database.js';

const CLIENTS = 8;
/** Makes the lines long, so that fewer fill what waits for the reader. */
const LONG = { 'x-request-id': 'x'.repeat(128) };
/** So many lines, of more than 128 bytes each, do not fit into a pipe. */
const MORE_THAN_A_PIPE = 1_000;
const LOST = 'care_atlas_log_lines_lost_total';
const database = useTestDatabase();

/** Sends requests, each of which logs a line, until there were enough. */
async function request(
  api: RunningService,
  enough: (count: number) => boolean | Promise<boolean>,
): Promise<void> {
  const over = new AbortController();
  let count = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    const connection = new Connection(api.url, () => undefined);
    for (; !over.signal.aborted; count++) await connection.ask('/api/v1/ping', { headers: LONG });
    connection.close();
  });
  await until('enough lines were logged', () => enough(count));
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
    const lost = async () => (await api.metrics()).value(LOST)!;
    expect(await lost()).toBe(0);
    api.child.stdout!.pause();
    await request(api, async () => (await lost()) > 100);
    api.child.stdout!.resume();
    await until('the loss was logged', () => api.lines.some((line) => line.includes('lines are lost')));
    const line = api.lines.find((text) => text.includes('lines are lost'))!;
    expect(JSON.parse(line)).toMatchObject({ level: 'error', lost: expect.any(Number) });
    api.child.stdout!.pause();
    await request(api, (count) => count > MORE_THAN_A_PIPE);
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe('SIGKILL');
  } finally {
    await api.end();
  }
});
