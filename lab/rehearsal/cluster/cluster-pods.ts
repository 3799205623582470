import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Container as PodContainer,
  type Manifest,
  templateOf,
} from '../../../tools/test/deployment/files/kubernetes-manifests.js';
import { type ClusterNetworks, NAMES_ADDRESS } from './cluster-networks.js';
import { CA_PATH } from './cluster-outside.js';
import type { ClusterSite } from './cluster-site.js';
import { Container, outputOf } from '../containers.js';
import { passing } from '../deployment.js';
import { type Image, otherImage, productImage, productWords } from '../image.js';
import { get, HOST } from '../namespaces.js';

const MIB = { Mi: 1, Gi: 1024 };
const RESOLVER = `nameserver ${NAMES_ADDRESS}
search care-atlas.svc.cluster.local svc.cluster.local cluster.local
options ndots:5
`;
/** The map that an operator makes of a private CA. */
const CA_MAPS = { 'care-atlas-ca': { path: CA_PATH } };
/** In the order of the manifests. */
export const DEPLOYMENTS = ['api', 'mcp', 'dashboard', 'uploads'];
const JOBS = ['migrate', 'sync', 'backup'];

interface Volume {
  readonly name: string;
  readonly emptyDir?: { readonly sizeLimit: string };
}

/** The pods of a site, with the order in which the controllers of Kubernetes start, lead to and end them. */
export class ClusterPods {
  readonly containers: Container[] = [];
  /** The pods of each deployment, the oldest first. */
  readonly #pods = new Map<string, string[]>();
  readonly #running = new Map<string, Container>();
  readonly #ready = new Set<string>();

  /**
   * @param folder for volumes, by their names, output and images
   * @param services addresses of services by their names
   */
  constructor(
    private readonly folder: string,
    private readonly site: ClusterSite,
    private readonly networks: ClusterNetworks,
    private readonly services: Readonly<Record<string, string>>,
  ) {}

  /** Gives each pod that there can be at once its address: of a deployment one more than it has, for a successor. */
  prepare(): void {
    let number = 10;
    for (const workload of [...DEPLOYMENTS, ...JOBS]) {
      const { metadata, spec } = templateOf(this.#workload(workload))!;
      const ports = spec.containers.flatMap((each) => each.ports ?? []);
      const end = {
        namespace: 'care-atlas',
        labels: metadata.labels,
        ports: Object.fromEntries(ports.map((port) => [port.name, port.containerPort])),
      };
      const places = DEPLOYMENTS.includes(workload) ? this.replicasOf(workload) + 1 : 1;
      for (let n = 1; n <= places; n++)
        this.networks.add(`${workload}-${n}`, { address: `10.244.0.${number++}`, end });
    }
  }

  /** The least number of pods. */
  replicasOf(name: string): number {
    const scaled = this.site.of('HorizontalPodAutoscaler').find(({ metadata }) => metadata.name === name);
    return scaled?.spec?.minReplicas ?? this.#workload(name).spec!.replicas!;
  }

  /** The names of the pods of a deployment. */
  of(name: string): readonly string[] {
    return this.#pods.get(name) ?? [];
  }

  /** Starts a pod of a deployment at a free place; when it is ready, its service leads to it. */
  async add(name: string, image: string): Promise<void> {
    const places = Array.from({ length: this.replicasOf(name) + 1 }, (_, index) => `${name}-${index + 1}`);
    const pod = places.find((place) => !this.of(name).includes(place))!;
    this.#pods.set(name, [...this.of(name), pod]);
    const about = this.#containerOf(name);
    const container = this.#start(name, pod, about, image);
    this.#running.set(pod, container);
    const { httpGet, exec } = about.readinessProbe!;
    const url = `http://${this.networks.addressOf(pod)}:${portOf(about, httpGet?.port)}${httpGet?.path}`;
    await passing(container, () => (exec ? container.succeeds(exec.command) : answers(url)));
    this.#ready.add(pod);
    this.#serve();
  }

  /** Takes the oldest pod of a deployment out of its service, and ends it. */
  async #remove(name: string): Promise<void> {
    const [pod = '', ...others] = this.of(name);
    this.#ready.delete(pod);
    this.#serve();
    const pause = this.#containerOf(name).lifecycle?.preStop.sleep.seconds ?? 0;
    await sleep(pause * 1000);
    await this.#running.get(pod)!.stop();
    this.#pods.set(name, others);
  }

