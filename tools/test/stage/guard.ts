import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { rm } from 'node:fs/promises';

/** Reads "+ PID" and "- PID" until its input ends because the writing process ended, for whatever reason. */
const SCRIPT = `pids=
while read -r verb pid; do
  others=
  for each in $pids; do [ "$each" = "$pid" ] || others="$others $each"; done
  pids=$others
  [ "$verb" = + ] && pids="$pids $pid"
done
for each in $pids; do kill -9 "$each"; done
# PostgreSQL's other processes may still write while they end.
until rm -rf "$1"; do sleep 0.1; done`;

/**
 * Cleans up after a test run that was killed: Jest runs no teardown then, and servers do not notice that the process
 * that started them is gone.
 */
export class Guard {
  readonly #shell: ChildProcess;

  /** @param directory removed at the end */
  constructor(private readonly directory: string) {
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', directory], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell.unref();
    (this.#shell.stdin as Socket).unref();
  }

  /** Adds a process, which is killed at the end. */
  add(pid: number): void {
    this.#shell.stdin!.write(`+ ${pid}\n`);
  }

  /** Removes a process that has ended: its id may be reused. */
  remove(pid: number): void {
    this.#shell.stdin!.write(`- ${pid}\n`);
  }

  /** Ends after everything was stopped, and removes the directory. */
  async end(): Promise<void> {
    this.#shell.stdin!.end();
    await rm(this.directory, { recursive: true, force: true });
  }
}
