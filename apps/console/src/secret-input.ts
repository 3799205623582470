import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Dependencies } from './dependencies.js';

/**
 * Reads a secret from standard input: the complete input without the final line break, or, on a terminal, one
 * hidden line.
 */
export async function readSecret({ input, errorOutput }: Dependencies): Promise<string> {
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, '');
  errorOutput.write('Secret (hidden as you type): ');
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: discard, terminal: true });
  lines.once('SIGINT', () => lines.close());
  const closed = once(lines, 'close').then(() => Promise.reject(new Error('\nNo secret was entered.')));
  try {
    const [line] = (await Promise.race([once(lines, 'line'), closed])) as [string];
    errorOutput.write('\n');
    return line;
  } finally {
    closed.catch(() => undefined);
    lines.close();
  }
}
