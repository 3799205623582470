import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { VARIABLES } from '@care-atlas/server/configuration';
import { useTestDatabase } from '../stage/use-test-database.js';
import { until } from '../stage/until.js';
import { RunningService } from '../stage/running-service.js';
import { SERVICE_NAMES } from '../stage/services.js';

const CLIENTS = 8;
/** Number of successful requests in a row before a process is stopped. */
const WARM = 100;

const database = useTestDatabase();

async function withService(
  name: (typeof SERVICE_NAMES)[number],
  env: Readonly<Record<string, string>>,
  use: (service: RunningService) => Promise<void>,
): Promise<void> {
  const service = await RunningService.start(name, { DATABASE_URL: database.url, ...env });
  try {
    await use(service);
  } finally {
    await service.end();
  }
}

/** How a request ended, and when. */
interface Outcome {
  readonly begunAt: number;
  readonly endedAt: number;
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

/** Sends requests on kept-alive connections until no server listens anymore. */
async function clientOf(url: string, outcomes: Outcome[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${VARIABLES.SANDBOX_KEY.fallback}` };
  for (;;) {
    const begunAt = performance.now();
    try {
      const request = get(url, { agent, headers });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      const {
        statusCode: status,
        headers: { connection },
      } = answer;
      outcomes.push({ begunAt, endedAt: performance.now(), status, connection });
    } catch {
      outcomes.push({ begunAt, endedAt: performance.now(), status: undefined, connection: undefined });
      agent.destroy();
      return;
    }
  }
}

it('every request that began before SIGTERM is answered, and the process exits', async () => {
  await withService('api', { RATE_LIMIT_SANDBOX: '10000000' }, async (api) => {
    const outcomes: Outcome[] = [];
    const url = `${api.url}/api/v1/doctors?limit=5`;
    const clients = Array.from({ length: CLIENTS }, () => clientOf(url, outcomes));
    // The first connections to the database are made under load. Where that takes too long, on a machine that is far too
    // busy, a request is refused with 503, which has nothing to do with what comes here.
    await until('all clients were served', () => {
      const recent = outcomes.slice(-WARM);
      return recent.length === WARM && recent.every(({ status }) => status === 200);
    });
    const warm = outcomes.length;
    const signaledAt = performance.now();
    api.child.kill('SIGTERM');
    await until('it said that it is not ready', async () => {
      const readiness = await fetch(api.readyUrl);
      return readiness.status === 503 && (await fetch(`${api.url}/api/v1/ping`)).status === 200;
    });
    expect(await api.ended).toBe(0);
    await Promise.all(clients);
    const before = outcomes.slice(warm).filter(({ begunAt }) => begunAt < signaledAt);
    expect(before.some(({ endedAt }) => endedAt > signaledAt)).toBe(true);
    const after = outcomes.filter(({ begunAt, status }) => begunAt >= signaledAt && status !== undefined);
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    expect(after.at(-1)!.connection).toBe('close');
  });
});

it.each(SERVICE_NAMES)(
  '%s ends on SIGTERM with status 0, also with connections that are idle or never said a word',
  async (name) => {
    await withService(name, { DRAIN_MS: '0' }, async (service) => {
      const agent = new Agent({ keepAlive: true });
      const [answer] = (await once(get(service.readyUrl, { agent }), 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
      await once(silent, 'connect');
      service.child.kill('SIGTERM');
      expect(await service.ended).toBe(0);
      agent.destroy();
      silent.destroy();
    });
  },
);

it('a second signal ends the process at once', async () => {
  await withService('api', { DRAIN_MS: '60000' }, async (api) => {
    api.child.kill('SIGTERM');
    await until('it drained', () => api.lines.some((line) => line.includes('Stopping.')));
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe(1);
  });
});
