import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards all requests to a local server with a key that the sender cannot add itself. */
export class KeyProxy {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(target: string, key: string): Promise<KeyProxy> {
    const server = createServer((incoming, answer) => {
      const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
      // Host and Origin stay unchanged, because the suite tests them.
      const { hostname, port } = new URL(target);
      const forwarded = request(
        { hostname, port, method: incoming.method, path: incoming.url, headers },
        (answered) => {
          answer.writeHead(answered.statusCode!, answered.headers);
          answered.pipe(answer);
        },
      );
      forwarded.on('error', () => answer.destroy());
      answer.on('close', () => forwarded.destroy());
      incoming.pipe(forwarded);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    return new KeyProxy(`http://127.0.0.1:${port}${new URL(target).pathname}`, server);
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(() => closed()));
  }
}
