import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server in a process of its own that only answers: how long it takes shows how busy the machine is. */
export interface Control {
  readonly port: number;
  stop(): void;
}

export async function startControl(): Promise<Control> {
  const child = fork(join(import.meta.dirname, 'control-server.mjs'), { execArgv: [] });
  const [port] = (await once(child, 'message')) as [number];
  return { port, stop: () => child.kill() };
}
