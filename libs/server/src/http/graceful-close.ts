import type { Socket } from 'node:net';
import { setImmediate as afterPolling, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than a client takes to open a connection after an answer. */
const QUIET_MS = 100;
/** Requests are held no longer than this, also when connections keep arriving. */
const MAX_HOLD_MS = 1_000;
const GRACE_MS = 400;
const CHECK_MS = 50;

/**
 * Makes the closing of a server reset no connection on which a request arrives.
 *
 * A listening socket that closes resets the connections that the kernel has accepted and Node has not. So requests are
 * held until no connection has arrived for a moment: clients wait for answers and open no connections. Then the requests
 * are answered, and connections without a request have a moment to send one, also new ones that never sent a byte. Node
 * would close the former at once and wait for the latter without a timeout; browsers and health checks leave both open.
 */
export function closeGracefully(fastify: FastifyInstance): void {
  const { server } = fastify;
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  let lastConnection = -Infinity;
  server.on('connection', (socket: Socket) => {
    lastConnection = performance.now();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  fastify.addHook('onRequest', (_request, _reply, done) => {
    if (held) held.push(done);
    else done();
  });
  fastify.addHook('preClose', async () => {
    if (!server.listening) return;
    const waiting: (() => void)[] = [];
    held = waiting;
    const start = performance.now();
    // The slower clients are, the further apart their connections arrive.
    do await sleep(QUIET_MS);
    while (performance.now() - lastConnection < QUIET_MS && performance.now() - start < MAX_HOLD_MS);
    // After the connections of this turn of the event loop are accepted.
    await afterPolling();
    const closeIdle = server.closeIdleConnections.bind(server);
    server.closeIdleConnections = () => undefined;
    const ended = new AbortController();
    server.once('close', () => ended.abort());
    void (async () => {
      while (server.listening) await afterPolling();
      held = undefined;
      for (const resume of waiting) resume();
    })();
    void closeWithoutRequest(ended.signal, () => {
      closeIdle();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
  });
}

/** Closes connections without a request after the grace period, whenever the requests that arrived are read. */
async function closeWithoutRequest(signal: AbortSignal, close: () => void): Promise<void> {
  await sleep(GRACE_MS, undefined, { ref: false });
  while (!signal.aborted) {
    await afterPolling();
    close();
    await sleep(CHECK_MS, undefined, { ref: false });
  }
}
