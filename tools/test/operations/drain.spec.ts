import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { VARIABLES } from '@care-atlas/server/configuration';
import { RunningService } from '../stage/running-service.js';
import { until } from '../stage/until.js';
import { useTestDatabase } from '../stage/use-test-database.js';

const CLIENTS = 16;
/** Requests that every client sends before the signal. */
const WARM = 20;
const KEY = VARIABLES.SANDBOX_KEY.fallback;
const LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

const database = useTestDatabase();

interface Target {
  readonly path: string;
  readonly payload?: string;
}

const TARGETS: readonly (readonly ['api' | 'mcp', Target])[] = [
  ['api', { path: '/api/v1/doctors?limit=5' }],
  ['mcp', { path: '/mcp', payload: LIST_TOOLS }],
];

/** The answers that a client got, and the error that ended it. */
interface Client {
  readonly statuses: number[];
  end: string;
}

/** Sends one request after the other until no server listens. */
async function run(client: Client, url: string, keepAlive: boolean, payload?: string): Promise<void> {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  const headers = {
    authorization: `Bearer ${KEY}`,
    ...(payload && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
  };
  while (client.end === '') {
    try {
      const sent = request(url, { agent, headers, method: payload ? 'POST' : 'GET' }).end(payload);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      client.statuses.push(answer.statusCode!);
    } catch (error) {
      client.end = (error as NodeJS.ErrnoException).code ?? String(error);
    }
  }
  agent.destroy();
}

const PLANS = TARGETS.flatMap(([name, target]) => [
  [name, 'SIGTERM', '500', target] as const,
  [name, 'SIGTERM', '0', target] as const,
  [name, 'SIGHUP', '500', target] as const,
]);

it.each(PLANS)(
  '%s resets no connection on %s, with a drain of %s ms',
  async (name, signal, drain, { path, payload }) => {
    const service = await RunningService.start(name, {
      DATABASE_URL: database.url,
      DRAIN_MS: drain,
      RATE_LIMIT_SANDBOX: '10000000',
    });
    try {
      const clients = Array.from({ length: CLIENTS }, (): Client => ({ statuses: [], end: '' }));
      // Half of them open a connection for each request.
      const runs = clients.map((client, i) => run(client, service.url + path, i % 2 === 0, payload));
      await until('all clients were served', () =>
        clients.every(({ statuses, end }) => end !== '' || statuses.length >= WARM),
      );
      service.child.kill(signal);
      expect(await service.ended).toBe(0);
      await Promise.all(runs);
      expect(clients.map(({ end }) => end)).toEqual(clients.map(() => 'ECONNREFUSED'));
      expect(new Set(clients.flatMap(({ statuses }) => statuses))).toEqual(new Set([200]));
    } finally {
      await service.end();
    }
  },
);
