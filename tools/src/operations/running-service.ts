import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../stage/free-port.js';
import { until } from '../stage/until.js';
import { PROJECT } from '../repository/project.js';

const SERVICES = {
  api: { main: 'apps/api/src/main.ts', port: 'PORT', ready: '/api/v1/' },
  mcp: { main: 'apps/mcp/src/main.ts', port: 'MCP_PORT', ready: '/' },
  dashboard: { main: 'apps/admin-dashboard/server/src/main.ts', port: 'DASHBOARD_PORT', ready: '/api/ping' },
} as const;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];

/** A service of the product as a process of its own, run from source, whose output is heard. */
export class RunningService {
  /** What it has written, line by line. */
  readonly lines: string[] = [];
  /** Settles with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;

  private constructor(
    private readonly name: ServiceName,
    readonly child: ChildProcess,
    /** Where it is reached. */
    readonly url: string,
    /** Where its metrics are. */
    readonly metricsUrl: string,
  ) {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface(stream).on('line', (line) => this.lines.push(line));
    }
    this.ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  }

  /** Starts it on free ports, without waiting. */
  static async launch(
    name: ServiceName,
    env: Readonly<Record<string, string>>,
    flags: readonly string[] = [],
  ): Promise<RunningService> {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const { main, port: variable } = SERVICES[name];
    const hook = `--import=${join(PROJECT, 'tools/dev-register.mjs')}`;
    const child = spawn(
      process.execPath,
      ['--conditions=@care-atlas/source', hook, ...flags, join(PROJECT, main)],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          [variable]: String(port),
          METRICS_PORT: String(metricsPort),
          DASHBOARD_SECRET: 'a secret that only tests know, and long',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    return new RunningService(
      name,
      child,
      `http://127.0.0.1:${port}`,
      `http://127.0.0.1:${metricsPort}/metrics`,
    );
  }

  /** Starts it, and waits until it is ready. */
  static async start(...plan: Parameters<typeof RunningService.launch>): Promise<RunningService> {
    const service = await RunningService.launch(...plan);
    await service.ready();
    return service;
  }

  /** Where it tells whether it is ready. */
  get readyUrl(): string {
    return `${this.url}${SERVICES[this.name].ready}`;
  }

  async ready(): Promise<void> {
    await until(`${this.name} was ready`, async () => {
      if (this.child.exitCode !== null) throw new Error(`${this.name} ended:\n${this.lines.join('\n')}`);
      const answer = await fetch(this.readyUrl).catch(() => undefined);
      return answer?.ok ?? false;
    });
  }

  async metrics(): Promise<Metrics> {
    const answer = await fetch(this.metricsUrl);
    return new Metrics(await answer.text());
  }

  /** Ends it at once. */
  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** What was shown at a moment. */
export class Metrics {
  constructor(readonly text: string) {}

  /** The value of a series; undefined when it is not shown. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const line = this.text
      .split('\n')
      .find(
        (candidate) =>
          /^\w+/.exec(candidate)?.[0] === name && wanted.every((label) => candidate.includes(label)),
      );
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
  }

  /** The names of everything that is shown. */
  get names(): string[] {
    return [...this.text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!);
  }
}
