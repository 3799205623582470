import { openLog } from '@care-atlas/server/observability';
import { RequestObserver } from '@care-atlas/server/http';
import { exampleRequest, KEYED_READS } from './contract.js';
import { TestApi } from './test-api.js';

/** The members of a log line that these tests read. */
interface Line {
  readonly msg: string;
  readonly [member: string]: unknown;
}

const written: string[] = [];
const log = openLog(
  'API',
  { level: 'trace', json: true, requests: true },
  { write: (line) => written.push(line) },
);

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ observer: new RequestObserver(log) })));
beforeEach(() => written.splice(0));
afterAll(() => api.stop());

const lines = () => written.map((line) => JSON.parse(line) as Line);

it('each answer has a log line with the caller, the operation, the status and the dataset version', async () => {
  const answer = await api.ask('/doctors/900001', { headers: { 'x-request-id': 'quote-me-please' } });
  expect(answer.status).toBe(200);
  expect(lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      service: 'api',
      msg: 'answered',
      requestId: 'quote-me-please',
      operation: 'getDoctor',
      status: 200,
      ms: expect.any(Number),
      keyId: expect.stringMatching(/^[\da-f-]{36}$/),
      tier: 'live',
      dataset: api.version,
    },
  ]);
});

it('the line of a page says neither which doctor nor which clinic', async () => {
  await api.askBeside('/doctors/900001');
  await api.askBeside('/fr/clinics/b94bb043-f527-42bf-9c0b-68ebace5405b');
  expect(lines().map((line) => line['operation'])).toEqual(['GET /doctors/*', 'GET /fr/clinics/*']);
  expect(written.join('')).not.toMatch(/900001|b94bb043-f527/);
});

it('the log line contains the trace of the request', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await api.ask('/ping', { key: null, headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
  await api.ask('/ping', { key: null, headers: { traceparent: 'not a trace' } });
  expect(lines().map((line) => line['traceId'])).toEqual([traceId, undefined]);
});

it('neither keys nor search terms are logged, for any status', async () => {
  const SOUGHT = 'zebedee';
  const rotating = await api.mintKey('live');
  for (const operation of KEYED_READS) {
    const path = exampleRequest(operation);
    const search = `${path}${path.includes('?') ? '&' : '?'}q=${SOUGHT}&nothing=${SOUGHT}`;
    for (const key of [...Object.values(api.keys), `${api.keys.live}x`, null]) {
      await api.ask(search, { key, headers: { cookie: SOUGHT, 'x-secret': SOUGHT } });
    }
  }
  const rotated = await api.ask('/keys/rotate', { key: rotating, method: 'POST', payload: '' });
  const { key: successor } = rotated.json<{ key: string }>();
  await api.ask(`/${SOUGHT}`);
  const text = written.join('');
  const secrets = [SOUGHT, rotating, successor, ...Object.values(api.keys)];
  expect(written.length).toBeGreaterThan(KEYED_READS.length * 5);
  expect(secrets.filter((secret) => text.includes(secret.slice(-20)))).toEqual([]);
});
