import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A link to a TCP server that a test can cut, hush, slow down and mend, always at the same address. */
export class SeverableLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: URL;
  #port = 0;
  #hushed = false;
  #delayMs = 0;
  #turns = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      // Whether the near end has spoken since it was last answered.
      let asking = false;
      near.on('data', () => {
        if (!asking) this.#turns++;
        asking = true;
      });
      far.on('data', () => (asking = false));
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

  /** How often, over all connections, something was sent that waits for an answer: round trips. */
  get turns(): number {
    return this.#turns;
  }

  /** Leads new connections to another server. */
  aim(target: URL): void {
    this.#target = target;
  }

  /** Ends every connection, and refuses new ones. */
  async cut(): Promise<void> {
    if (!this.#server.listening) return;
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

  /** Lets everything through so many milliseconds later, in each direction. */
  slow(milliseconds: number): void {
    this.#delayMs = milliseconds;
  }

  /** Undoes whatever was done to the link. */
  async mend(): Promise<void> {
    this.#hushed = false;
    this.#delayMs = 0;
    for (const socket of this.#sockets) socket.resume();
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #join(from: Socket, to: Socket): void {
    const held: Buffer[] = [];
    this.#sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      if (this.#delayMs === 0 && held.length === 0) return void to.write(chunk);
      held.push(chunk);
      // Whichever timer is first lets the first chunk go: their order stays, also when the delay changes.
      setTimeout(() => to.write(held.shift()!), this.#delayMs);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      setTimeout(() => to.destroySoon(), this.#delayMs);
    });
  }
}
