import { chownSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  composeFile,
  type ComposeService,
  environmentOf,
  filled,
} from '../../../tools/test/deployment/files/compose-file.js';
import { ComposeNetworks } from './compose-networks.js';
import { Container, outputOf, stopContainers } from '../containers.js';
import { type Deployment, passing, until } from '../deployment.js';
import {
  DOCKER,
  NGINX,
  otherImage,
  POSTGRES_USER,
  postgresWords,
  productImage,
  productWords,
  writeProxy,
} from '../image.js';
import { closeMachine, get, INTERNET_ADDRESS, reaches } from '../namespaces.js';
import { NAMES } from '../outside-names.js';

const { services, networks } = composeFile();
/** In the order of depends_on, from the database on. */
const SERVICES = [['api'], ['api', 2], ['mcp'], ['dashboard'], ['uploads'], ['sync']] as const;
const INTERNET = 'internet';

interface StartOptions {
  readonly number?: number;
  /** Instead of its command. */
  readonly words?: readonly string[];
  /** Instead of its entry point and its command. */
  readonly all?: readonly string[];
  /** More than the file gives it. */
  readonly env?: Readonly<Record<string, string>>;
}

const placeOf = (name: string, number: number) => (number === 1 ? name : `${name}-${number}`);

/** One machine with the services of docker/compose.yaml, each in a container. */
export class ComposeMachine implements Deployment {
  readonly name = 'Compose';
  readonly containers: Container[] = [];
  readonly #networks = new ComposeNetworks(networks);
  readonly #running = new Map<string, Container>();
  /** The one that runs. */
  #image = 'image';

  /**
   * @param folder for volumes, output and images
   * @param env docker/.env
   */
  constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  get entry(): string {
    return this.#networks.addressOf('proxy', ['outside'])!;
  }

  /** Gives every container its place in the networks, before the first one starts: names are in files here. */
  prepare(): void {
    this.#networks.create();
    let number = 10;
    for (const [name, service] of Object.entries(services)) {
      for (let n = 1; n <= copiesOf(name); n++)
        this.#networks.add(placeOf(name, n), service.networks, number++);
    }
    for (const volume of ['postgres', 'exports', 'uploads']) mkdirSync(join(this.folder, volume));
    chownSync(join(this.folder, 'postgres'), POSTGRES_USER, POSTGRES_USER);
    for (const volume of ['exports', 'uploads']) chownSync(join(this.folder, volume), 1000, 1000);
    writeProxy(join(this.folder, 'nginx'), environmentOf(services['proxy']!, this.env), (text) => text);
  }

