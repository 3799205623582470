import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes everything on to a server of this machine, with a key that the sender cannot add itself. */
export class KeyProxy {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(target: string, key: string): Promise<KeyProxy> {
    const server = createServer((incoming, answer) => {
      const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
      // The path alone: Host and Origin stay as they were sent, since they are part of what is tested.
      const { hostname, port } = new URL(target);
      const passedOn = request(
        { hostname, port, method: incoming.method, path: incoming.url, headers },
        (answered) => {
          answer.writeHead(answered.statusCode!, answered.headers);
          answered.pipe(answer);
        },
      );
      passedOn.on('error', () => answer.destroy());
      answer.on('close', () => passedOn.destroy());
      incoming.pipe(passedOn);
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
