import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalExportStore, publishExport } from '@care-atlas/data/exports';
import { HealthRepository } from '@care-atlas/data/administration';
import type { HealthComponent, HealthState } from '@care-atlas/domain/access';
import { SILENT_LOG } from '@care-atlas/server/observability';
import { SMTPServer } from 'smtp-server';
import type { AlertTest, Health } from '#contract/service/health';
import { type RunningApi, startApi } from '../../test/browser/running-api.js';
import { AlertSender } from '../src/health/alert-sender.js';
import { checkHealth, type Finding } from '../src/health/health-checks.js';
import { HealthWatcher } from '../src/health/health-watcher.js';
import type { TestBrowser } from './test-browser.js';
import { TestDashboard } from './test-dashboard.js';

const SECRET = Buffer.from('a secret of the webhook').toString('base64');

interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let dashboard: TestDashboard;
let browser: TestBrowser;
let receiver: Server;
let mailServer: SMTPServer;
let messages: Message[];
let mails: string[];
/** The statuses that the receiver answers with, in turn; then 204. */
let refusals: number[];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      messages.push({ headers: request.headers, body });
      response.writeHead(refusals.shift() ?? 204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let mail = '';
      stream.on('data', (chunk) => (mail += String(chunk)));
      stream.on('end', () => {
        mails.push(mail);
        done();
      });
    },
  });
  const mailPort = await new Promise<number>((resolve) => {
    const { server } = mailServer;
    mailServer.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  dashboard = await TestDashboard.start(
    {
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`,
      ALERT_WEBHOOK_SECRET: `whsec_${SECRET}`,
      ALERT_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      ALERT_EMAIL_TO: 'operator@clinic.example',
    },
    { hasProxy: true },
  );
  browser = await dashboard.enrol('ada');
});
beforeEach(async () => {
  [messages, mails, refusals] = [[], [], []];
  await dashboard.rows('truncate component_health, health_day, health_incident');
  await dashboard.rows('update health_watch set holder = null');
});
afterAll(async () => {
  await dashboard?.stop();
  receiver?.close();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

/** A watcher whose findings the test chooses. */
function watcherOf(states: Partial<Record<HealthComponent, HealthState>>) {
  const findings = (): Finding[] =>
    Object.entries(states).map(([component, state]) => ({
      component: component as HealthComponent,
      state,
      detail: `It is ${state}.`,
    }));
  const changed: string[] = [];
  const watcher = new HealthWatcher({
    look: () => Promise.resolve(findings()),
    repository: new HealthRepository(dashboard.database),
    alerts: { changed: ({ component, state }) => void changed.push(`${component} ${state}`) },
    clock: () => dashboard.now,
    log: SILENT_LOG,
  });
  /** Looks several times, half a minute apart. */
  const look = async (times = 1) => {
    for (let time = 0; time < times; time++) {
      await watcher.look();
      dashboard.pass(0.5);
    }
  };
  return { states, changed, look, stop: () => watcher.stop() };
}

const health = () => browser.get<Health>('/api/health');

it('one slow answer is no incident; a failure that is seen twice is one, and is told once, as is its end', async () => {
  const { states, changed, look } = watcherOf({ api: 'up', store: 'unknown' });
  await look(2);
  states.api = 'down';
  await look();
  states.api = 'up';
  await look(2);
  expect(changed).toEqual([]);
  states.api = 'down';
  const since = dashboard.now;
  await look(3);
  expect(changed).toEqual(['api down']);
  expect((await health()).components).toMatchObject([
    { component: 'api', state: 'down', detail: 'It is down.', since: since.toISOString() },
    { component: 'store', state: 'unknown' },
  ]);
  states.api = 'up';
  const until = dashboard.now;
  await look(2);
  expect(changed).toEqual(['api down', 'api up']);
  const { incidents, days } = await health();
  expect(incidents).toEqual([
    {
      component: 'api',
      state: 'down',
      detail: 'It is down.',
      startedAt: since.toISOString(),
      endedAt: until.toISOString(),
    },
  ]);
  // Ten looks, of which the first has nothing before it; a state counts from when it was confirmed.
  expect(days).toMatchObject([{ component: 'api', up: 180, degraded: 0, down: 90 }]);
});

it('one of several processes watches, and another takes over; time without a look is not counted', async () => {
  const [stopped, one, other] = [
    watcherOf({ api: 'up' }),
    watcherOf({ api: 'up' }),
    watcherOf({ api: 'degraded' }),
  ];
  await stopped.look();
  await one.look();
  await stopped.stop();
  await one.look(2);
  await other.look(3);
  // One that does not watch has nothing to hand over.
  await other.stop();
  await other.look();
  expect((await health()).components).toMatchObject([{ state: 'up' }]);
  await dashboard.rows(`update health_watch set held_until = now() - interval '1 second'`);
  dashboard.pass(10);
  await other.look(2);
  await one.look();
  expect((await health()).components).toMatchObject([{ state: 'degraded' }]);
  expect(other.changed).toEqual(['api degraded']);
  expect((await health()).days).toMatchObject([{ up: 30, degraded: 30 }]);
});

it('goes on while the database is away, and stores it later', async () => {
  const { states, changed, look } = watcherOf({ database: 'up' });
  await look(2);
  await dashboard.proxy.disconnect();
  states.database = 'down';
  const since = dashboard.now;
  await look(2);
  expect(changed).toEqual(['database down']);
  await dashboard.proxy.restore();
  states.database = 'up';
  await look(2);
  const { incidents, days } = await health();
  expect(incidents).toMatchObject([{ component: 'database', startedAt: since.toISOString() }]);
  expect(incidents[0]!.endedAt).not.toBeNull();
  expect(days).toMatchObject([{ up: 90, down: 60 }]);
});

it('after a rollback, leaves out what only a newer release watched', async () => {
  for (const table of ['component_health', 'health_day', 'health_incident'])
    await dashboard.rows(`alter table ${table} drop constraint ${table}_component_check`);
  await watcherOf({ api: 'up', ['queue' as HealthComponent]: 'down' }).look(2);
  expect((await dashboard.rows('select component from health_incident')).length).toBe(1);
  const { components, days, incidents } = await health();
  expect([components, days, incidents]).toMatchObject([[{ component: 'api' }], [{ component: 'api' }], []]);
});

it('reports an API with exports, and no connector, store, standby or backup', async () => {
  let api: RunningApi | undefined;
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-health-'));
  try {
    const { url } = dashboard.testDatabase;
    await publishExport(url, new LocalExportStore(folder), { now: dashboard.now });
    api = await startApi(url, { EXPORT_DIR: folder });
    const configuration = {
      ...dashboard.configuration,
      healthApiUrl: `${api.origin}/api/v1/`,
      healthMcpUrl: 'http://127.0.0.1:1/',
    };
    const { database, now, currentModel } = dashboard;
    const check = () => checkHealth({ configuration, database, currentModel, clock: () => now });
    const look = async () => {
      const findings = await check();
      return Object.fromEntries(findings.map(({ component, state }) => [component, state]));
    };
    const expected = {
      api: 'up',
      connector: 'down',
      dashboard: 'up',
      database: 'up',
      standby: 'unknown',
      store: 'unknown',
      datasets: 'up',
      exports: 'up',
      register: 'degraded',
      backup: 'unknown',
    };
    expect(await look()).toEqual(expected);
    await dashboard.rows('insert into backup_run (finished_at, succeeded) values ($1, true)', [now]);
    expect(await look()).toEqual({ ...expected, backup: 'up' });
    await dashboard.rows(`insert into dataset_version (created_at) values (now() - interval '1 hour')`);
    expect(await look()).toMatchObject({ exports: 'degraded' });
    // An API of an earlier release does not tell what it exported.
    const earlier = createServer((_request, response) =>
      response.end('{"dataset":{"version":"1-a"}}'),
    ).listen(0);
    await once(earlier, 'listening');
    configuration.healthApiUrl = `http://127.0.0.1:${(earlier.address() as AddressInfo).port}/`;
    expect(await look()).toMatchObject({ exports: 'unknown' });
    earlier.close();
    configuration.healthApiUrl = `${api.origin}/api/v1/`;
    await api.stop();
    api = undefined;
    expect(await check()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ component: 'api', state: 'down' }),
        { component: 'exports', state: 'unknown', detail: 'The API could not be asked.' },
      ]),
    );
  } finally {
    await api?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

describe('an alert', () => {
  it('is sent by a signed message and by e-mail, and recorded; it names no secret', async () => {
    expect((await health()).alertWays).toEqual(['webhook', 'e-mail']);
    expect(await browser.post<AlertTest>('/api/health/test-alert', {})).toEqual({ failed: [] });
    const [{ headers, body }] = messages as [Message];
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(SECRET, 'base64');
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(JSON.parse(body)).toMatchObject({
      type: 'health.changed',
      data: {
        component: 'dashboard',
        state: 'up',
        detail: 'This is a test.',
        dashboard: expect.stringMatching(/\/health$/),
      },
    });
    expect(mails).toEqual([expect.stringMatching(/To: operator@clinic\.example[^]*This is a test\./)]);
    expect(body + mails.join()).not.toContain(SECRET);
    const events = await dashboard.rows(`select actor from audit_event where action = 'alert-tested'`);
    expect(events).toEqual([{ actor: 'ada' }]);
  });

  it('that is refused is reported, and sent again with the same id when something has changed', async () => {
    refusals = [500];
    const { failed } = await browser.post<AlertTest>('/api/health/test-alert', {});
    expect(failed).toEqual([{ way: 'webhook', reason: 'status 500' }]);
    messages = [];
    refusals = [503];
    const { alerts } = dashboard.configuration;
    const sender = new AlertSender({ ...alerts, smtpUrl: '', dashboardUrl: dashboard.url }, SILENT_LOG);
    sender.changed({ component: 'api', state: 'down', detail: 'It is down.', at: dashboard.now });
    while (messages.length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    sender.stop();
    const [first, second] = messages.map(({ headers }) => headers['webhook-id']);
    expect(first).toBe(second);
  });
});
