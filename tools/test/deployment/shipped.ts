import type { Program } from '@care-atlas/server/configuration';
import { callsOut, CALLERS } from './callers.js';
import { composeFile, type ComposeService } from './files/compose-file.js';
import { type Container, manifestsOf, type Manifest, templateOf } from './files/kubernetes-manifests.js';
import { CHOSEN, NOT_PASSED, OF_LIBRARIES } from './not-passed.js';
import type { DeployedProgram, Folder } from './programs.js';
import { METRICS_PORT } from './programs.js';

/** A variable: the programs that read it, and whether it is a secret. */
export interface DeployedVariable {
  readonly readers: readonly Program[];
  readonly secret: boolean;
}

/** What is deployed, by the tables of the source. */
export interface Deployment {
  readonly programs: Readonly<Record<string, DeployedProgram>>;
  readonly variables: Readonly<Record<string, DeployedVariable>>;
  /** The source files of the programs, by path. */
  readonly sources: ReadonlyMap<string, string>;
  /** The names in docker/example.env. */
  readonly exampleNames: readonly string[];
}

/** Facts by their place, such as "compose api memory". */
type Facts = Readonly<Record<string, unknown>>;

const FOLDERS: readonly Folder[] = ['exports', 'uploads', 'imports'];
const WORKLOADS = ['Deployment', 'CronJob', 'Job'];
/** Workloads that run a program of PostgreSQL. */
const OTHERS = ['backup'];
const MIB = { m: 1, g: 1024, Mi: 1, Gi: 1024 } as const;

/**
 * Returns a line for each place where the shipped files and the tables of the source differ, in either direction: Compose,
 * the manifests of Kubernetes, docker/example.env, and the files that open connections.
 */
export function differences(deployment: Deployment): string[] {
  return [
    ...unequal(composeOf(deployment), shippedCompose()),
    ...unequal(kubernetesOf(deployment), shippedKubernetes(deployment)),
    ...unequal(examplesOf(deployment), listed('docker/example.env', deployment.exampleNames)),
    ...unequal(listed('connections, as in callers.ts, of', Object.keys(CALLERS)), callersOf(deployment)),
  ];
}

function unequal(wanted: Facts, found: Facts): string[] {
  const places = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  return [...places].toSorted().flatMap((place) => {
    const [a, b] = [wanted[place], found[place]].map((fact) => JSON.stringify(fact) ?? 'nothing');
    return a === b ? [] : [`${place}: found ${b}, expected ${a}`];
  });
}

function listed(place: string, names: readonly string[]): Facts {
  return Object.fromEntries(names.map((name) => [`${place} ${name}`, true]));
}

function prefixed(place: string, facts: Facts): [string, unknown][] {
  return Object.entries(facts).map(([name, fact]) => [`${place} ${name}`, fact]);
}

/** The variables that reach a program from outside. */
function passed({ variables }: Deployment, { reads }: DeployedProgram): string[] {
  return Object.entries(variables)
    .filter(([name, { readers }]) => readers.includes(reads) && !(name in NOT_PASSED))
    .map(([name]) => name)
    .toSorted();
}

function composeOf(deployment: Deployment): Facts {
  const facts = Object.entries(deployment.programs).flatMap(([name, program]) =>
    prefixed(`compose ${name}`, {
      words: program.words,
      role: program.role,
      runs: program.runs,
      processes: program.processes?.compose ?? 1,
      ...foldersOf(program),
      ready: program.listens ? `http://127.0.0.1:${program.listens.port}${program.listens.ready}` : undefined,
      memory: program.memory,
      variables: passed(deployment, program),
    }),
  );
  return Object.fromEntries(facts);
}

function shippedCompose(): Facts {
  const { services } = composeFile();
  const own = Object.entries(services).filter(([, { image }]) => image.startsWith('care-atlas:'));
  const facts = own.flatMap(([name, service]) => {
    const words = [...(service.entrypoint ?? []).slice(1), ...wordsOf(service)];
    return prefixed(`compose ${name}`, {
      words: words.map((word) => (word.startsWith('${SYNC_AT') ? 'TIME' : word)),
      role: /care_atlas_\w+/.exec(service.environment!['DATABASE_URL']!)?.[0],
      runs: composeRuns(service, words),
      processes: service.deploy?.replicas ?? 1,
      ...Object.fromEntries(
        FOLDERS.map((folder) => {
          const mount = service.volumes?.find((each) => each.includes(`:/${folder}`));
          return [folder, mount && (mount.endsWith(':ro') ? 'reads' : 'writes')];
        }),
      ),
      ready: service.healthcheck?.test?.find((word) => word.startsWith('http')),
      memory: service.mem_limit && mebibytes(service.mem_limit),
      variables: Object.keys(service.environment!)
        .filter((each) => !OF_LIBRARIES.includes(each))
        .toSorted(),
    });
  });
  return Object.fromEntries(facts);
}

/** The words of its command; the image runs the API without any. */
function wordsOf({ command, entrypoint }: ComposeService): readonly string[] {
  return command === undefined && entrypoint === undefined
    ? ['apps/api/dist/main.js']
    : [command ?? []].flat();
}

function composeRuns({ restart, profiles }: ComposeService, words: readonly string[]): string {
  if (restart === 'no') return profiles === undefined ? 'once' : 'on demand';
  return words.includes('docker/nightly.mjs') ? 'nightly' : 'always';
}

