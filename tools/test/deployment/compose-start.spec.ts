import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Collector } from '../operations/collector.js';
import { until } from '../stage/until.js';
import { ComposedStage, madeEnvironment } from './composed-stage.js';
import { EXAMPLE_VALUES } from './files/example-values.js';
import { PROJECT } from './files/project-file.js';

let made: Record<string, string>;
let stage: ComposedStage;
let collector: Collector;
/** Receives alerts. */
let receiver: Server;
const alerts: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  made = madeEnvironment();
  collector = await Collector.start();
  receiver = createServer((request, response) => {
    alerts.push(request.headers);
    request.resume();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  stage = await ComposedStage.start(made);
});
afterEach(() => stage?.stopServices());
afterAll(async () => {
  await stage?.stop();
  await collector?.stop();
  receiver?.close();
});

/** Waits until the dashboard has seen that components are up: on a slow machine its first look may come too early. */
async function seenUp(...components: readonly string[]): Promise<void> {
  await until(`the dashboard saw ${components.join(', ')} up`, async () => {
    const up = await stage.query<{ component: string }>(
      `select component from component_health where state = 'up'`,
    );
    return components.every((name) => up.some(({ component }) => component === name));
  });
}

/** Returns the status of an answer to a request that names a container, as the dashboard's does. */
async function statusAt(url: string, host: string): Promise<number | undefined> {
  const [answer] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

/** Starts all that Compose keeps running, the dashboard after the services that it looks at. */
async function startAll(env: Readonly<Record<string, string>>) {
  const [api, mcp] = await Promise.all([
    stage.service('api', env),
    stage.service('mcp', env),
    stage.worker(env),
  ]);
  const dashboard = await stage.service('dashboard', env);
  return { api, mcp, dashboard };
}

it('with the environment that make-env.mjs writes, every program starts, and Health sees the services inside', async () => {
  const clinics = ['clinics', join(PROJECT, 'apps/sync/examples/clinics.csv')];
  await stage.command('sync', made, ['apps/sync/dist/main.js', ...clinics]);
  const { api, mcp } = await startAll(made);
  expect(await statusAt(api.readyUrl, 'api:3000')).toBe(200);
  expect(await statusAt(mcp.readyUrl, 'mcp:3001')).toBe(200);
  await seenUp('api', 'connector', 'database', 'store', 'datasets');
  const exported = await fetch(`${api.url}/api/v1/exports`, {
    headers: { authorization: 'Bearer care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs' },
  });
  expect(exported.status).toBe(200);
  expect(((await exported.json()) as { exports: object[] }).exports).toHaveLength(1);
  expect(await stage.command('console', made, ['admin', 'create', 'ada'])).toContain('password');
});

it('with every variable set in docker/.env, every program starts and uses it', async () => {
  await stage.query('truncate component_health');
  await stage.query('update health_watch set holder = null');
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const env = {
    ...EXAMPLE_VALUES,
    // Required secrets, and the addresses of containers, stay those of the file.
    ...Object.fromEntries(Object.entries(made).filter(([, value]) => value !== '')),
    EXPORT_DIR: '',
    DIRECTORY_DATABASE_URL: stage.environment('mcp', made)['DATABASE_URL']!,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=example',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=example',
    ALERT_WEBHOOK_URL: `${address}/alerts`,
    ALERT_SMTP_URL: 'smtp://127.0.0.1:1',
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  const { api, mcp, dashboard } = await startAll(env);
  const answer = await fetch(`${api.url}/api/v1/doctors`, {
    headers: { authorization: `Bearer ${env.SANDBOX_KEY}` },
  });
  expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([
    200,
    expect.stringContaining(`q=${env.RATE_LIMIT_SANDBOX};`),
  ]);
  const buy = await (await fetch(`${api.url}/buy`)).text();
  for (const shown of [env.SELLER_CONTACT, env.SELLER_TAX_NOTE, env.SELLER_TERMS_URL])
    expect(buy).toContain(shown);
  const session = await (await fetch(`${dashboard.url}/api/session`)).json();
  expect(session).toMatchObject({ status: 'signed-out', provider: env.OIDC_LABEL });
  const page = await fetch(`${mcp.url}/mcp`, {
    method: 'OPTIONS',
    headers: { origin: env.MCP_ALLOWED_ORIGINS, 'access-control-request-method': 'POST' },
  });
  expect(page.headers.get('access-control-allow-origin')).toBe(env.MCP_ALLOWED_ORIGINS);
  await seenUp('api', 'connector', 'database', 'store');
  await until('an alert was sent', () => alerts.length > 0);
  expect(alerts[0]!['webhook-signature']).toMatch(/^v1,/);
  await until('spans of the API arrived', () =>
    collector.spans.some(({ service }) => service === 'care-atlas-api'),
  );
  expect(collector.received.join('\n')).toContain('"x-token":"example"');
});
