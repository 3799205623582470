import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NetworkPolicy } from '../../../tools/test/deployment/network-policy.js';
import { ClusterNetworks, NAMES_ADDRESS } from './cluster-networks.js';
import {
  CA_PATH,
  ClusterOutside,
  DATABASES,
  MACHINES,
  OUTSIDE,
  SITE_NETWORKS,
  STORES,
} from './cluster-outside.js';
import { ClusterPods, DEPLOYMENTS } from './cluster-pods.js';
import { ClusterSite } from './cluster-site.js';
import { ClusterStores } from './cluster-stores.js';
import { type Container, stopContainers } from '../containers.js';
import type { Deployment } from '../deployment.js';
import { closeMachine, get, HOST, inside, INTERNET, INTERNET_ADDRESS, reaches } from '../namespaces.js';
import { DATABASE_NAMES, NAMES } from '../outside-names.js';

/** The user of the pods. */
const USER = 1000;
const SERVICES = { api: '10.96.0.20', mcp: '10.96.0.21', dashboard: '10.96.0.22' } as const;

const [{ address: STORE } = { address: '' }] = STORES;

/** A node of a cluster with the manifests of a site; the databases and the store are outside the cluster. */
export class Cluster implements Deployment {
  readonly name = 'Kubernetes';
  readonly entry = OUTSIDE.ingress;
  readonly #networks = new ClusterNetworks();
  readonly #site: ClusterSite;
  readonly #outside: ClusterOutside;
  readonly #stores: ClusterStores;
  readonly #pods: ClusterPods;
  /** The one that runs. */
  #image = 'image';

  /**
   * @param folder for volumes, output and images
   * @param env what an operator chooses
   */
  constructor(
    private readonly folder: string,
    env: Readonly<Record<string, string>>,
  ) {
    const own = {
      TRUST_PROXY: '10.244.0.0/16',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring:4318',
    };
    this.#site = new ClusterSite(join(folder, 'manifests'), SITE_NETWORKS, { ...env, ...own });
    this.#outside = new ClusterOutside(folder, env, SERVICES);
    this.#stores = new ClusterStores(folder, env, this.#outside);
    this.#pods = new ClusterPods(folder, this.#site, this.#networks, SERVICES);
  }

