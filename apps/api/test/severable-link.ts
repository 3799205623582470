import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A link to a TCP server that a test can cut, hush and mend, always at the same address. */
export class SeverableLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #hushed = false;

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      this.#join(near, far);
      this.#join(far, near);
      if (this.#hushed) near.pause();
    });
  }

  static async to(target: URL): Promise<SeverableLink> {
    const link = new SeverableLink(target);
    await link.mend();
    return link;
  }

  get port(): number {
    return this.#port;
  }

  /** Ends every connection, and refuses new ones. */
  async cut(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Accepts and keeps connections, but lets nothing through. */
  hush(): void {
    this.#hushed = true;
    for (const socket of this.#sockets) socket.pause();
  }

  async mend(): Promise<void> {
    this.#hushed = false;
    for (const socket of this.#sockets) socket.resume();
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (chunk) => void to.write(chunk));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
