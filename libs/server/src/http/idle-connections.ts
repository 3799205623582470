import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const CHECK_MS = 50;

/**
 * Closes connections that never sent a byte, so that they do not delay shutdown. Browsers open them in advance, and health
 * checks leave them open; Node waits for them and no longer applies its timeouts.
 */
export function closeIdleConnections(fastify: FastifyInstance): void {
  const { server } = fastify;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  fastify.addHook('preClose', (done) => {
    if (server.listening) {
      const timer = setInterval(() => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, CHECK_MS);
      server.once('close', () => clearInterval(timer));
    }
    done();
  });
}
