import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { PROJECT } from '../../src/project.js';
import { until } from '../stage/until.js';

const PORTS = ['PORT', 'MCP_PORT', 'DASHBOARD_PORT'] as const;

/** What `npm run dev` runs, in a process and with a data directory of its own. */
export class RunningStart {
  /** Its output and that of its services, line by line. */
  readonly lines: string[] = [];
  /** Resolves with its exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;

  private constructor(
    readonly child: ChildProcess,
    readonly directory: string,
    readonly apiUrl: string,
    readonly mcpUrl: string,
    readonly dashboardUrl: string,
  ) {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface(stream).on('line', (line) => this.lines.push(line));
    this.ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  }

  static async launch(env: Readonly<Record<string, string>> = {}): Promise<RunningStart> {
    const directory = mkdtempSync(join(tmpdir(), 'care-atlas-start-'));
    const ports: Record<string, string> = {};
    for (const name of PORTS) ports[name] = String(await freePort());
    const hook = join(PROJECT, 'tools/dev-register.mjs');
    const program = join(PROJECT, 'tools/src/start/start.ts');
    const child = spawn(process.execPath, ['--conditions=@care-atlas/source', '--import', hook, program], {
      cwd: PROJECT,
      env: { PATH: process.env['PATH'], DATA_DIR: directory, SAMPLE_DOCTORS: '20', ...ports, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [api, mcp, dashboard] = PORTS.map((name) => `http://localhost:${ports[name]}`) as [
      string,
      string,
      string,
    ];
    return new RunningStart(child, directory, api, mcp, dashboard);
  }

  /** Waits until it says something, more often than before. */
  async says(words: string, times = 1): Promise<void> {
    const count = () => this.lines.filter((line) => line.includes(words)).length;
    await until(`it said "${words}", as after:\n${this.lines.join('\n')}`, () => {
      if (count() < times && this.child.exitCode !== null) throw new Error(this.lines.join('\n'));
      return count() >= times;
    });
  }

  /** The process of its own PostgreSQL, which may have ended. */
  get postgresPid(): number {
    return Number.parseInt(readFileSync(join(this.directory, 'postgres/data/postmaster.pid'), 'utf8'));
  }

  /** Presses Ctrl-C, and waits until it has ended. */
  async interrupt(): Promise<number | NodeJS.Signals | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }

  /** Ends it, whatever it does, and removes its data. */
  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.interrupt();
    rmSync(this.directory, { recursive: true });
  }
}
