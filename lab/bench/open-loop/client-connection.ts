import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

/** What becomes of the requests of a connection. */
export interface ConnectionEvents {
  readonly onAnswer: (connection: ClientConnection) => void;
  readonly onFault: (fault: Error) => void;
}

/** A keep-alive connection that sends one request after the other, and reads of an answer only where it ends. */
export class ClientConnection {
  /** The number of the current request. */
  request = -1;
  /** Resolves when requests can be sent without waiting. */
  readonly opened: Promise<unknown>;
  readonly #socket: Socket;
  /** The start of a head whose end has not arrived yet. */
  #head = '';
  /** Bytes of the body that have not arrived yet; undefined before the end of the head. */
  #missing: number | undefined;

  /** @param buffer is written by each read; connections may share it */
  constructor(
    port: number,
    buffer: Buffer,
    private readonly events: ConnectionEvents,
  ) {
    const callback = (size: number) => {
      this.#read(buffer, size);
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    this.opened = once(this.#socket, 'connect');
    this.opened.catch(events.onFault);
    this.#socket.on('error', events.onFault);
    this.#socket.on('end', () => events.onFault(new Error('The server closed a connection.')));
  }

  /** @param text a whole request */
  send(text: string, request: number): void {
    this.request = request;
    this.#socket.write(text, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(buffer: Buffer, size: number): void {
    if (this.#missing === undefined) {
      const before = this.#head.length;
      const found = buffer.indexOf(END_OF_HEAD);
      // Behind `size` are bytes of earlier answers.
      this.#head += buffer.toString(
        'latin1',
        0,
        found === -1 ? size : Math.min(size, found + END_OF_HEAD.length),
      );
      const end = this.#head.indexOf(END_OF_HEAD);
      if (end === -1) return;
      const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1];
      if (!this.#head.startsWith('HTTP/1.1 2') || length === undefined)
        return this.events.onFault(new Error(`An answer was no success: ${this.#head}`));
      this.#missing = end + END_OF_HEAD.length + Number(length) - before;
    }
    this.#missing -= size;
    if (this.#missing > 0) return;
    this.#head = '';
    this.#missing = undefined;
    this.events.onAnswer(this);
  }
}