  /** Replaces the pods of a deployment by its strategy: a successor is ready before its predecessor ends, or the reverse. */
  async replace(name: string, image: string): Promise<void> {
    const acts = [() => this.add(name, image), () => this.#remove(name)];
    const isRecreated = this.#workload(name).spec!.strategy!.type === 'Recreate';
    for (let n = 0; n < this.replicasOf(name); n++)
      for (const act of isRecreated ? acts.toReversed() : acts) await act();
  }

  /** Runs a job, or a scheduled one now. @returns its output @throws Error if it failed */
  async runJob(name: string, image: string): Promise<string> {
    const { initContainers = [], containers } = templateOf(this.#workload(name))!.spec;
    for (const about of initContainers) await outputOf(this.#start(name, `${name}-1`, about, image));
    return outputOf(this.#start(name, `${name}-1`, containers[0]!, image));
  }

  /** Runs a program in a pod of a deployment. @returns its output @throws Error if it failed */
  execute(name: string, words: readonly string[]): string {
    return this.#running.get(this.of(name)[0]!)!.execute(words);
  }

  #workload(name: string): Manifest {
    return this.site.manifests.find(
      (manifest) => templateOf(manifest) && manifest.metadata.name.replace(/(-\d+)+$/, '') === name,
    )!;
  }

  #containerOf(name: string): PodContainer {
    return templateOf(this.#workload(name))!.spec.containers[0]!;
  }

  #serve(): void {
    this.networks.serve(
      this.site.of('Service').map(({ metadata: { name } }) => ({
        address: this.services[name]!,
        port: portOf(this.#containerOf(name), 'http')!,
        pods: this.of(name).filter((pod) => this.#ready.has(pod)),
      })),
    );
  }

  #start(workload: string, pod: string, about: PodContainer, release: string): Container {
    const { securityContext, volumes = [] } = templateOf(this.#workload(workload))!.spec;
    const own = about.image.includes('care-atlas:');
    const image = own ? productImage(join(this.folder, release)) : otherImage(about.image);
    const { command, args = [] } = about;
    const [, count = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(about.resources.limits.memory)!;
    const { runAsUser, runAsGroup } = securityContext as { runAsUser: number; runAsGroup: number };
    const container = new Container(
      {
        name: about.name === workload ? pod : `${pod}-${about.name}`,
        namespace: `care-${pod}`,
        user: `${runAsUser}:${runAsGroup}`,
        env: {
          ...image.env,
          KUBERNETES_SERVICE_HOST: '10.96.0.1',
          KUBERNETES_SERVICE_PORT: '443',
          ...this.site.environmentOf(about, CA_MAPS),
        },
        words: command ? [...command, ...args] : productWords(args),
        cwd: image.cwd,
        ...this.#volumes(volumes as readonly Volume[], about, image),
        hosts: '127.0.0.1 localhost\n',
        resolver: RESOLVER,
        memory: Number(count) * MIB[unit as keyof typeof MIB],
      },
      join(this.folder, 'containers'),
    );
    this.containers.push(container);
    return container;
  }

  /** The folder /tmp is in memory, with its limit; claims, maps, and what containers of a pod share are folders. */
  #volumes(volumes: readonly Volume[], { volumeMounts = [] }: PodContainer, image: Image) {
    const temporary = volumeMounts.flatMap(({ name, mountPath }) => {
      const size = volumes.find((each) => each.name === name)?.emptyDir?.sizeLimit;
      return name === 'tmp' ? [`${mountPath}:mode=1777,size=${size?.replace('i', '')}`] : [];
    });
    const mounts = volumeMounts
      .filter(({ name }) => name !== 'tmp')
      .map(({ name, mountPath, readOnly = false }) => ({
        from: join(this.folder, name),
        to: mountPath,
        readOnly,
      }));
    return { temporary, mounts: [...mounts, ...image.mounts] };
  }
}

function portOf({ ports = [] }: PodContainer, name?: string): number | undefined {
  return ports.find((port) => port.name === name)?.containerPort;
}

/** A probe of the node, which no policy closes. */
function answers(url: string): boolean {
  try {
    get(HOST, url);
    return true;
  } catch {
    return false;
  }
}
