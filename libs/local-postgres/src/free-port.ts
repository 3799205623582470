import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports to choose from. Systems take the ports of outgoing connections from 32768 on: one from there could be
 * taken while a program that listens on it is restarted. A node of a Redis cluster also listens 10,000 ports higher.
 */
const FIRST = 12_000;
const AFTER_LAST = 22_000;

/** Returns a port of 127.0.0.1 that is free now. It is not reserved: another process may take it first. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST);
    if (await isFree(port)) return port;
  }
}

/** Returns whether no process listens on a port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  await once(server.close(), 'close');
  return true;
}
