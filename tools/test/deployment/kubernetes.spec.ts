import {
  type Container,
  files,
  FOLDER,
  type Manifest,
  manifestsOf as of,
  pods,
} from './files/kubernetes-manifests.js';
import { composeFile } from './files/compose-file.js';
import { CONNECTIONS_BESIDE_POOL, OTHER_CONNECTIONS } from './connections.js';
import { textOf, yamlOf } from './files/project-file.js';

/** max_connections of a server that nobody configured. */
const DEFAULT_CONNECTIONS = 100;
/** What pg_dump and psql read, of the secret of backups. */
const LIBPQ = ['PGHOST', 'PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGSSLMODE', 'PGSSLROOTCERT'];
const FOLDERS = /^\/(exports|uploads|imports|backups)$/;
interface Volume {
  readonly name?: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
}
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

it('folders are claims of their name, which the pods of all nodes share', () => {
  const claimed = pods.flatMap(([, { volumes = [] }]) =>
    volumes.flatMap((each) => {
      const { name, persistentVolumeClaim } = each as Volume;
      return persistentVolumeClaim && name !== 'backups' ? [[name, persistentVolumeClaim.claimName]] : [];
    }),
  );
  expect(claimed.filter(([name, claim]) => name !== claim)).toEqual([]);
  const shared = of('PersistentVolumeClaim').filter(({ metadata }) => metadata.name !== 'backups');
  expect(new Set(shared.map(({ metadata }) => metadata.name))).toEqual(
    new Set(claimed.map(([name]) => name)),
  );
  for (const { spec } of shared) expect(spec).toMatchObject({ accessModes: ['ReadWriteMany'] });
  const [{ data } = {} as Manifest] = of('ConfigMap');
  expect([data!['EXPORT_DIR'], data!['IMPORT_SPOOL_DIR']]).toEqual(['/exports', '/uploads']);
});

it('pods that write to a folder are of its group', () => {
  const writing = pods.filter(([, { containers }]) =>
    containers[0]!.volumeMounts?.some(({ mountPath, readOnly }) => FOLDERS.test(mountPath) && !readOnly),
  );
  expect(writing.map(([name]) => name)).toEqual(['backup', 'dashboard', 'sync', 'uploads']);
  for (const [, { securityContext }] of writing) expect(securityContext).toMatchObject({ fsGroup: 1000 });
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

it('a disruption takes one of a service at most', () => {
  const budgets = of('PodDisruptionBudget').map(({ metadata, spec }) => [metadata.name, spec]);
  expect(Object.fromEntries(budgets)).toMatchObject(
    Object.fromEntries(serving.map(({ metadata }) => [metadata.name, { maxUnavailable: 1 }])),
  );
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
  const apart = ['kustomization', 'migrate/migrate', 'secret.example', 'monitoring/access'];
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
