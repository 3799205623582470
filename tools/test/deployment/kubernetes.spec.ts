import { Ajv } from 'ajv';
import {
  type Container,
  files,
  FOLDER,
  type Manifest,
  manifests,
  manifestsOf as of,
  pods,
  templateOf,
} from './files/kubernetes-manifests.js';
import { KUBERNETES_SCHEMAS } from './files/kubernetes-schema.js';
import { composeFile } from './files/compose-file.js';
import { CONNECTIONS_BESIDE_POOL, OTHER_CONNECTIONS } from './connections.js';
import { textOf, yamlOf } from './files/project-file.js';

/** max_connections of a server that nobody configured. */
const DEFAULT_CONNECTIONS = 100;
/** What pg_dump and psql read, of the secret of backups. */
const LIBPQ = ['PGHOST', 'PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGSSLMODE', 'PGSSLROOTCERT'];
const HARDENED = {
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  resources: { requests: expect.anything(), limits: { memory: expect.anything() } },
};
/** The workloads that answer requests. */
const serving = of('Deployment').filter(({ metadata }) => metadata.name !== 'uploads');
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

it.each(
  manifests.map(
    ({ file, manifest }) => [`${manifest.kind} ${manifest.metadata?.name} of ${file}`, manifest] as const,
  ),
)('%s has the fields of its kind, and no other', (_, manifest) => {
  const validate = ajv.compile(KUBERNETES_SCHEMAS[`${manifest.apiVersion} ${manifest.kind}`]!);
  validate(manifest);
  expect(validate.errors).toBeNull();
});

it('a misspelt field would be noticed', () => {
  const [deployment] = of('Deployment');
  const misspelt = structuredClone(deployment!) as Manifest & {
    spec: { template: { spec: { hostNetwrk?: true } } };
  };
  misspelt.spec.template.spec.hostNetwrk = true;
  expect(ajv.validate(KUBERNETES_SCHEMAS['apps/v1 Deployment']!, misspelt)).toBe(false);
});

describe.each(pods)('the pod of %s', (_, pod) => {
  it('cannot be root, gain rights or change itself', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [HARDENED],
    });
    expect(pod.initContainers ?? [HARDENED]).toMatchObject([HARDENED]);
  });

  it('mounts the certificates of a private CA, if there is one', () => {
    const [{ env = [], volumeMounts, image } = {} as Container] = pod.containers;
    const mount = { name: 'ca', mountPath: '/etc/care-atlas/ca', readOnly: true };
    expect(volumeMounts).toContainEqual(mount);
    expect(pod.volumes).toContainEqual({ name: 'ca', configMap: { name: 'care-atlas-ca', optional: true } });
    const path = { name: 'care-atlas-ca', key: 'path', optional: true };
    const told = env.filter(({ name }) => name === 'NODE_EXTRA_CA_CERTS').map(({ valueFrom }) => valueFrom);
    expect(told).toEqual(image.startsWith('care-atlas:') ? [{ configMapKeyRef: path }] : []);
  });

  it('is told by maps and secrets that there are', () => {
    const sources = pod.containers.flatMap(({ envFrom }) => envFrom ?? []);
    for (const { configMapRef, secretRef } of sources) {
      const known = of(configMapRef ? 'ConfigMap' : 'Secret').map(({ metadata }) => metadata.name);
      expect(known).toContain((configMapRef ?? secretRef)!.name);
    }
  });
});

/** Returns the mounts and the claim of a volume, of each pod that has it. */
function placesOf(volume: string) {
  return pods.flatMap(([name, { containers, volumes = [] }]) => {
    const mounted = containers[0]!.volumeMounts?.filter((each) => each.name === volume) ?? [];
    const claims = volumes.filter((each) => 'name' in each && each.name === volume);
    return mounted.length === 0 ? [] : [[name, mounted, claims]];
  });
}

