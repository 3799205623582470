import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NAMES_ADDRESS } from './cluster-networks.js';
import { Container, type ContainerPlan, outputOf } from '../containers.js';
import { passing, until } from '../deployment.js';
import { DOCKER, NGINX, otherImage, POSTGRES_USER, postgresWords, writeProxy } from '../image.js';
import { HOST, reaches } from '../namespaces.js';

type Values = Readonly<Record<string, string>>;

/** The addresses of what is no pod of the product. */
export const OUTSIDE = {
  postgres: '10.0.10.2',
  admin: '10.0.10.3',
  store: '10.0.10.18',
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
/** A certificate for their names. */
const CERTIFICATE = '/tls/outside.crt';
const KEY = '/tls/outside.key';

/** What is around the pods: the database, the store and the ingress, the names, and an operator's machine. */
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
    for (const name of ['postgres', 'tls']) {
      mkdirSync(join(this.folder, name));
      chownSync(join(this.folder, name), POSTGRES_USER, POSTGRES_USER);
    }
    const owned = ['-m', '600', '-o', String(POSTGRES_USER), '-g', String(POSTGRES_USER)];
    for (const file of ['outside.crt', 'outside.key'])
      execFileSync('install', [...owned, join(this.folder, 'outside', file), join(this.folder, 'tls', file)]);
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

  /** @param client a namespace that reaches the store. @returns what roles.sh says */
  async startStores(client: string): Promise<string> {
    const settings = ['ssl=on', `ssl_cert_file=${CERTIFICATE}`, `ssl_key_file=${KEY}`].concat([
      'shared_buffers=64MB',
      'max_connections=100',
    ]);
    const database = this.#start('postgres', {
      words: postgresWords(['postgres', ...settings.flatMap((each) => ['-c', each])]),
      env: { POSTGRES_PASSWORD: this.env['POSTGRES_PASSWORD']!, POSTGRES_DB: 'care_atlas' },
      mounts: [{ from: join(this.folder, 'postgres'), to: '/var/lib/postgresql', readOnly: false }],
    });
    await passing(database, () => reaches('care-admin', OUTSIDE.postgres, 5432));
    const tls = ['--port', '0', '--tls-port', '6379', '--tls-auth-clients', 'no'].concat([
      '--tls-cert-file',
      CERTIFICATE,
      '--tls-key-file',
      KEY,
      '--tls-ca-cert-file',
      CA_PATH,
    ]);
    const open = [
      '--requirepass',
      this.env['STORE_PASSWORD']!,
      '--protected-mode',
      'no',
      '--bind',
      '0.0.0.0',
    ];
    this.#start('store', { words: ['redis-server', '--save', '', ...tls, ...open] });
    await until('the store answered', () => reaches(client, OUTSIDE.store, 6379));
    return (await this.administer(['sh', '/scripts/roles.sh'])).trim();
  }

  async startIngress(): Promise<void> {
    const ingress = this.#start('ingress', {
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
    const container = this.#start('admin', {
      words,
      env: {
        PGHOST: 'postgres.example',
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

  #start(
    name: keyof typeof OUTSIDE,
    {
      words,
      env,
      mounts = [],
      user = OWNER,
    }: Partial<Pick<ContainerPlan, 'env' | 'mounts' | 'user'>> & Pick<ContainerPlan, 'words'>,
  ): Container {
    const image = otherImage('postgres:');
    const own = [
      { from: join(this.folder, 'ca'), to: '/etc/care-atlas/ca', readOnly: true },
      { from: join(this.folder, 'tls'), to: '/tls', readOnly: true },
    ];
    const names = Object.entries(this.services).map(([service, address]) => `${address} ${service}`);
    const hosts = ['127.0.0.1 localhost', `${OUTSIDE.postgres} postgres.example`, ...names];
    const writable = ['/var/run/postgresql', '/run', '/var/cache/nginx'];
    const container = new Container(
      {
        name,
        namespace: `care-${name}`,
        user,
        env: { ...image.env, ...env },
        words,
        mounts: [...mounts, ...image.mounts, ...own],
        temporary: ['/tmp', ...writable.map((path) => `${path}:mode=1777`)],
        hosts: `${hosts.join('\n')}\n`,
      },
      join(this.folder, 'containers'),
    );
    this.containers.push(container);
    return container;
  }
}
