import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from '../../tools/src/project.js';
import { nginxMain } from '../../tools/test/stage/programs/nginx-main.js';
import { NODE_FLAGS } from '../../tools/src/start/service-process.js';
import type { ContainerPlan } from './containers.js';

type Mounts = ContainerPlan['mounts'];

export const DOCKER = join(PROJECT, 'docker');
/** The user of the image of PostgreSQL. */
export const POSTGRES_USER = 999;
const PACKAGES = '{.,apps/*,libs/*}/node_modules';
/** Holds the folder of the source. */
const SOURCE = '.source';
const [POSTGRES = ''] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed();
const NODE = { from: dirname(process.execPath), to: '/opt/node', readOnly: true };
const PATH = '/opt/node:/opt/postgres:/usr/local/sbin:/usr/sbin:/usr/bin';
/** A cluster as the image of PostgreSQL makes it at its first start. */
const POSTGRES_START = `
  set -eu
  data=/var/lib/postgresql/data
  if [ ! -e $data ]; then
    printf %s "$POSTGRES_PASSWORD" > /tmp/password
    initdb --pgdata=$data --username=postgres --pwfile=/tmp/password --auth-host=scram-sha-256 --encoding=UTF8 --locale=C --no-sync > /dev/null
    echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
    postgres --single -D $data postgres > /dev/null <<SQL
create database $POSTGRES_DB
SQL
  fi
  exec "$@" -D $data -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql -c fsync=off`;

/** What an image gives a container. */
export interface Image {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly mounts: Mounts;
}

/** Returns the image of the product in a folder. The packages of the source that it is of are mounted beside it. */
export function productImage(folder: string): Image {
  const source = readFileSync(join(folder, SOURCE), 'utf8');
  const packages = globSync(PACKAGES, { cwd: source }).map((path) => ({
    from: join(source, path),
    to: join('/app', path),
    readOnly: true,
  }));
  return {
    env: { PATH, NODE_ENV: 'production', HOST: '0.0.0.0' },
    cwd: '/app',
    mounts: [{ from: folder, to: '/app', readOnly: true }, ...packages, NODE],
  };
}

/** Returns the words that the entry point of the product's image makes of a command; without one it runs the API. */
export function productWords(command: readonly string[]): readonly string[] {
  return ['node', ...NODE_FLAGS, ...(command.length === 0 ? ['apps/api/dist/main.js'] : command)];
}

/** Returns another image, with the programs of this machine in place of its own. */
export function otherImage(name: string): Image {
  const programs = name.startsWith('postgres:')
    ? [{ from: POSTGRES, to: '/opt/postgres', readOnly: true }]
    : [];
  return { env: { PATH }, cwd: '/', mounts: [...programs, NODE] };
}

/** Returns the words that start a database as the image of PostgreSQL does. */
export function postgresWords(command: readonly string[]): readonly string[] {
  return ['sh', '-c', POSTGRES_START, 'sh', ...command];
}

/**
 * Writes the configuration of docker/proxy into a folder, as the image of nginx does at its start, for the nginx of this
 * machine.
 * @param change what else differs here
 */
export function writeProxy(
  folder: string,
  values: Readonly<Record<string, string>>,
  change: (text: string) => string,
): void {
  mkdirSync(join(folder, 'conf.d'), { recursive: true });
  mkdirSync(join(folder, 'tls'));
  for (const file of ['default.conf', 'refusal.inc']) {
    const text = readFileSync(join(DOCKER, 'proxy/templates', `${file}.template`), 'utf8');
    // Looking names up again and again is what older versions cannot do; here, addresses stay.
    const own = text
      .replaceAll(/\$\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
      .replaceAll(' resolve max', ' max');
    writeFileSync(join(folder, 'conf.d', file), change(own));
  }
  const files = { pid: '/run/nginx.pid', temporary: '/var/cache/nginx', log: '/dev/stdout' };
  writeFileSync(join(folder, 'nginx.conf'), nginxMain({ ...files, include: '/etc/nginx/conf.d/*.conf' }));
}

export const NGINX = ['nginx', '-e', 'stderr', '-c', '/etc/nginx/nginx.conf'];

/** Collects what the image of a release holds, from a folder in which it is built. */
export function assembleImage(folder: string, source = PROJECT): void {
  execFileSync('sh', ['docker/assemble.sh', folder], { cwd: source });
  for (const path of globSync(PACKAGES, { cwd: source })) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, SOURCE), source);
}

/** Lets the programs of an image call themselves another release. */
export function nameRelease(folder: string, release: string): void {
  const file = join(folder, 'libs/server/dist/configuration/release.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/RELEASE = '[^']+'/, `RELEASE = '${release}'`));
}

/** Copies an image, as another release, with the source of a migration of its own. */
export function nextImage(from: string, to: string, release: string, migration: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  nameRelease(to, release);
  writeFileSync(join(to, 'libs/data/dist/migrations/9999999999999-next-note.js'), migration);
}
