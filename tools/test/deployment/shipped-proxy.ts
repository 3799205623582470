import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isListening } from '../../src/processes/is-listening.js';
import { familyTime } from '../../src/processes/processor-time.js';
import { nginxMain } from '../stage/programs/nginx-main.js';
import { until } from '../stage/until.js';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { textOf } from './files/project-file.js';

const TLS_FOLDER = '/etc/nginx/tls';
const PATH = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin`;

/** The settings of the proxy. */
export interface ProxyPlan {
  /** Where the processes of each service behind it listen, by the name of its container. */
  readonly ports: ReadonlyMap<string, number | readonly number[]>;
  /** The name that leads to the API; api.example unless given. */
  readonly apiHost?: string;
  /** Whether it speaks TLS, as docker/proxy/tls says, with a certificate made for it. */
  readonly tls?: boolean;
  /** Further settings of nginx for all its servers. */
  readonly settings?: string;
}

/** The shipped proxy, run by this machine's nginx: NAME.example leads to the service NAME. */
export class ShippedProxy {
  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly nginx: ChildProcess,
  ) {}

  /** Starts it, and waits until it listens. */
  static async start({
    ports,
    tls = false,
    apiHost = 'api.example',
    settings = '',
  }: ProxyPlan): Promise<ShippedProxy> {
    const directory = mkdtempSync(join(tmpdir(), 'care-atlas-proxy-'));
    const port = await freePort();
    mkdirSync(join(directory, 'tls'));
    if (tls) certify(join(directory, 'tls'));
    writeFileSync(join(directory, 'default.conf'), filledTemplate(directory, port, { ports, tls, apiHost }));
    writeFileSync(join(directory, 'refusal.inc'), textOf('docker/proxy/templates/refusal.inc.template'));
    const files = { pid: join(directory, 'pid'), temporary: directory, log: logOf(directory) };
    writeFileSync(join(directory, 'nginx.conf'), nginxMain({ ...files, include: 'default.conf' }, settings));
    const nginx = spawn('nginx', ['-e', 'stderr', '-c', join(directory, 'nginx.conf')], {
      env: { PATH },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(nginx, 'exit').then(([code]) =>
      Promise.reject(new Error(`nginx ended with ${code}.`)),
    );
    // If it ends later, the tests fail by themselves.
    ended.catch(() => undefined);
    await Promise.race([until('the proxy listened', () => isListening(port)), ended]);
    return new ShippedProxy(port, directory, nginx);
  }

  /** Returns its log of requests. */
  get log(): string {
    return readFileSync(logOf(this.directory), 'utf8');
  }

  /** The processor time used so far, in milliseconds. */
  get cpu(): number {
    return familyTime(this.nginx.pid!);
  }

  /** Suspends it during some work, so that it finds all requests at once. */
  async whileStill(act: () => Promise<void>): Promise<void> {
    const { pid } = this.nginx;
    const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    for (const worker of workers) process.kill(worker, 'SIGSTOP');
    try {
      await act();
    } finally {
      for (const worker of workers) process.kill(worker, 'SIGCONT');
    }
  }

  async stop(): Promise<void> {
    if (this.nginx.exitCode === null) {
      this.nginx.kill('SIGTERM');
      await once(this.nginx, 'exit');
    }
    rmSync(this.directory, { recursive: true });
  }
}

/** Where everything goes that it logs of requests, as the output of the container. */
function logOf(directory: string): string {
  return join(directory, 'access.log');
}

function filledTemplate(
  directory: string,
  port: number,
  { ports, tls, apiHost }: Required<Omit<ProxyPlan, 'settings'>>,
): string {
  const values: Record<string, string> = {
    PROXY_LISTEN: `127.0.0.1:${port}${tls ? ' ssl' : ''}`,
    API_HOST: apiHost,
    MCP_HOST: 'mcp.example',
    DASHBOARD_HOST: 'dashboard.example',
  };
  return (
    textOf('docker/proxy/templates/default.conf.template')
      .replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name]!)
      // Names of containers, and looking them up again and again, which older versions cannot do.
      .replaceAll(/server (\w+):\d+ resolve([^;]*);/g, (_, name: string, settings: string) =>
        [ports.get(name) ?? []]
          .flat()
          .map((each) => `server 127.0.0.1:${each}${settings};`)
          .join(' '),
      )
      .replace(TLS_FOLDER, join(directory, 'tls'))
      .replaceAll('/etc/nginx/conf.d', directory)
      .replaceAll('/dev/stdout', logOf(directory))
  );
}

/** Fills a folder like the container's: the shipped settings, a certificate and its key. */
function certify(folder: string): void {
  writeFileSync(join(folder, 'tls.conf'), textOf('docker/proxy/tls/tls.conf').replaceAll(TLS_FOLDER, folder));
  const subject = ['-subj', '/CN=api.example', '-addext', 'subjectAltName=DNS:*.example', '-days', '2'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  execFileSync('openssl', ['req', ...kind, ...subject, ...files], { stdio: 'ignore' });
}
