import { globSync } from 'node:fs';
import { PROJECT, yamlsOf } from './project-file.js';

/** A container, with the fields that the tests read. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
  }[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly envFrom?: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  readonly securityContext: object;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
}
interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly exec?: { readonly command: readonly string[] };
}
export interface Pod {
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly object[];
}
interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: Pod;
}
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: PodTemplate;
    readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
    readonly concurrencyPolicy?: string;
    readonly schedule?: string;
    readonly strategy?: { readonly type?: string; readonly rollingUpdate?: { readonly maxSurge: number } };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly replicas?: number;
  };
}

export const FOLDER = 'docker/kubernetes';
export const files = globSync(`${FOLDER}/{*,migrate/migrate,monitoring/access}.yaml`, {
  cwd: PROJECT,
}).toSorted();
export const manifests = files.flatMap((file) =>
  (yamlsOf(file) as Manifest[]).map((manifest) => ({ file, manifest })),
);

export function manifestsOf(kind: string): readonly Manifest[] {
  return manifests.map(({ manifest }) => manifest).filter((manifest) => manifest.kind === kind);
}

/** Returns the template of the pods of a workload; undefined for another manifest. */
export function templateOf({ spec }: Manifest): PodTemplate | undefined {
  return spec?.template ?? spec?.jobTemplate?.spec.template;
}

/** The pods of each workload, by its name. */
export const pods = manifests.flatMap(({ manifest }) => {
  const template = templateOf(manifest);
  return template ? [[manifest.metadata.name, template.spec] as const] : [];
});
