import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  ClientLoad,
  type PlannedRequest,
  longest,
  countByStatus,
  type RequestRecord,
} from '../test/stage/client-load.js';
import type { Service } from '../test/stage/programs/service.js';
import { Stage } from '../test/stage/stage.js';
import { until } from '../test/stage/until.js';
import { type Control, startControl } from './control.js';
import { reads, UNLIMITED } from './requests.js';
import { answers, report, thousands, time } from './report.js';

const CLIENTS = 20;
/** Answers before a fault, and in a row without a fault after it: one to each request of each client. */
const CALM = 200;
/** Between the requests of a client. */
const PAUSE_MS = 50;
/** Between the requests for /ping, readiness and the control, whose longest answers are compared. */
const PROBE_PAUSE_MS = 20;
/** The waits for a connection and for an answer, 3 s each, and what a busy machine adds. */
const LONGEST_MS = 10_000;
const CLEAN_MS = 10_000;
/** What /ping may take beyond three times as long as a server that only answers. */
const PING_MS = 500;

let stage: Stage;
let control: Control;
let api: Service;
let planned: readonly PlannedRequest[];
beforeAll(async () => {
  stage = await Stage.start();
  control = await startControl();
  api = await stage.service('api', UNLIMITED);
  planned = await reads(stage);
});
afterAll(async () => {
  control.stop();
  await stage.stop();
});

/** A connection that bypasses the proxy, to a server that may have been restarted on another port. */
async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: stage.postgres.directUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Fault {
  readonly what: string;
  /** Brings the fault about and undoes it. */
  readonly happen: () => Promise<void>;
  /** Within how long after its end everything must be well, if sooner than after any fault. */
  readonly cleanMs?: number;
  /** Whether the service must have said that it is not ready meanwhile. */
  readonly unready: boolean;
}

const FAULTS: readonly Fault[] = [
  {
    what: '3: PostgreSQL is restarted (fast)',
    happen: () => stage.postgres.restart('fast'),
    unready: true,
  },
  {
    what: '3: PostgreSQL is restarted (immediate)',
    happen: () => stage.postgres.restart('immediate'),
    unready: true,
  },
  {
    what: '4: all backends are terminated',
    happen: () =>
      onDatabase(async (client) => {
        const others = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
        // One of them is in the middle of a statement.
        await client.query('begin');
        await client.query('lock table api_key in access exclusive mode');
        await until('a statement of the service waited', async () => {
          // A transaction otherwise goes on seeing what it saw first.
          await client.query('select pg_stat_clear_snapshot()');
          const { rowCount } = await client.query(`select ${others} and wait_event_type = 'Lock'`);
          return rowCount! > 0;
        });
        await client.query('select pg_stat_clear_snapshot()');
        await client.query(`select pg_terminate_backend(pid) ${others}`);
        await client.query('rollback');
      }),
    cleanMs: 1_000,
    unready: false,
  },
  {
    what: '5: the key table is locked for 5 s',
    happen: () =>
      onDatabase(async (client) => {
        await client.query('begin');
        await client.query('lock table api_key in access exclusive mode');
        await sleep(5_000);
        await client.query('rollback');
      }),
    unready: false,
  },
  {
    what: '6: the database is frozen for 8 s',
    happen: async () => {
      await stage.postgres.freeze();
      await sleep(8_000);
      stage.postgres.thaw();
    },
    unready: true,
  },
  {
    what: '6: a blackhole lets nothing through to the database for 8 s',
    happen: async () => {
      stage.postgres.proxy.stall();
      await sleep(8_000);
      await stage.postgres.proxy.restore();
    },
    unready: true,
  },
  {
    what: '8: others take every connection that PostgreSQL has for 5 s',
    happen: takeEveryConnection,
    unready: true,
  },
];

