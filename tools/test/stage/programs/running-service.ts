import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { until } from '../until.js';
import { type ServiceName, SERVICES, sourceArguments } from './services.js';

/** A service of the product in a process, run from source. */
export class RunningService {
  /** Its output, line by line. */
  readonly lines: string[] = [];
  /** Resolves with its exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;

  private constructor(
    private readonly name: ServiceName,
    readonly child: ChildProcess,
    readonly url: string,
    readonly metricsUrl: string,
  ) {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface(stream).on('line', (line) => this.lines.push(line));
    }
    this.ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  }

  /** Starts a service on free ports, without waiting for it. */
  static async launch(
    name: ServiceName,
    env: Readonly<Record<string, string>>,
    flags: readonly string[] = [],
  ): Promise<RunningService> {
    const { main, port: variable } = SERVICES[name];
    const port = env[variable] ?? String(await freePort());
    const metricsPort = await freePort();
    const child = spawn(process.execPath, sourceArguments(main, flags), {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        [variable]: port,
        METRICS_PORT: String(metricsPort),
        DASHBOARD_SECRET: 'a secret that only tests know, and long',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new RunningService(
      name,
      child,
      `http://127.0.0.1:${port}`,
      `http://127.0.0.1:${metricsPort}/metrics`,
    );
  }

  /** Starts a service, and waits until it is ready. */
  static async start(...plan: Parameters<typeof RunningService.launch>): Promise<RunningService> {
    const service = await RunningService.launch(...plan);
    await service.ready();
    return service;
  }

  /** The URL that answers with success when the service is ready. */
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

  /** Stops the service in order. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }

  /** Kills the service. */
  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** The metrics of a service at a moment. */
export class Metrics {
  constructor(readonly text: string) {}

  /** Returns the value of a series; undefined if there is none. */
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

  /** The names of all metrics. */
  get names(): string[] {
    return [...this.text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!);
  }
}
