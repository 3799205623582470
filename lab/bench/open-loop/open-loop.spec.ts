import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seeded } from '../../../tools/src/queries/random-query.js';
import { dueTimes } from './arrivals.js';
import { openLatency } from './open-load.js';
import { sendWhenDue } from './open-loop.js';
import { causeOf, COLLECTION, ELSEWHERE, GENERATOR } from './pause.js';

const REQUESTS = ['GET /a HTTP/1.1\r\nHost: here\r\n\r\n', 'GET /b HTTP/1.1\r\nHost: here\r\n\r\n'];
const BODY = 'x'.repeat(200_000);

describe('arrivals', () => {
  const RATE = 500;
  const due = dueTimes(RATE, 40, seeded(1));
  const gaps = Array.from(due, (at, i) => at - (due[i - 1] ?? 0));

  it('are as far apart as those of a Poisson process', () => {
    const sorted = gaps.toSorted((a, b) => a - b);
    const expected = sorted.map((gap) => 1 - Math.exp((-gap * RATE) / 1000));
    const distance = Math.max(...expected.map((share, i) => Math.abs(share - (i + 0.5) / sorted.length)));
    // Kolmogorov and Smirnov's bound for one in a hundred.
    expect(distance * Math.sqrt(sorted.length)).toBeLessThan(1.63);
    const mean = due.at(-1)! / due.length;
    const together = gaps.slice(1).map((gap, i) => (gap - mean) * (gaps[i]! - mean));
    const correlation = together.reduce((sum, value) => sum + value) / gaps.length / mean ** 2;
    // Three deviations of what independent gaps give.
    expect(Math.abs(correlation)).toBeLessThan(3 / Math.sqrt(gaps.length));
  });

  it('are the same for a seed', () => {
    expect(dueTimes(RATE, 40, seeded(1))).toEqual(due);
    expect(dueTimes(RATE, 40, seeded(2))).not.toEqual(due);
  });
});

describe('the open loop', () => {
  it('goes on sending while nothing is answered', async () => {
    const due = dueTimes(2_000, 0.1, seeded(1));
    const held: (() => void)[] = [];
    const times = await against((_request, response) => {
      held.push(() => response.end(BODY));
      if (held.length < due.length) return;
      for (const answer of held) answer();
    }, due);
    expect(held.length).toBeGreaterThan(100);
    // Nobody was answered before the last one had come.
    const untilLast = times.latency.map((latency, i) => latency + due[i]! - due.at(-1)!);
    expect(Math.min(...untilLast)).toBeGreaterThanOrEqual(0);
  });

  it('counts the wait of requests that it could not send in time, and refuses their figures', async () => {
    const STALL_MS = 400;
    const LOOK_MS = 0.01;
    // More than it has connections for.
    const due = dueTimes(2_000, 1, seeded(1));
    let stalled = false;
    let time = 0;
    const times = await against(
      (_request, response) => {
        if (!stalled) time += STALL_MS;
        stalled = true;
        response.end();
      },
      due,
      // Only looks at the clock and the stall take time, so that the machine has no part in it.
      () => (time += LOOK_MS),
    );
    const { latency, lateness } = times;
    expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0);
    expect(latency.every((time, i) => time > lateness[i]!)).toBe(true);
    // The stall begins after the first request is due: those that are due within it wait for its end.
    const within = Array.from(due).filter((at) => at < due[0]! + STALL_MS);
    expect(within.length).toBeGreaterThan(600);
    for (const [i, at] of within.entries()) expect(latency[i]).toBeGreaterThan(due[0]! + STALL_MS - at);
    // The schedule does not move: afterwards, requests are sent in time again.
    expect(Math.min(...lateness.slice(within.length))).toBeLessThan(STALL_MS / 2);
    const { p99, late99 } = openLatency(times, 0);
    expect(p99).toBeNaN();
    expect(late99).toBeGreaterThan(0);
  });

  it.each<[string, RequestListener, string]>([
    ['fails', (_request, response) => response.writeHead(503, 'Too busy').end(), '503 Too busy'],
    ['hangs up', ({ socket }) => socket.end(), 'closed a connection'],
  ])('gives no figures for a server that %s', async (_, listener, message) => {
    await expect(against(listener, Float64Array.of(0, 1))).rejects.toThrow(message);
  });
});

it('a latency is refused if the generator was late or the server had no processor for a relevant share', () => {
  const latency = Float64Array.from({ length: 1_000 }, (_value, i) => 1_000 - i);
  const late = (most: number, starved: number) =>
    openLatency({ latency, lateness: latency.map((time) => Math.min(time, most)) }, starved);
  expect(late(100, 0.01)).toEqual({ p50: 500, p99: 990, p999: 999, late50: 100, late99: 100 });
  expect(late(200, 0.01)).toEqual({ p50: NaN, p99: 990, p999: 999, late50: 200, late99: 200 });
  expect(late(100, 0.2)).toMatchObject({ p50: NaN, p99: NaN, p999: NaN });
});

/** Sends requests to a server in this thread. */
async function against(listener: RequestListener, due: Float64Array, now?: () => number) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await sendWhenDue({ port, requests: REQUESTS, due }, now);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('a wait is due to the pauses that cover most of it, and to a collection that covers half as much', () => {
  const wait = { from: 100, to: 120, late: 1 };
  const loop = { from: 90, to: 115, cause: 'work of the event loop' };
  const starved = { from: 112, to: 130, cause: 'no processor' };
  const collection = { from: 100, to: 108, cause: `${COLLECTION}: old generation` };
  expect(causeOf(wait, [starved, loop])).toBe(loop.cause);
  expect(causeOf(wait, [loop, collection])).toBe(collection.cause);
  expect(causeOf(wait, [loop, { ...collection, to: 107 }])).toBe(loop.cause);
  expect(causeOf(wait, [starved, { ...loop, from: 0, to: 99 }])).toBe(ELSEWHERE);
  expect(causeOf(wait, [])).toBe(ELSEWHERE);
  expect(causeOf({ ...wait, late: 16 }, [loop])).toBe(GENERATOR);
});