function foldersOf({ folders }: DeployedProgram): Facts {
  return Object.fromEntries(FOLDERS.map((folder) => [folder, folders[folder]]));
}

function mebibytes(size: string): number {
  const [, count, unit] = /^(\d+)(m|g|Mi|Gi)$/.exec(size)!;
  return Number(count) * MIB[unit as keyof typeof MIB];
}

function kubernetesOf(deployment: Deployment): Facts {
  const facts = Object.entries(deployment.programs).flatMap(([name, program]) => {
    if (program.secret === undefined) return [];
    const { processes, listens } = program;
    return prefixed(`kubernetes ${name}`, {
      kind: { always: 'Deployment', nightly: 'CronJob', once: 'Job', 'on demand': 'none' }[program.runs],
      words: program.words.map((word) => (word === 'TIME' ? 'now' : word)),
      role: program.role,
      secret: program.secret,
      processes: program.runs === 'always' ? [processes?.least ?? 1, processes?.most ?? 1] : undefined,
      ...foldersOf(program),
      ports: listens ? { http: listens.port, metrics: METRICS_PORT } : {},
      life: listens?.life,
      ready: listens?.ready,
      memory: program.memory,
      variables: passed(deployment, program),
    });
  });
  return Object.fromEntries(facts);
}

function shippedKubernetes(deployment: Deployment): Facts {
  const workloads = WORKLOADS.flatMap((kind) => manifestsOf(kind));
  const facts = workloads
    .map((manifest) => [manifest.metadata.name.replace(/(-\d+)+$/, ''), manifest] as const)
    .filter(([name]) => !OTHERS.includes(name))
    .flatMap(([name, manifest]) => {
      const [container] = templateOf(manifest)!.spec.containers;
      const secret = container!.envFrom?.flatMap(({ secretRef }) => secretRef?.name ?? [])[0];
      const known = deployment.programs[name];
      return prefixed(`kubernetes ${name}`, {
        kind: manifest.kind,
        words: kubernetesWords(container!),
        role: /care_atlas_\w+/.exec(entriesOf('Secret', secret)['DATABASE_URL'] ?? '')?.[0],
        secret,
        processes: manifest.kind === 'Deployment' ? countsOf(manifest) : undefined,
        ...Object.fromEntries(
          FOLDERS.map((folder) => {
            const mount = container!.volumeMounts?.find(({ mountPath }) => mountPath === `/${folder}`);
            return [folder, mount && (mount.readOnly ? 'reads' : 'writes')];
          }),
        ),
        ports: Object.fromEntries(container!.ports?.map((port) => [port.name, port.containerPort]) ?? []),
        life: container!.livenessProbe?.httpGet?.path,
        ready: container!.readinessProbe?.httpGet?.path,
        memory: mebibytes(container!.resources.limits.memory),
        variables: known && kubernetesVariables(deployment, known, container!),
      });
    });
  return Object.fromEntries(facts);
}

function kubernetesWords({ command = [], args = [] }: Container): readonly string[] {
  const words = [...command.slice(1), ...args];
  return words.length === 0 ? ['apps/api/dist/main.js'] : words;
}

function countsOf({ metadata, spec }: Manifest): readonly (number | undefined)[] {
  const scaled = manifestsOf('HorizontalPodAutoscaler').find((each) => each.metadata.name === metadata.name);
  return scaled ? [scaled.spec!.minReplicas, scaled.spec!.maxReplicas] : [spec!.replicas, spec!.replicas];
}

function entriesOf(kind: 'ConfigMap' | 'Secret', name?: string): Readonly<Record<string, string>> {
  const found = manifestsOf(kind).find(({ metadata }) => metadata.name === name);
  return found?.data ?? found?.stringData ?? {};
}

/**
 * The variables that a pod gets and its program reads, beside everything that it should not get: a secret in the map, and
 * anything else in a secret.
 */
function kubernetesVariables(
  { variables }: Deployment,
  { reads }: DeployedProgram,
  { envFrom = [] }: Container,
): string[] {
  const names = (kind: 'ConfigMap' | 'Secret', ref: 'configMapRef' | 'secretRef') =>
    envFrom.flatMap((each) => Object.keys(entriesOf(kind, each[ref]?.name)));
  const isRead = (name: string) => variables[name]?.readers.includes(reads) ?? false;
  const open = names('ConfigMap', 'configMapRef').flatMap((name) => {
    if (variables[name]?.secret) return [`${name} in the map`];
    return isRead(name) ? [name] : [];
  });
  const secret = names('Secret', 'secretRef').flatMap((name) => {
    if (OF_LIBRARIES.includes(name)) return [];
    return isRead(name) && variables[name]!.secret ? [name] : [`${name} in the secret`];
  });
  return [...open, ...secret].toSorted();
}

/** The variables that an operator of Compose can set. */
function examplesOf(deployment: Deployment): Facts {
  const names = new Set(
    Object.values(deployment.programs).flatMap((program) =>
      passed(deployment, program).filter((name) => !CHOSEN.includes(name)),
    ),
  );
  const others = deployment.exampleNames.filter((name) => !(name in deployment.variables));
  return listed('docker/example.env', [...names, ...others]);
}

function callersOf({ sources }: Deployment): Facts {
  const files = [...sources].filter(([, source]) => callsOut(source)).map(([file]) => file);
  return listed('connections, as in callers.ts, of', files);
}
