import { ClientConnection } from './client-connection.js';

const CONNECTIONS_AT_START = 32;
/** So many unanswered requests mean that the server does not keep up. */
const MOST_CONNECTIONS = 4_000;
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
  /** From when it was due, whenever it was sent, until its answer was complete. */
  readonly latency: Float64Array;
  /** From when it was due until it was sent. */
  readonly lateness: Float64Array;
}

/**
 * Sends each request when it is due, however many others are unanswered: over a connection that is free, or a new one.
 * It looks at the clock in every turn of the event loop instead of sleeping, because timers are a millisecond late.
 * @throws when an answer is no success, a connection fails, or the server does not keep up
 */
export async function sendWhenDue({ port, requests, due }: OpenLoopPlan): Promise<OpenLoopTimes> {
  const latency = new Float64Array(due.length);
  const lateness = new Float64Array(due.length);
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const connections: ClientConnection[] = [];
  const free: ClientConnection[] = [];
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  let answered = 0;
  let begun = 0;
  const onAnswer = (connection: ClientConnection) => {
    latency[connection.request] = performance.now() - begun - due[connection.request]!;
    free.push(connection);
    if (++answered === due.length) resolve();
  };
  const open = () => {
    const connection = new ClientConnection(port, buffer, { onAnswer, onFault: reject });
    connections.push(connection);
    return connection;
  };
  const send = (request: number) => {
    if (connections.length === MOST_CONNECTIONS && free.length === 0)
      throw new Error(`The server does not keep up: ${MOST_CONNECTIONS} requests are unanswered.`);
    // The one that has waited longest, as many clients would take turns.
    const connection = free.shift() ?? open();
    lateness[request] = performance.now() - begun - due[request]!;
    connection.send(requests[request % requests.length]!, request);
  };
  let next = 0;
  let missing: NodeJS.Timeout | undefined;
  let over = false;
  const turn = () => {
    if (over) return;
    try {
      while (next < due.length && due[next]! <= performance.now() - begun) send(next++);
      if (next < due.length) setImmediate(turn);
      else missing = setTimeout(() => reject(new Error('Answers are missing.')), LAST_ANSWER_MS);
    } catch (error) {
      reject(error);
    }
  };
  try {
    free.push(...Array.from({ length: CONNECTIONS_AT_START }, open));
    await Promise.race([done, Promise.all(free.map((connection) => connection.opened))]);
    begun = performance.now();
    turn();
    await done;
    return { latency, lateness };
  } finally {
    over = true;
    clearTimeout(missing);
    for (const connection of connections) connection.close();
  }
}
