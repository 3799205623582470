import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CA_PATH, type ClusterOutside, DATABASES, STORES } from './cluster-outside.js';
import type { Container } from '../containers.js';
import { passing, until } from '../deployment.js';
import { DOCKER, POSTGRES_USER, postgresWords } from '../image.js';
import { reaches } from '../namespaces.js';
import { DATABASE_NAMES } from '../outside-names.js';

const { primary, standby, pooler } = DATABASE_NAMES;
const SHIPPED = { from: join(DOCKER, 'scale'), to: '/scale', readOnly: true };
const DATA = '/var/lib/postgresql/data';
const SETTINGS = [
  'ssl=on',
  'ssl_cert_file=/tls/server.crt',
  'ssl_key_file=/tls/server.key',
  'shared_buffers=64MB',
  'max_connections=100',
];
const POSTGRES = postgresWords(['postgres', ...SETTINGS.flatMap((each) => ['-c', each])]);
/** Becomes a standby before it starts. */
const STANDBY_START = `
  set -eu
  pg_basebackup --pgdata=${DATA} --dbname="host=${primary} user=postgres sslmode=verify-full sslrootcert=${CA_PATH}" \\
    --checkpoint=fast --no-sync --write-recovery-conf
  echo "include = '/scale/standby.conf'" >> ${DATA}/postgresql.conf
  exec "$@"`;
const REDIS_PORT = 6379;

/**
 * The databases and the store of docs/operate/scale.md, each on a machine of its own, by TLS: a primary with a synchronous
 * standby, PgBouncer, and a Redis cluster, from the files in docker/scale.
 */
export class ClusterStores {
  /**
   * @param folder with the certificates in `ca` and `outside`
   * @param env what an operator chooses
   */
  constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly outside: ClusterOutside,
  ) {}

  /** @returns what roles.sh says, and what the standby and the store are */
  async start(): Promise<string> {
    const database = this.#startPostgres(primary, POSTGRES);
    await passing(database, () => reaches('care-admin', DATABASES[primary], 5432));
    const roles = (await this.outside.administer(['sh', '/scripts/roles.sh'])).trim();
    const following = await this.#startStandby(database);
    this.#startPooler();
    await until('PgBouncer answered', () => reaches('care-admin', DATABASES[pooler], 6432));
    return `${roles} ${following} ${await this.#startStore()}`;
  }

  #startPostgres(name: string, words: readonly string[]): Container {
    return this.outside.start(name, {
      words,
      env: { POSTGRES_PASSWORD: this.#superuser, PGPASSWORD: this.#superuser, POSTGRES_DB: 'care_atlas' },
      mounts: [
        { from: this.#made(name), to: '/var/lib/postgresql', readOnly: false },
        { from: this.#withCertificate(`${name}-tls`), to: '/tls', readOnly: true },
        SHIPPED,
      ],
    });
  }

  async #startStandby(database: Container): Promise<string> {
    const inDatabase = (command: string) => database.execute(['sh', '-c', command]);
    const reload = `pg_ctl --pgdata=${DATA} reload`;
    inDatabase(`echo 'hostssl replication postgres all scram-sha-256' >> ${DATA}/pg_hba.conf && ${reload}`);
    const copy = this.#startPostgres(standby, ['sh', '-c', STANDBY_START, 'sh', ...POSTGRES]);
    await passing(copy, () => reaches('care-admin', DATABASES[standby], 5432));
    inDatabase(`echo "include = '/scale/primary.conf'" >> ${DATA}/postgresql.conf && ${reload}`);
    const query = "select application_name || ' ' || sync_state from pg_stat_replication";
    const state = () =>
      this.outside.administer(['psql', '--no-psqlrc', '-At', '--dbname', 'postgres', '--command', query]);
    await until('the standby followed', async () => /\bsync\b/.test(await state()));
    return 'A synchronous standby follows.';
  }

  #startPooler(): void {
    const folder = this.#withCertificate('pgbouncer');
    const roles = Object.entries(this.env).filter(([name]) => /^(?!POSTGRES|STORE)\w+_PASSWORD$/.test(name));
    const users = roles.map(([name, password]) => {
      const role = name.replace(/_PASSWORD$/, '').toLowerCase();
      return `"care_atlas_${role}" "${password}"\n`;
    });
    writeFileSync(join(folder, 'userlist.txt'), users.join(''));
    const settings = withTls('pgbouncer.ini').replace('primary.example', primary);
    writeFileSync(join(folder, 'pgbouncer.ini'), settings);
    this.outside.start(pooler, {
      words: ['pgbouncer', '/etc/pgbouncer/pgbouncer.ini'],
      mounts: [{ from: folder, to: '/etc/pgbouncer', readOnly: true }],
    });
  }

  async #startStore(): Promise<string> {
    const password = this.env['STORE_PASSWORD']!;
    for (const { name } of STORES) {
      const folder = this.#withCertificate(name);
      const own = ['bind 0.0.0.0', 'protected-mode no', 'dir /tmp', `cluster-announce-hostname ${name}`];
      const access = [`requirepass ${password}`, `masterauth ${password}`];
      const lines = [withTls('redis-cluster.conf'), ...own, ...access];
      writeFileSync(join(folder, 'redis.conf'), `${lines.join('\n')}\n`);
      this.outside.start(name, {
        words: ['redis-server', '/etc/redis/redis.conf'],
        mounts: [{ from: folder, to: '/etc/redis', readOnly: true }],
      });
    }
    await until('every node of the store answered', () =>
      STORES.every(({ address }) => reaches('care-admin', address, REDIS_PORT)),
    );
    const redis = (...words: readonly string[]) =>
      this.outside.administer(['redis-cli', '--tls', '--cacert', CA_PATH, ...words], {
        REDISCLI_AUTH: password,
      });
    const nodes = STORES.map(({ address }) => `${address}:${REDIS_PORT}`);
    await redis('--cluster', 'create', ...nodes, '--cluster-replicas', '1', '--cluster-yes');
    const state = () => redis('-h', STORES[0]!.name, 'cluster', 'info');
    await until('the store was a cluster', async () => (await state()).includes('cluster_state:ok'));
    const [, masters] = /cluster_size:(\d+)/.exec(await state())!;
    return `The store is a cluster of ${nodes.length} nodes, ${masters} of them masters.`;
  }

  get #superuser(): string {
    return this.env['POSTGRES_PASSWORD']!;
  }

  /** Makes a folder for a machine's own files. */
  #made(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    execFileSync('chown', [`${POSTGRES_USER}:${POSTGRES_USER}`, folder]);
    return folder;
  }

  /** Makes a folder with a certificate for the names of all machines, its key, and that of its CA. */
  #withCertificate(name: string): string {
    const folder = this.#made(name);
    const owned = ['-m', '600', '-o', String(POSTGRES_USER), '-g', String(POSTGRES_USER)];
    for (const [from, to] of [
      ['outside/outside.crt', 'server.crt'],
      ['outside/outside.key', 'server.key'],
      ['ca/ca.crt', 'ca.crt'],
    ] as const)
      execFileSync('install', [...owned, join(this.folder, from), join(folder, to)]);
    return folder;
  }
}

/** Returns a file of docker/scale with the settings that it has for TLS, which are comments there. */
function withTls(file: string): string {
  return readFileSync(join(DOCKER, 'scale', file), 'utf8').replaceAll(/^[#;](?=\w)/gm, '');
}