it('the exports that the imports write are those that the API reads, and cannot change', () => {
  const mount = { name: 'exports', mountPath: '/exports' };
  const written = [{ name: 'exports', persistentVolumeClaim: { claimName: 'exports' } }];
  const read = [{ name: 'exports', persistentVolumeClaim: { claimName: 'exports', readOnly: true } }];
  expect(placesOf('exports')).toEqual([
    ['api', [{ ...mount, readOnly: true }], read],
    ['sync', [mount], written],
    ['uploads', [mount], written],
  ]);
  expect(of('ConfigMap')[0]!.data!['EXPORT_DIR']).toBe('/exports');
  expect(of('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toContain('exports');
});

it('the worker reads the uploads where the dashboards write them', () => {
  const mount = [{ name: 'uploads', mountPath: '/uploads' }];
  const claim = [{ name: 'uploads', persistentVolumeClaim: { claimName: 'uploads' } }];
  expect(placesOf('uploads')).toEqual([
    ['dashboard', mount, claim],
    ['uploads', mount, claim],
  ]);
  expect(of('ConfigMap')[0]!.data!['IMPORT_SPOOL_DIR']).toBe('/uploads');
  const [shared] = of('PersistentVolumeClaim').filter(({ metadata }) => metadata.name === 'uploads');
  // The dashboards are on several nodes.
  expect(shared!.spec).toMatchObject({ accessModes: ['ReadWriteMany'] });
  const groups = pods
    .filter(([name]) => ['dashboard', 'uploads'].includes(name))
    .map(([, { securityContext }]) => securityContext);
  expect(groups).toMatchObject([{ fsGroup: 1000 }, { fsGroup: 1000 }]);
});

it('one worker imports at a time, and its successor starts after its end', () => {
  const [{ spec } = {} as Manifest] = of('Deployment').filter(({ metadata }) => metadata.name === 'uploads');
  expect([spec!.replicas, spec!.strategy]).toEqual([1, { type: 'Recreate' }]);
});

it('no secret stands in the repository', () => {
  const entries = of('Secret').flatMap(({ stringData }) => Object.entries(stringData!));
  const open = new Set(LIBPQ.filter((name) => name !== 'PGPASSWORD'));
  const secrets = entries.filter(([name]) => !open.has(name)).map(([, value]) => value);
  expect(secrets.filter((value) => value !== '' && !value.includes(':PASSWORD@'))).toEqual([]);
});

it('life and readiness are two questions where they differ', () => {
  const probes = serving.map((deployment) => {
    const [{ livenessProbe, readinessProbe } = {} as Container] = templateOf(deployment)!.spec.containers;
    return [deployment.metadata.name, livenessProbe?.httpGet?.path, readinessProbe?.httpGet?.path];
  });
  expect(probes).toEqual([
    ['api', '/api/v1/ping', '/api/v1/'],
    ['dashboard', '/api/ping', '/api/ping'],
    ['mcp', '/ping', '/'],
  ]);
});

it('there are always two of each service, and a disruption takes one at most', () => {
  const scaled = of('HorizontalPodAutoscaler').map(({ metadata, spec }) => [
    metadata.name,
    spec!.minReplicas,
  ]);
  const fixed = serving.flatMap(({ metadata, spec }) =>
    spec!.replicas === undefined ? [] : [[metadata.name, spec!.replicas]],
  );
  expect(Object.fromEntries([...scaled, ...fixed])).toEqual({ api: 2, mcp: 2, dashboard: 2 });
  expect(
    of('PodDisruptionBudget')
      .map(({ metadata }) => metadata.name)
      .toSorted(),
  ).toEqual(['api', 'dashboard', 'mcp']);
});

it('two imports, or two backups, never run at once, and a backup follows the imports', () => {
  const jobs = of('CronJob').map(({ metadata, spec }) => [
    metadata.name,
    spec!.concurrencyPolicy,
    spec!.schedule,
  ]);
  expect(jobs).toEqual([
    ['backup', 'Forbid', '30 9 * * *'],
    ['sync', 'Forbid', '30 7 * * *'],
  ]);
});

it('the connections at every maximum fit what PostgreSQL gives by default', () => {
  const [{ data } = {} as Manifest] = of('ConfigMap');
  const scaled = new Map(of('HorizontalPodAutoscaler').map(({ metadata, spec }) => [metadata.name, spec!]));
  const processes = serving.map(({ metadata: { name }, spec }) => {
    // At an upgrade, the new pods come before the old ones go.
    return (scaled.get(name)?.maxReplicas ?? spec!.replicas!) + spec!.strategy!.rollingUpdate!.maxSurge;
  });
  const sum = processes.reduce((total, count) => total + count, 0);
  const each = Number(data!['DATABASE_POOL_SIZE']) + CONNECTIONS_BESIDE_POOL;
  expect(processes).toHaveLength(3);
  expect(sum * each + OTHER_CONNECTIONS).toBeLessThanOrEqual(DEFAULT_CONNECTIONS);
});

it('everything but examples and jobs is applied', () => {
  const { resources } = yamlOf(`${FOLDER}/kustomization.yaml`) as { resources: string[] };
  const apart = ['kustomization', 'migrate', 'secret.example', 'monitoring/access'];
  const expected = files
    .map((file) => file.slice(FOLDER.length + 1))
    .filter((file) => !apart.includes(file.replace('.yaml', '')));
  expect(resources.toSorted()).toEqual(expected);
});

it('the image contains every file of docker/ that our containers run', () => {
  const { services } = composeFile();
  const words = [
    ...Object.values(services).map(({ image, entrypoint = [], command = [] }) => ({
      image,
      words: [entrypoint, command].flat(),
    })),
    ...pods
      .flatMap(([, pod]) => [...pod.containers, ...(pod.initContainers ?? [])])
      .map(({ image, command = [] }) => ({ image, words: command })),
  ].flatMap((each) => (each.image.startsWith('care-atlas:') ? each.words : []));
  const assembled = textOf('docker/assemble.sh').match(/docker\/[\w./]+/g)!;
  const named = words.filter((word) => word.startsWith('docker/'));
  const missing = named.filter(
    (file) => !assembled.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  expect([missing, new Set(named).size > 2]).toEqual([[], true]);
});
