import type { ChildProcess } from 'node:child_process';
import { on } from 'node:events';

/**
 * Sends a message to a module that is preloaded into a process, and waits for a number in its answer.
 * @param name the field of the number; the process sends other messages too
 */
export async function askProcess(child: ChildProcess, message: object, name: string): Promise<number> {
  const answers = on(child, 'message') as AsyncIterable<[string | Readonly<Record<string, number>>]>;
  child.send(message);
  for await (const [answer] of answers) {
    const value = typeof answer === 'string' ? undefined : answer[name];
    if (value !== undefined) return value;
  }
  throw new Error(`The process did not send its ${name}.`);
}
