import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';

/** Reads "+ PID" and "- PID" until its input ends, which is the end of the process that wrote, however it came. */
const SCRIPT = `pids=
while read -r verb pid; do
  others=
  for each in $pids; do [ "$each" = "$pid" ] || others="$others $each"; done
  pids=$others
  [ "$verb" = + ] && pids="$pids $pid"
done
for each in $pids; do kill -9 "$each"; done
# What PostgreSQL's other processes wrote in their last moments may have come in between.
until rm -rf "$1"; do sleep 0.1; done`;

/**
 * Cleans up after a test run that was killed: Jest runs no tear-down then, and a server does not notice that the
 * process which started it is gone.
 */
export class Guard {
  readonly #shell: ChildProcess;

  /** @param directory removed in the end */
  constructor(private readonly directory: string) {
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', directory], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell.unref();
  }

  /** Begins to watch over a process. */
  add(pid: number): void {
    this.#shell.stdin!.write(`+ ${pid}\n`);
  }

  /** The process has ended: its number may soon be another's. */
  remove(pid: number): void {
    this.#shell.stdin!.write(`- ${pid}\n`);
  }

  /** Everything has been stopped: only the directory is left. */
  async end(): Promise<void> {
    this.#shell.stdin!.end();
    await rm(this.directory, { recursive: true, force: true });
  }
}
