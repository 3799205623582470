import { globSync } from 'node:fs';
import { VARIABLES } from '@care-atlas/server/configuration';
import { Ajv } from 'ajv';
import { KUBERNETES_SCHEMAS } from './kubernetes-schema.js';
import { PROJECT, yamlsOf } from './project-file.js';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly envFrom: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  readonly securityContext: object;
  readonly readinessProbe?: { httpGet: { path: string } };
  readonly livenessProbe?: { httpGet: { path: string } };
}
interface Pod {
  readonly securityContext: object;
  readonly containers: readonly Container[];
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: { readonly spec: Pod };
    readonly jobTemplate?: { readonly spec: { readonly template: { readonly spec: Pod } } };
    readonly concurrencyPolicy?: string;
    readonly minReplicas?: number;
    readonly replicas?: number;
  };
}

const FOLDER = 'docker/kubernetes';
const files = globSync(`${FOLDER}/*.yaml`, { cwd: PROJECT }).toSorted();
const manifests = files.flatMap((file) =>
  (yamlsOf(file) as Manifest[]).map((manifest) => ({ file, manifest })),
);
const of = (kind: string) =>
  manifests.map(({ manifest }) => manifest).filter((manifest) => manifest.kind === kind);
const podOf = ({ spec }: Manifest) => spec?.template?.spec ?? spec?.jobTemplate?.spec.template.spec;
const pods = manifests.flatMap(({ manifest }) => {
  const pod = podOf(manifest);
  return pod ? [[manifest.metadata.name, pod] as const] : [];
});
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
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: expect.anything(), limits: { memory: expect.anything() } },
        },
      ],
    });
  });

  it('is told by maps and secrets that there are', () => {
    const sources = pod.containers.flatMap(({ envFrom }) => envFrom);
    for (const { configMapRef, secretRef } of sources) {
      const known = of(configMapRef ? 'ConfigMap' : 'Secret').map(({ metadata }) => metadata.name);
      expect(known).toContain((configMapRef ?? secretRef)!.name);
    }
  });
});

it('what they are told is known to the programs', () => {
  const names = [...of('ConfigMap'), ...of('Secret')].flatMap(({ data, stringData }) =>
    Object.keys(data ?? stringData!),
  );
  expect(Object.keys(VARIABLES)).toEqual(expect.arrayContaining(names));
});

it('no secret stands in the repository', () => {
  const values = of('Secret').flatMap(({ stringData }) => Object.values(stringData!));
  expect(values.filter((value) => value !== '' && !value.includes(':PASSWORD@'))).toEqual([]);
});

it('life and readiness are two questions where they differ', () => {
  const probes = of('Deployment').map((deployment) => {
    const [{ livenessProbe, readinessProbe } = {} as Container] = podOf(deployment)!.containers;
    return [deployment.metadata.name, livenessProbe?.httpGet.path, readinessProbe?.httpGet.path];
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
  const fixed = of('Deployment').flatMap(({ metadata, spec }) =>
    spec!.replicas === undefined ? [] : [[metadata.name, spec!.replicas]],
  );
  expect(Object.fromEntries([...scaled, ...fixed])).toEqual({ api: 2, mcp: 2, dashboard: 2 });
  expect(
    of('PodDisruptionBudget')
      .map(({ metadata }) => metadata.name)
      .toSorted(),
  ).toEqual(['api', 'dashboard', 'mcp']);
});

it('two imports never run at once', () => {
  expect(of('CronJob').map(({ spec }) => spec!.concurrencyPolicy)).toEqual(['Forbid']);
});
