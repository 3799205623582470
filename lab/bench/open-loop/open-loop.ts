import { ClientConnection } from './client-connection.js';

const CONNECTIONS_AT_START = 32;
/** More would cost a server that stalled so much that it never catches up. */
const MOST_CONNECTIONS = 512;
const READ_BYTES = 65_536;
const LAST_ANSWER_MS = 10_000;

/** The requests of a run. */
export interface OpenLoopPlan {
  readonly port: number;
  /** Whole requests, sent in order and repeated. */
  readonly requests: readonly string[];
  /** Milliseconds from the start, ascending: see `dueTimes`. */
  readonly due: Float64Array;
}

/** Milliseconds for each request, in the order in which they were due. */
export interface OpenLoopTimes {
  /** When the run began, in milliseconds since 1970. */
  readonly begun: number;
  /** From when it was due, whenever it was sent, until its answer was complete. */
  readonly latency: Float64Array;
  /** From when it was due until the generator looked at the clock. */
  readonly lateness: Float64Array;
}

/**
 * Sends each request when it is due, however many others are unanswered: over a connection that is free, or a new one, up
 * to a number that only a server that stalls needs; then requests wait for a connection, which counts as latency. It looks at the clock in every turn of the event loop instead of sleeping, because timers are a millisecond late.
 * @param now the clock, in milliseconds
 * @throws when an answer is no success, a connection fails, or answers are missing at the end
 */
export async function sendWhenDue(
  { port, requests, due }: OpenLoopPlan,
  now = () => performance.now(),
): Promise<OpenLoopTimes> {
  const latency = new Float64Array(due.length);
  const lateness = new Float64Array(due.length);
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const connections: ClientConnection[] = [];
  const free: ClientConnection[] = [];
  const waiting: number[] = [];
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  let answered = 0;
  let begun = 0;
  const onAnswer = (connection: ClientConnection) => {
    latency[connection.request] = now() - begun - due[connection.request]!;
    if (++answered === due.length) resolve();
    const following = waiting.shift();
    if (following === undefined) free.push(connection);
    else transmit(connection, following);
  };
  const open = () => {
    const connection = new ClientConnection(port, buffer, { onAnswer, onFault: reject });
    connections.push(connection);
    return connection;
  };
  const transmit = (connection: ClientConnection, request: number) =>
    connection.send(requests[request % requests.length]!, request);
  const send = (request: number) => {
    lateness[request] = now() - begun - due[request]!;
    if (free.length === 0 && connections.length === MOST_CONNECTIONS) waiting.push(request);
    // The one that has waited longest, as many clients would take turns.
    else transmit(free.shift() ?? open(), request);
  };
  let next = 0;
  let missing: NodeJS.Timeout | undefined;
  let over = false;
  const turn = () => {
    if (over) return;
    while (next < due.length && due[next]! <= now() - begun) send(next++);
    if (next < due.length) setImmediate(turn);
    else missing = setTimeout(() => reject(new Error('Answers are missing.')), LAST_ANSWER_MS);
  };
  try {
    free.push(...Array.from({ length: CONNECTIONS_AT_START }, open));
    await Promise.race([done, Promise.all(free.map((connection) => connection.opened))]);
    begun = now();
    turn();
    await done;
    return { begun: performance.timeOrigin + begun, latency, lateness };
  } finally {
    over = true;
    clearTimeout(missing);
    for (const connection of connections) connection.close();
  }
}
