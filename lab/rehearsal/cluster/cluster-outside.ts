import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { NAMES_ADDRESS } from './cluster-networks.js';
import { Container, type ContainerPlan, outputOf } from '../containers.js';
import { passing } from '../deployment.js';
import { DOCKER, NGINX, otherImage, POSTGRES_USER, writeProxy } from '../image.js';
import { HOST, reaches } from '../namespaces.js';
import { DATABASE_NAMES, STORE_NAMES } from '../outside-names.js';

type Values = Readonly<Record<string, string>>;

/** The machines of the databases, and the one from which an operator administers them. */
export const DATABASES = {
  [DATABASE_NAMES.primary]: '10.0.10.2',
  admin: '10.0.10.3',
  [DATABASE_NAMES.standby]: '10.0.10.4',
  [DATABASE_NAMES.pooler]: '10.0.10.5',
} as const;
/** The machines of the nodes of the store. */
export const STORES = STORE_NAMES.map((name, index) => ({ name, address: `10.0.10.${18 + index}` }));
/** The addresses of all machines of the operator. */
export const MACHINES: Readonly<Record<string, string>> = {
  ...DATABASES,
  ...Object.fromEntries(STORES.map(({ name, address }) => [name, address])),
};
/** The addresses of what is in the cluster, and no pod of the product. */
export const OUTSIDE = {
  ingress: '10.244.8.2',
  prometheus: '10.244.9.3',
  collector: '10.244.9.2',
} as const;
/** What the site says of them. */
export const SITE_NETWORKS = {
  database: '10.0.10.0/28',
  store: '10.0.10.16/28',
  names: '10.96.0.10/32',
  ingress: 'ingress',
  monitoring: 'monitoring',
} as const;
export const CA_PATH = '/etc/care-atlas/ca/ca.crt';
const OWNER = `${POSTGRES_USER}:${POSTGRES_USER}`;

/** What is around the pods: the machines of the operator, the ingress, and the names. */
export class ClusterOutside {
  readonly containers: Container[] = [];
  #names: ChildProcess | undefined;

  /**
   * @param folder with the certificates in `ca` and `outside`
   * @param env what an operator chooses
   * @param services addresses of services by their names
   */
  constructor(
    private readonly folder: string,
    private readonly env: Values,
    private readonly services: Values,
  ) {}

  prepare(): void {
    // An ingress asks the services.
    writeProxy(join(this.folder, 'nginx'), { ...this.env, PROXY_LISTEN: '8080' }, (text) =>
      text.replaceAll(/server (api|mcp|dashboard):\d+/g, 'server $1:80'),
    );
  }

  /** Starts the DNS of the cluster, at its place on the node. */
  startNames(names: Values): void {
    const records = Object.entries(names).map(([name, address]) => `--host-record=${name},${address}`);
    const options = ['--keep-in-foreground', '--no-resolv', '--no-hosts', '--conf-file=/dev/null'];
    const listen = [`--listen-address=${NAMES_ADDRESS}`, '--bind-interfaces', '--local=/cluster.local/'];
    const words = ['dnsmasq', '--user=root', '--pid-file', ...options, ...listen, ...records];
    this.#names = spawn('ip', ['netns', 'exec', HOST, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  async startIngress(): Promise<void> {
    const ingress = this.start('ingress', {
      words: NGINX,
      mounts: [{ from: join(this.folder, 'nginx'), to: '/etc/nginx', readOnly: true }],
      user: '101:101',
    });
    await passing(ingress, () => reaches(HOST, OUTSIDE.ingress, 8080));
  }

  /** Restores a file of the backups into an empty database. */
  async restore(file: string, database: string): Promise<void> {
    const owner = { PGUSER: 'care_atlas_migrate', PGPASSWORD: this.env['MIGRATE_PASSWORD']! };
    await this.administer(['sh', '/scripts/restore.sh', file], { PGDATABASE: database, ...owner });
  }

  /** Runs a program on an operator's machine that reaches the database. @returns its output */
  administer(words: readonly string[], env: Values = {}): Promise<string> {
    const passwords = Object.entries(this.env).filter(([name]) => name.endsWith('_PASSWORD'));
    const container = this.start('admin', {
      words,
      env: {
        PGHOST: DATABASE_NAMES.primary,
        PGDATABASE: 'care_atlas',
        PGUSER: 'postgres',
        PGPASSWORD: this.env['POSTGRES_PASSWORD']!,
        PGSSLMODE: 'verify-full',
        PGSSLROOTCERT: CA_PATH,
        ...Object.fromEntries(passwords),
        ...env,
      },
      mounts: [
        { from: join(DOCKER, 'postgres'), to: '/scripts', readOnly: true },
        { from: join(this.folder, 'backups'), to: '/backups', readOnly: true },
      ],
      // The owner of the backups.
      user: '1000:1000',
    });
    return outputOf(container);
  }

  stopNames(): void {
    this.#names?.kill();
  }

  /** Starts a program on a machine of the operator, or the ingress. */
  start(
    name: string,
    {
      words,
      env = {},
      mounts = [],
      user = OWNER,
    }: Partial<Pick<ContainerPlan, 'env' | 'mounts' | 'user'>> & Pick<ContainerPlan, 'words'>,
  ): Container {
    const image = otherImage('postgres:');
    const ca = { from: join(this.folder, 'ca'), to: '/etc/care-atlas/ca', readOnly: true };
    const known = Object.entries({ ...this.services, ...MACHINES });
    const hosts = ['127.0.0.1 localhost', ...known.map(([host, address]) => `${address} ${host}`)];
    const writable = ['/var/run/postgresql', '/run', '/var/cache/nginx'];
    const container = new Container(
      {
        name,
        namespace: `care-${name}`,
        user,
        env: { ...image.env, ...env },
        words,
        mounts: [...mounts, ...image.mounts, ca],
        temporary: ['/tmp', ...writable.map((path) => `${path}:mode=1777`)],
        hosts: `${hosts.join('\n')}\n`,
      },
      join(this.folder, 'containers'),
    );
    this.containers.push(container);
    return container;
  }
}
