import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PROJECT } from '../src/repository/project.js';

/** A service of the product as a process of its own, from source. */
export class RunningService {
  private constructor(private readonly child: ChildProcess) {}

  /** Settles when the service listens; what it says is shown if it does not get there. */
  static async start(app: string, env: NodeJS.ProcessEnv): Promise<RunningService> {
    const main = join(PROJECT, 'apps', app, 'src/main.ts');
    const child = spawn(
      process.execPath,
      ['--conditions=@care-atlas/source', '--import', join(PROJECT, 'tools/dev-register.mjs'), main],
      { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += String(part)));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`apps/${app} ended: ${said}`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return new RunningService(child);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}

/** A port that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
