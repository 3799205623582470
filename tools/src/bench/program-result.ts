import { fork } from 'node:child_process';

/** Runs a Node program in a process that does nothing else, and returns the message that it sends. */
export function programResult<T>(file: string, args: readonly string[]): Promise<T> {
  const child = fork(file, args);
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as T));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} and no result.`)));
  });
}
