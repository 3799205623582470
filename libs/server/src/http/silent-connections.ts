import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/**
 * Lets nobody hold up the closing of a server who connected and then said nothing, as browsers do to be faster, and
 * watchdogs: Node waits for such connections, and no longer looks at their time.
 */
export function endSilentConnections(fastify: FastifyInstance): void {
  const { server } = fastify;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  fastify.addHook('preClose', (done) => {
    if (server.listening) {
      const looking = setInterval(() => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, LOOK_MS);
      server.once('close', () => clearInterval(looking));
    }
    done();
  });
}