  get containers(): readonly Container[] {
    return [...this.#outside.containers, ...this.#pods.containers];
  }

  prepare(): void {
    this.#networks.create();
    const { ingress, monitoring } = SITE_NETWORKS;
    for (const [name, namespace] of Object.entries({ ingress, prometheus: monitoring })) {
      const address = OUTSIDE[name as 'ingress' | 'prometheus'];
      this.#networks.add(name, { address, end: { namespace, labels: {} } });
    }
    for (const [name, address] of Object.entries(MACHINES))
      this.#networks.add(name, { address, end: { address } });
    for (const address of [INTERNET_ADDRESS, NAMES_ADDRESS])
      this.#networks.know(address, { address, end: { address } });
    const address = OUTSIDE.collector;
    inside(INTERNET, 'address', 'add', `${address}/32`, 'dev', 'lo');
    inside(HOST, 'route', 'add', address, 'via', INTERNET_ADDRESS);
    this.#networks.know('collector', { address, end: { namespace: monitoring, labels: {} } });
    this.#pods.prepare();
    this.#networks.enforce(this.#site.of('NetworkPolicy') as unknown as NetworkPolicy[]);
    for (const volume of ['exports', 'uploads', 'imports', 'backups', 'scripts']) {
      mkdirSync(join(this.folder, volume), { recursive: true });
      chownSync(join(this.folder, volume), USER, USER);
    }
    writeFileSync(join(this.folder, 'ca/path'), CA_PATH);
    this.#outside.prepare();
    const services = Object.entries(SERVICES).map(
      ([name, to]) => [`${name}.care-atlas.svc.cluster.local`, to] as const,
    );
    const internet = Object.values(NAMES).map((name) => [name, INTERNET_ADDRESS] as const);
    this.#outside.startNames({
      ...MACHINES,
      'collector.monitoring.svc.cluster.local': address,
      ...Object.fromEntries([...services, ...internet]),
    });
  }

  startStores(): Promise<string> {
    return this.#stores.start();
  }

  async startServices(image: string): Promise<string> {
    this.#image = image;
    await this.#pods.runJob('migrate', image);
    await Promise.all(
      DEPLOYMENTS.flatMap((name) =>
        Array.from({ length: this.#pods.replicasOf(name) }, () => this.#pods.add(name, image)),
      ),
    );
    await this.#outside.startIngress();
    const counts = DEPLOYMENTS.map((name) => `${name} × ${this.#pods.replicasOf(name)}`);
    return `${counts.join(', ')}: ready by their own probes`;
  }

  tryConnections(): string {
    const of = (name: string) => this.#networks.addressOf(name);
    const closed = [
      ['ingress', of('api-1'), 9464],
      ['prometheus', of('api-1'), 3000],
      ['api-1', of('mcp-1'), 3001],
      ['api-1', of('dashboard-1'), 3002],
      ['mcp-1', INTERNET_ADDRESS, 465],
      ['uploads-1', STORE, 6379],
      ['uploads-1', OUTSIDE.collector, 4318],
      ['sync-1', of('api-1'), 3000],
      ['migrate-1', INTERNET_ADDRESS, 443],
      ['backup-1', INTERNET_ADDRESS, 443],
    ] as const;
    const open = [
      ['ingress', SERVICES.api, 80],
      ['dashboard-1', SERVICES.mcp, 80],
      ['prometheus', of('mcp-1'), 9464],
      ['api-1', NAMES_ADDRESS, 53],
      ['api-1', INTERNET_ADDRESS, 443],
      ['api-1', OUTSIDE.collector, 4318],
      ['dashboard-1', INTERNET_ADDRESS, 465],
      ['uploads-1', INTERNET_ADDRESS, 443],
      ['backup-1', DATABASES[DATABASE_NAMES.primary], 5432],
      ['api-1', DATABASES[DATABASE_NAMES.pooler], 6432],
      ['api-1', STORE, 6379],
    ] as const;
    const isOpen = ([from, to, port]: readonly [string, string, number]) => reaches(`care-${from}`, to, port);
    const wrong = [...closed.filter(isOpen), ...open.filter((each) => !isOpen(each))];
    if (wrong.length > 0) throw new Error(`Not as the policies say: ${JSON.stringify(wrong)}`);
    return `${closed.length} connections that no policy allows, refused; ${open.length} others, open`;
  }

  importNow(): Promise<string> {
    return this.#pods.runJob('sync', this.#image);
  }

  /** kubectl exec deployment/dashboard */
  async command(...words: readonly string[]): Promise<string> {
    return this.#pods.execute('dashboard', ['node', 'apps/console/dist/main.js', ...words]);
  }

  backup(): Promise<string> {
    return this.#pods.runJob('backup', this.#image);
  }

  async restored(file: string, query: string): Promise<string> {
    const psql = (...words: string[]) => this.#outside.administer(['psql', '--no-psqlrc', '-At', ...words]);
    await psql('--command', 'create database restored owner care_atlas_migrate');
    await this.#outside.restore(file, 'restored');
    return psql('--dbname', 'restored', '--command', query);
  }

  async upgrade(image: string): Promise<void> {
    await this.#pods.runJob('migrate', image);
    await this.rollBack(image);
  }

  /** Without the job of migrations. */
  async rollBack(image: string): Promise<void> {
    this.#image = image;
    await Promise.all(DEPLOYMENTS.map((name) => this.#pods.replace(name, image)));
  }

  metrics(): ReadonlyMap<string, string> {
    const pods = ['api', 'mcp', 'dashboard'].flatMap((name) => this.#pods.of(name));
    const url = (pod: string) => `http://${this.#networks.addressOf(pod)}:9464/metrics`;
    return new Map(pods.map((pod) => [pod, get('care-prometheus', url(pod))]));
  }

  async stop(): Promise<void> {
    await stopContainers(this.containers);
    this.#outside.stopNames();
    closeMachine();
  }
}
