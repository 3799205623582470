import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  composeFile,
  type ComposeService,
  environmentOf,
  filled,
} from '../../tools/test/deployment/files/compose-file.js';
import { PROJECT } from '../../tools/src/project.js';
import { NODE_FLAGS } from '../../tools/src/start/service-process.js';
import { Container, removeCgroup } from './containers.js';
import { Networks, INTERNET_ADDRESS } from './networks.js';
import { NAMES } from './outside-names.js';

const { services, networks } = composeFile();
const NODE = dirname(process.execPath);
const PATH = '/opt/node:/opt/postgres:/usr/local/sbin:/usr/sbin:/usr/bin';
const DOCKER = join(PROJECT, 'docker');
const [POSTGRES = ''] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed();
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

interface StartOptions {
  readonly number?: number;
  /** Instead of its command. */
  readonly words?: readonly string[];
  /** Instead of its entry point and its command. */
  readonly all?: readonly string[];
  /** More than the file gives it. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of its release. */
  readonly image?: string;
}

/** One machine with the services of docker/compose.yaml, each in a container. */
export class ComposeMachine {
  readonly networks = new Networks(networks);
  readonly #running = new Map<string, Container>();
  /** Every container that was started. */
  readonly started: Container[] = [];
  #number = 10;
  #copies: Readonly<Record<string, number>> = {};

