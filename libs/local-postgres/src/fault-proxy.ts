import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy for tests that simulates network faults. Its address stays the same. */
export class FaultProxy {
  port = 0;
  /** Number of requests, over all connections, that a client sent and then waited for. */
  roundTrips = 0;
  readonly #server = createServer((client) => this.#accept(client));
  readonly #sockets = new Set<Socket>();
  #stalled = false;
  #delayMs = 0;

  private constructor(private target: URL) {}

  /** Starts a proxy to a server on a free port of 127.0.0.1. */
  static async start(target: URL): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await proxy.restore();
    return proxy;
  }

  /** Forwards new connections to another server. */
  retarget(target: URL): void {
    this.target = target;
  }

  /** Closes every connection and refuses new ones. */
  async disconnect(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Accepts connections and keeps them open, but forwards no data. */
  stall(): void {
    this.#stalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Delays data in each direction. */
  delay(milliseconds: number): void {
    this.#delayMs = milliseconds;
  }

  /** Ends every fault. */
  async restore(): Promise<void> {
    this.#stalled = false;
    this.#delayMs = 0;
    for (const socket of this.#sockets) socket.resume();
    if (this.#server.listening) return;
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  #accept(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    let awaitingReply = false;
    client.on('data', () => {
      if (!awaitingReply) this.roundTrips++;
      awaitingReply = true;
    });
    server.on('data', () => (awaitingReply = false));
    this.#forward(client, server);
    this.#forward(server, client);
    if (this.#stalled) client.pause();
  }

  #forward(from: Socket, to: Socket): void {
    const delayed: Buffer[] = [];
    this.#sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      if (this.#delayMs === 0 && delayed.length === 0) return void to.write(chunk);
      delayed.push(chunk);
      // Each timer sends the oldest chunk, so that the order survives a change of the delay.
      setTimeout(() => to.write(delayed.shift()!), this.#delayMs);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      setTimeout(() => to.destroySoon(), this.#delayMs);
    });
  }
}