  async startStores(): Promise<string> {
    const database = this.#start('postgres', {
      words: ['postgres', '-c', 'shared_buffers=64MB', '-c', 'max_connections=100'],
    });
    await passing(database, () => this.#canConnect('roles', 'postgres', 5432));
    const roles = await this.#run('roles');
    this.#start('store');
    await until('the store answered', () => this.#canConnect('api', 'store', 6379));
    return roles.trim();
  }

  async startServices(image: string): Promise<string> {
    await this.#startServices(image);
    const proxy = this.#start('proxy');
    await passing(proxy, () => this.#canConnect('prometheus', 'proxy', 8080));
    return 'api × 2, mcp, dashboard, uploads, sync, proxy: healthy by their own checks';
  }

  async #startServices(image: string): Promise<void> {
    this.#image = image;
    await this.#run('migrate');
    await Promise.all(
      SERVICES.map(([name, number = 1]) => {
        const container = this.#start(name, { number });
        const [kind, ...test] = services[name]!.healthcheck!.test!;
        const words = kind === 'CMD-SHELL' ? ['sh', '-c', test[0]!] : test;
        return passing(container, () => container.succeeds(words));
      }),
    );
  }

  tryConnections(): string {
    const closed = [
      ['proxy', 'postgres', 5432],
      ['proxy', 'store', 6379],
      ['migrate', INTERNET, 443],
      ['console', INTERNET, 443],
      ['postgres', INTERNET, 443],
      ['store', INTERNET, 443],
    ] as const;
    const open = [
      ['api', INTERNET, 443],
      ['api', 'postgres', 5432],
      ['proxy', 'api', 3000],
    ] as const;
    const isOpen = ([from, to, port]: readonly [string, string, number]) => this.#canConnect(from, to, port);
    const wrong = [...closed.filter(isOpen), ...open.filter((each) => !isOpen(each))];
    if (wrong.length > 0) throw new Error(`Not as the networks say: ${JSON.stringify(wrong)}`);
    return `${closed.length} connections that no network has, refused; ${open.length} others, open`;
  }

  importNow(): Promise<string> {
    return this.#run('sync', { words: ['now', '/imports/nightly.txt', 'apps/sync/dist/main.js'] });
  }

  command(...words: readonly string[]): Promise<string> {
    return this.#run('console', { words });
  }

  backup(): Promise<string> {
    return this.#run('backup');
  }

  async restored(file: string, query: string): Promise<string> {
    const psql = (...words: string[]) =>
      this.#run('roles', { all: ['psql', '--no-psqlrc', '-At', ...words] });
    await psql('--command', 'create database restored owner care_atlas_migrate');
    await this.#run('restore', { words: [file], env: { PGDATABASE: 'restored' } });
    return psql('--dbname', 'restored', '--command', query);
  }

  /** Compose stops all containers that it replaces, and then starts their successors. */
  async upgrade(image: string): Promise<void> {
    await Promise.all(SERVICES.map(([name, number = 1]) => this.#running.get(placeOf(name, number))!.stop()));
    await this.#startServices(image);
  }

  /** Compose does the same in both directions, also the migration, which finds nothing to do. */
  rollBack(image: string): Promise<void> {
    return this.upgrade(image);
  }

  metrics(): ReadonlyMap<string, string> {
    const names = ['api', 'api-2', 'mcp', 'dashboard'];
    return new Map(
      names.map((name) => {
        const address = this.#networks.addressFor('prometheus', name);
        return [name, get('care-prometheus', `http://${address}:9464/metrics`)];
      }),
    );
  }

  async stop(): Promise<void> {
    await stopContainers(this.containers);
    closeMachine();
  }

  #canConnect(from: string, to: string, port: number): boolean {
    const address =
      to === INTERNET
        ? INTERNET_ADDRESS
        : // Another network's address, where they share none.
          (this.#networks.addressFor(from, to) ?? this.#networks.addressOf(to)!);
    return reaches(`care-${from}`, address, port);
  }

  async #run(name: string, options: StartOptions = {}): Promise<string> {
    return outputOf(this.#start(name, options));
  }

  #start(name: string, { number = 1, words, all, env = {} }: StartOptions = {}): Container {
    const service = services[name]!;
    const own = service.image.startsWith('care-atlas:');
    const image = own ? productImage(join(this.folder, this.#image)) : otherImage(service.image);
    const place = placeOf(name, number);
    // One that runs once beside a service that goes on is another container in the same networks.
    const isBeside = this.#running.get(place)?.isRunning ?? false;
    const container = new Container(
      {
        name: isBeside ? `${place}-run` : place,
        namespace: `care-${place}`,
        user: filled(service.user ?? '', this.env),
        env: { ...image.env, ...environmentOf(service, this.env), ...env },
        words: all ?? this.#words(name, service, words),
        cwd: image.cwd,
        mounts: [...this.#mounts(service), ...image.mounts],
        // The configuration of the proxy is written before it starts.
        temporary: (service.tmpfs ?? []).filter((path) => !path.startsWith('/etc/')),
        hosts: this.#hosts(service),
        ...(service.mem_limit && {
          memory: service.mem_limit === '1g' ? 1024 : Number.parseInt(service.mem_limit),
        }),
      },
      join(this.folder, 'containers'),
    );
    if (!isBeside) this.#running.set(place, container);
    this.containers.push(container);
    return container;
  }

  #words(
    name: string,
    { entrypoint, command }: ComposeService,
    words?: readonly string[],
  ): readonly string[] {
    const given = (words ?? [command ?? []].flat()).map((word) => filled(word, this.env));
    const first = (entrypoint ?? []).map((word) => filled(word, this.env));
    if (name === 'postgres') return postgresWords(given);
    // Both speak the protocol and have these options.
    if (name === 'store') return given.map((word) => word.replace('valkey-server', 'redis-server'));
    if (name === 'proxy') return NGINX;
    return entrypoint ? [...first, ...given] : productWords(given);
  }

  #mounts({ volumes = [], image }: ComposeService) {
    if (image.startsWith('nginx:'))
      return [{ from: join(this.folder, 'nginx'), to: '/etc/nginx', readOnly: true }];
    return volumes.map((volume) => {
      const [source = '', to = '', mode] = filled(volume, this.env).split(':');
      const from = /^[./]/.test(source) ? resolve(DOCKER, source) : join(this.folder, source);
      return { from, to, readOnly: mode === 'ro' };
    });
  }

  /** The names that the engine's DNS answers a container with: those of its networks, and the internet where it leads. */
  #hosts({ networks: own }: ComposeService): string {
    const lines = Object.keys(services).flatMap((name) =>
      Array.from({ length: copiesOf(name) }, (_, index) => {
        const address = this.#networks.addressOf(placeOf(name, index + 1), own);
        return address === undefined ? [] : [`${address} ${name}`];
      }).flat(),
    );
    const outside = Object.values(NAMES).map((name) => `${INTERNET_ADDRESS} ${name}`);
    return `127.0.0.1 localhost\n${[...lines, ...outside].join('\n')}\n`;
  }
}

/** How many containers a service has. */
function copiesOf(name: string): number {
  return services[name]!.deploy?.replicas ?? 1;
}