  /**
   * @param folder for volumes, output and images
   * @param env docker/.env
   */
  constructor(
    readonly folder: string,
    readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  /** Gives every container its place in the networks, before the first one starts: names are in files here. */
  prepare(copies: Readonly<Record<string, number>>): void {
    this.networks.create();
    this.#copies = copies;
    for (const [name, service] of Object.entries(services)) {
      for (let n = 1; n <= this.#count(name); n++)
        this.networks.add(n === 1 ? name : `${name}-${n}`, service.networks, this.#number++);
    }
    for (const volume of ['postgres', 'exports', 'uploads']) mkdirSync(join(this.folder, volume));
    chownSync(join(this.folder, 'postgres'), 999, 999);
    for (const volume of ['exports', 'uploads']) chownSync(join(this.folder, volume), 1000, 1000);
  }

  /** How many containers a service has at most. */
  #count(name: string): number {
    return Math.max(services[name]!.deploy?.replicas ?? 1, this.#copies[name] ?? 0);
  }

  /**
   * Starts a container of a service.
   */
  start(name: string, { number = 1, words, all, env = {}, image = 'image' }: StartOptions = {}): Container {
    const service = services[name]!;
    const own = service.image.startsWith('care-atlas:');
    const called = number === 1 ? name : `${name}-${number}`;
    // One that runs once beside a service that goes on is another container in the same networks.
    const isBeside = this.#running.get(called)?.isRunning ?? false;
    const container = new Container(
      {
        name: isBeside ? `${called}-run` : called,
        namespace: `care-${called}`,
        user: filled(service.user ?? '', this.env),
        env: {
          PATH,
          ...(own && { NODE_ENV: 'production', HOST: '0.0.0.0' }),
          ...environmentOf(service, this.env),
          ...env,
        },
        words: all ?? this.#words(name, service, words),
        cwd: own ? '/app' : '/',
        mounts: [...this.#mounts(service), ...(own ? imageMounts(join(this.folder, image)) : [])],
        // The configuration of the proxy is written before it starts.
        temporary: (service.tmpfs ?? []).filter((path) => !path.startsWith('/etc/')),
        hosts: this.#hosts(service),
        ...(service.mem_limit && {
          memory: service.mem_limit === '1g' ? 1024 : Number.parseInt(service.mem_limit),
        }),
      },
      join(this.folder, 'containers'),
    );
    if (!isBeside) this.#running.set(called, container);
    this.started.push(container);
    return container;
  }

  /** Runs a container to its end. @returns its output @throws Error if it failed */
  async run(name: string, options: StartOptions = {}): Promise<string> {
    const container = this.start(name, options);
    const code = await container.ended;
    const output = container.output.slice(container.begin);
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
    return output;
  }

  /** Whether the check of a container's health succeeds in it. */
  isHealthy(name: string, number = 1): boolean {
    const [kind, ...test] = services[name]!.healthcheck!.test!;
    const words = kind === 'CMD-SHELL' ? ['sh', '-c', test[0]!] : test;
    return this.running(number === 1 ? name : `${name}-${number}`).succeeds(words);
  }

  running(name: string): Container {
    return this.#running.get(name)!;
  }

  async stopAll(): Promise<void> {
    const all = this.started.filter(({ isRunning }) => isRunning).toReversed();
    for (const each of all) await each.stop();
    for (const { plan } of this.started) removeCgroup(plan.name);
    this.networks.remove();
  }

  #words(
    name: string,
    { entrypoint, command }: ComposeService,
    words?: readonly string[],
  ): readonly string[] {
    const given = (words ?? [command ?? []].flat()).map((word) => filled(word, this.env));
    const first = (entrypoint ?? []).map((word) => filled(word, this.env));
    if (name === 'postgres') return ['sh', '-c', POSTGRES_START, 'sh', ...given];
    // Both speak the protocol and have these options.
    if (name === 'store') return given.map((word) => word.replace('valkey-server', 'redis-server'));
    if (name === 'proxy') return ['nginx', '-e', 'stderr', '-c', '/etc/nginx/nginx.conf'];
    if (entrypoint) return [...first, ...given];
    const main = given.length === 0 ? ['apps/api/dist/main.js'] : given;
    return ['node', ...NODE_FLAGS, ...main];
  }

  #mounts({ volumes = [], image }: ComposeService) {
    const mounted = volumes.map((volume) => {
      const [source = '', to = '', mode] = filled(volume, this.env).split(':');
      const from = /^[./]/.test(source) ? resolve(DOCKER, source) : join(this.folder, source);
      return { from, to, readOnly: mode === 'ro' };
    });
    if (image.startsWith('nginx:'))
      return [{ from: join(this.folder, 'nginx'), to: '/etc/nginx', readOnly: true }];
    const programs = image.startsWith('postgres:')
      ? [{ from: POSTGRES, to: '/opt/postgres', readOnly: true }]
      : [];
    return [...mounted, ...programs, { from: NODE, to: '/opt/node', readOnly: true }];
  }

  /** The names that the engine's DNS answers a container with: those of its networks, and the internet where it leads. */
  #hosts({ networks: own }: ComposeService): string {
    const lines = Object.entries(services).flatMap(([name]) =>
      Array.from({ length: this.#count(name) }, (_, index) => {
        const address = this.networks.addressOf(index === 0 ? name : `${name}-${index + 1}`, own);
        return address === undefined ? [] : [`${address} ${name}`];
      }).flat(),
    );
    const outside = Object.values(NAMES).map((name) => `${INTERNET_ADDRESS} ${name}`);
    return `127.0.0.1 localhost\n${[...lines, ...outside].join('\n')}\n`;
  }

  /** Writes the configuration of the proxy, as its image does at its start, for the nginx of this machine. */
  writeProxy(): void {
    const folder = join(this.folder, 'nginx');
    mkdirSync(join(folder, 'conf.d'), { recursive: true });
    mkdirSync(join(folder, 'tls'));
    const values = environmentOf(services['proxy']!, this.env);
    for (const file of ['default.conf', 'refusal.inc']) {
      const text = readFileSync(join(DOCKER, 'proxy/templates', `${file}.template`), 'utf8');
      // Looking names up again and again is what older versions cannot do; here, addresses stay.
      const own = text
        .replaceAll(/\$\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
        .replaceAll(' resolve max', ' max');
      writeFileSync(join(folder, 'conf.d', file), own);
    }
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((what) => `${what}_temp_path /var/cache/nginx/${what};`)
      .join(' ');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid /run/nginx.pid; events {} http { ${temporary} include /etc/nginx/conf.d/*.conf; }\n`,
    );
  }
}

function imageMounts(image: string) {
  const packages = globSync('{.,apps/*,libs/*}/node_modules', { cwd: PROJECT }).map((path) => ({
    from: join(PROJECT, path),
    to: join('/app', path),
    readOnly: true,
  }));
  return [{ from: image, to: '/app', readOnly: true }, ...packages];
}

/** Collects what the image holds, from what is built; packages are mounted beside it. */
export function assembleImage(folder: string): void {
  execFileSync('sh', [join(DOCKER, 'assemble.sh'), folder], { cwd: PROJECT });
  for (const path of globSync('{.,apps/*,libs/*}/node_modules', { cwd: PROJECT }))
    mkdirSync(join(folder, path), { recursive: true });
}

/** Copies an image, as another release, with the source of a migration of its own. */
export function nextImage(from: string, to: string, release: string, migration: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const file = join(to, 'libs/server/dist/configuration/release.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/RELEASE = '[^']+'/, `RELEASE = '${release}'`));
  writeFileSync(join(to, 'libs/data/dist/migrations/9999999999999-next-note.js'), migration);
}
