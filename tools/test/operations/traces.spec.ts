import { VARIABLES } from '@care-atlas/server/configuration';
import { callTool } from '../stage/call-tool.js';
import { useTestDatabase } from '../stage/use-test-database.js';
import { until } from '../stage/until.js';
import { Collector } from './collector.js';
import { loadedTracing, NOTICE_TRACING } from './loaded-tracing.js';
import { RunningService } from '../stage/programs/running-service.js';
import type { ServiceName } from '../stage/programs/services.js';

const SERVER = 2;
const CLIENT = 3;
const SENT = '4bf92f3577b34da6a3ce929d0e0e4736';
const UNSENT = '0af7651916cd43dd8448eb211c80319c';
const PARENT = '00f067aa0ba902b7';
const SOUGHT = 'zebedee';

const KEY = VARIABLES.SANDBOX_KEY.fallback;
const authorization = `Bearer ${KEY}`;

const database = useTestDatabase();

/** Runs a service, and ends it in order, so that it sends what it has. */
async function withService(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
  use: (service: RunningService) => Promise<void>,
): Promise<RunningService> {
  const service = await RunningService.start(name, { DATABASE_URL: database.url, DRAIN_MS: '0', ...env }, [
    NOTICE_TRACING,
  ]);
  try {
    await use(service);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    return service;
  } finally {
    await service.end();
  }
}

describe('with a collector', () => {
  let collector: Collector;
  beforeAll(async () => (collector = await Collector.start()));
  afterAll(() => collector.stop());

  describe('that fails for a while, the API', () => {
    let service: RunningService;
    beforeAll(async () => {
      collector.status = 400;
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_REQUESTS: 'yes', NODE_ENV: 'production' };
      service = await withService('api', env, async ({ url, lines }) => {
        const heard = (what: string) => async () => {
          expect((await fetch(`${url}/api/v1/ping`)).status).toBe(200);
          return lines.some((line) => line.includes(what));
        };
        await until('the failure was logged', heard('Traces cannot be sent'));
        await until('it failed again', () => collector.received.length >= 4);
        collector.status = 200;
        await until('the recovery was logged', heard('Traces are sent again.'));
        const ask = (path: string, traceparent: string) =>
          fetch(`${url}/api/v1${path}`, { headers: { authorization, traceparent, cookie: SOUGHT } });
        await ask(`/doctors?q=${SOUGHT}&limit=2`, `00-${SENT}-${PARENT}-01`);
        await ask(`/doctors/${SOUGHT}`, `00-${UNSENT}-${PARENT}-00`);
        // Its trace begins here.
        await fetch(`${url}/api/v1/doctors/${SOUGHT}`);
      });
    });

    it('logs the failure once, delays nothing, and sends spans after it recovers', () => {
      expect(service.lines.filter((line) => line.includes('Traces cannot be sent'))).toHaveLength(1);
    });

    it("sends a request and its statements as spans in the client's trace", () => {
      const [request, statement, ...others] = collector.trace(SENT);
      expect(others).toEqual([]);
      expect(request).toMatchObject({
        service: 'care-atlas-api',
        parentSpanId: PARENT,
        name: 'listDoctors',
        kind: SERVER,
        milliseconds: expect.any(Number),
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/api/v1/doctors',
          'http.response.status_code': 200,
          'care_atlas.operation': 'listDoctors',
          'care_atlas.tier': 'sandbox',
          'care_atlas.dataset.version': expect.stringMatching(/^\d+-/),
          'care_atlas.request_id': expect.any(String),
        },
      });
      expect(statement).toMatchObject({
        parentSpanId: request!.spanId,
        name: 'select',
        kind: CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.text': expect.stringMatching(/from api_key/),
        },
      });
      expect(statement!.milliseconds).toBeGreaterThan(0);
      expect(statement!.milliseconds).toBeLessThan(request!.milliseconds);
      // The client decided that this one is not to be sent.
      expect(collector.trace(UNSENT)).toEqual([]);
      const own = collector.spans.find(({ name }) => name === 'getDoctor')!;
      expect(own.attributes).toMatchObject({ 'http.response.status_code': 401, 'care_atlas.tier': 'none' });
      expect(service.lines.join('\n')).toContain(`"traceId":"${own.traceId}"`);
      expect(loadedTracing(service)).not.toEqual([]);
      const text = collector.received.join('\n');
      expect(text).toContain('getDoctor');
      for (const secret of [SOUGHT, KEY, KEY.slice(-20), 'Bearer']) expect(text).not.toContain(secret);
    });
  });

  describe('that is sent no new trace, the connector', () => {
    beforeAll(async () => {
      collector.spans.length = 0;
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' };
      await withService('mcp', env, async ({ url }) => {
        for (const traceparent of ['', `00-${SENT}-${PARENT}-01`]) {
          const answer = await callTool(
            `${url}/mcp`,
            'search_doctors',
            { query: SOUGHT },
            { authorization, traceparent },
          );
          await answer.text();
        }
      });
    });

    it('sends only the configured share of new traces', () => {
      expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([SENT]));
    });

    it('sends a tool call as a span within its request', () => {
      const spans = collector.trace(SENT);
      const request = spans.find(({ kind }) => kind === SERVER)!;
      const tool = spans.find(({ name }) => name === 'search_doctors')!;
      expect(tool).toMatchObject({
        service: 'care-atlas-mcp',
        parentSpanId: request.spanId,
        attributes: { 'care_atlas.tier': 'sandbox' },
      });
      expect(collector.received.join('\n')).not.toContain(SOUGHT);
    });
  });
});