/** Holds every connection there is, also those that the service gives back or loses. */
async function takeEveryConnection(): Promise<void> {
  const taken: Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new Client({ connectionString: stage.postgres.directUrl });
    client.on('error', () => undefined);
    return client.connect().then(
      () => taken.push(client) > 0,
      () => false,
    );
  };
  await onDatabase(async (client) => {
    let end = Infinity;
    while (performance.now() < end) {
      const took = await Promise.all(Array.from({ length: 20 }, take));
      if (took.includes(true)) continue;
      end = Math.min(end, performance.now() + 5_000);
      await sleep(PAUSE_MS);
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'care-atlas%'`,
      );
    }
  });
  await Promise.all(taken.map((client) => client.end()));
}

/** The last moment at which somebody was not served. */
function lastRefused(records: readonly RequestRecord[]): number {
  return records.reduce((last, { ended, status }) => (status === 200 ? last : Math.max(last, ended)), 0);
}

describe.each(FAULTS)('$what', ({ what, happen, cleanMs = CLEAN_MS, unready }) => {
  let records: readonly RequestRecord[];
  let pings: readonly RequestRecord[];
  let readiness: readonly RequestRecord[];
  let pid: number;
  let controls: readonly RequestRecord[];
  let clean: number;

  beforeAll(async () => {
    pid = api.pid;
    const connections = Array.from({ length: CLIENTS }, () => stage.connect(api));
    const paced = (service: { readonly port: number }, path: string) =>
      new ClientLoad([stage.connect(service)], [{ path }], undefined, PROBE_PAUSE_MS);
    const [pinging, controlLoad] = [paced(api, '/api/v1/ping'), paced(control, '/')];
    const readinessLoad = paced(api, '/api/v1/');
    const load = new ClientLoad(connections, planned, undefined, PAUSE_MS);
    await load.waitFor(CALM);
    const calmPing = longest(pinging.records);
    await happen();
    const over = performance.now();
    await until('the fault was over for everybody', () => {
      const recent = [...load.records.slice(-CALM), ...readinessLoad.records.slice(-1)];
      return recent.every(({ begun, status }) => status === 200 && begun > over);
    });
    [records, pings, readiness, controls] = await Promise.all([
      load.stop(),
      pinging.stop(),
      readinessLoad.stop(),
      controlLoad.stop(),
    ]);
    clean = Math.max(0, lastRefused([...records, ...readiness]) - over);
    report(
      `${what} under ${CLIENTS} clients: ${answers(records)}, longest ${time(longest(records))}, ` +
        `clean after ${time(clean)}; /ping ${thousands(pings.length)} × 200, longest ${time(longest(pings))} ` +
        `(before ${time(calmPing)}); / ${answers(readiness)}.`,
    );
  });

  it('every request is answered with 200 or 503', () => {
    expect(Object.keys(countByStatus(records)).filter((status) => !['200', '503'].includes(status))).toEqual(
      [],
    );
    expect(
      Object.keys(countByStatus(readiness)).filter((status) => !['200', '503'].includes(status)),
    ).toEqual([]);
  });

  it('the fault has an effect', () => {
    expect(countByStatus(records)[503]).toBeGreaterThan(0);
    expect(countByStatus(readiness)[503] ?? 0).toBeGreaterThanOrEqual(unready ? 1 : 0);
  });

  it('each 503 has Retry-After', () => {
    const refused = [...records, ...readiness].filter(({ status }) => status === 503);
    expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
  });

  it('no answer takes much longer than the query timeout', () => {
    expect(longest([...records, ...readiness])).toBeLessThan(LONGEST_MS);
  });

  it('the service recovers in time', () => {
    expect(clean).toBeLessThan(cleanMs);
  });

  it('/ping is answered throughout, by the same process', () => {
    expect(Object.keys(countByStatus(pings))).toEqual(['200']);
    expect(longest(pings)).toBeLessThan(PING_MS + 3 * longest(controls));
    expect([api.pid, api.ending]).toEqual([pid, undefined]);
  });
});

it('7: at 50 ms from the database, a request makes at most two round trips', async () => {
  const ROUND_TRIP_MS = 50;
  const connection = stage.connect(api);
  const timed = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      for (const { path, ...options } of planned) {
        const begun = performance.now();
        expect((await connection.ask(path, options)).status).toBe(200);
        times.push(performance.now() - begun);
      }
    }
    return times.toSorted((a, b) => a - b);
  };
  const near = await timed();
  const { proxy } = stage.postgres;
  proxy.delay(ROUND_TRIP_MS / 2);
  const before = proxy.roundTrips;
  const far = await timed();
  const roundTrips = (proxy.roundTrips - before) / far.length;
  await proxy.restore();
  const [nearP99, farP99] = [near, far].map((times) => times[Math.floor(times.length * 0.99)]!);
  report(
    `7: ${far.length} requests at ${ROUND_TRIP_MS} ms from the database: ${roundTrips.toFixed(2)} round trips each, ` +
      `p99 ${time(farP99!)} (without: ${time(nearP99!)}).`,
  );
  // The service looks for a new dataset version once a second through the same proxy.
  expect(roundTrips).toBeLessThanOrEqual(2);
  expect(roundTrips).toBeGreaterThanOrEqual(1);
});

/** Each request takes at least so long, so that all clients have one under way at any moment. */
const UNDER_WAY_MS = 60;
const EXIT_MS = 10_000;

it('2: on SIGTERM under load every request begun before it is answered, and the process ends within 10 s', async () => {
  const connections = Array.from({ length: CLIENTS }, () => stage.connect(api));
  stage.postgres.proxy.delay(UNDER_WAY_MS / 2);
  const load = new ClientLoad(connections, planned);
  await load.waitFor(200);
  const asked = performance.now();
  await api.stop();
  const took = performance.now() - asked;
  const records = await load.stop();
  await stage.postgres.proxy.restore();
  const before = records.filter(({ begun }) => begun < asked);
  const underWay = before.filter(({ ended }) => ended > asked);
  const after = records.filter(({ begun }) => begun >= asked);
  report(
    `2: SIGTERM under ${CLIENTS} clients: ${answers(before)} begun before it, ${underWay.length} of them under way; ` +
      `${thousands(countByStatus(after)[200] ?? 0)} more served while it drained; ended with ${api.ending} after ${time(took)}.`,
  );
  // A database that a busy machine holds up is a 503, which is an answer too.
  expect(Object.keys(countByStatus(before)).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  expect(underWay.length).toBeGreaterThan(CLIENTS / 2);
  expect(api.ending).toBe(0);
  expect(took).toBeLessThan(EXIT_MS);
});

it('no key occurs in the logs or error responses', async () => {
  expect(await stage.leaks()).toEqual([]);
});
