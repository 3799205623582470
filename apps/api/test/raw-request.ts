import { connect } from 'node:net';
import { TestAnswer } from './test-api.js';

const PATIENCE_MS = 300_000;

/**
 * Sends bytes as they are to a port of this machine, and reads what comes back until the other end closes.
 * @throws when nothing that looks like HTTP comes back
 */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<TestAnswer> {
  return answerOf((await receiveRaw(port, bytes)).toString('utf8'));
}

/** Sends bytes as they are, and returns the bytes that come back until the other end closes. */
export async function receiveRaw(port: number, bytes: string | Buffer): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The connection stayed open.')));
  // A server that rejects the request may close during the write. Its answer counts.
  socket.write(bytes, () => undefined);
  const received: Buffer[] = [];
  try {
    for await (const chunk of socket) received.push(chunk as Buffer);
  } catch (error) {
    if (received.length === 0) throw error;
  }
  return Buffer.concat(received);
}

/** Returns a request as text that closes the connection. */
export function requestText(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

function answerOf(text: string): TestAnswer {
  const [head, body] = splitOnce(text, '\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(statusLine) ?? [];
  if (status === undefined) throw new Error(`This is not HTTP: ${text.slice(0, 200)}`);
  const headers = lines.map((line) => {
    const [name, value] = splitOnce(line, ': ');
    return [name.toLowerCase(), value] as const;
  });
  return new TestAnswer(Number(status), Object.fromEntries(headers), body);
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
