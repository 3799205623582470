import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { isListening } from '../../src/processes/is-listening.js';
import { until } from '../stage/until.js';

/** Runs a Prometheus program locally, with its configuration files in a temporary folder. */
export class MonitoringProgram {
  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly child: ChildProcess,
  ) {}

  /**
   * Starts it, and waits until it listens.
   * @param names under which machines know the program
   * @param files contents by name; "FOLDER" in them is their folder
   * @param args returns the arguments for the folder and the address
   */
  static async start(
    names: readonly string[],
    files: Readonly<Record<string, string>>,
    args: (folder: string, address: string) => readonly string[],
  ): Promise<MonitoringProgram> {
    const directory = mkdtempSync(join(tmpdir(), 'care-atlas-monitoring-'));
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(directory, name), text.replaceAll('FOLDER', directory));
    const port = await freePort();
    // A shell finds the name that this machine has.
    const search = `for name in ${names.join(' ')}; do command -v $name > /dev/null && exec $name "$@"; done; exit 127`;
    const words = args(directory, `127.0.0.1:${port}`);
    const child = spawn('sh', ['-c', search, 'sh', ...words], { stdio: 'ignore' });
    await until(`${names[0]} listened`, () => isListening(port));
    return new MonitoringProgram(port, directory, child);
  }

  /** Returns the data of an address of Prometheus's API. */
  async api<Data>(path: string): Promise<Data> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/v1/${path}`);
    return ((await answer.json()) as { data: Data }).data;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.exitCode === null) this.child.kill('SIGTERM');
    await ended;
    rmSync(this.directory, { recursive: true });
  }
}

/** Starts Prometheus with a configuration that scrapes every second. */
export async function startPrometheus(files: Readonly<Record<string, string>>): Promise<MonitoringProgram> {
  const prometheus = await MonitoringProgram.start(['prometheus'], files, (folder, address) => [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
  ]);
  // It listens before it has read what it stored.
  await until('Prometheus was ready', async () => {
    return (await fetch(`http://127.0.0.1:${prometheus.port}/-/ready`)).ok;
  });
  return prometheus;
}
