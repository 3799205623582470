import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Refusal, type Surroundings } from './surroundings.js';

/**
 * Reads a secret from the standard input: all of it without the line's end, or what a person types, which is not
 * shown then.
 */
export async function readSecret({ input, errorOutput }: Surroundings): Promise<string> {
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, '');
  errorOutput.write('Secret (it is not shown while you type): ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: unseen, terminal: true });
  lines.once('SIGINT', () => lines.close());
  const closed = once(lines, 'close').then(() => Promise.reject(new Refusal('\nNo secret was given.')));
  try {
    const [line] = (await Promise.race([once(lines, 'line'), closed])) as [string];
    errorOutput.write('\n');
    return line;
  } finally {
    closed.catch(() => undefined);
    lines.close();
  }
}
