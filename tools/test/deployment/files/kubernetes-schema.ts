import type { SchemaObject } from 'ajv';

// The part of the Kubernetes API that the manifests use, after the API reference of 1.30. A misspelled or misplaced field
// is refused, as by the API server with strict validation.
const text = { type: 'string' };
const number = { type: 'integer' };
const flag = { type: 'boolean' };
const texts = { type: 'array', items: text };
const textMap = { type: 'object', additionalProperties: text };
const amount = { type: 'string', pattern: '^[0-9]+(m|Mi|Gi)?$' };
const many = (items: SchemaObject): SchemaObject => ({ type: 'array', items, minItems: 1 });
const oneOf = (...words: string[]): SchemaObject => ({ enum: words });

/** Returns the schema of an object with these fields only; those that end in ! are required. */
function object(fields: Readonly<Record<string, SchemaObject>>): SchemaObject {
  const entries = Object.entries(fields).map(([name, schema]) => [name.replace('!', ''), schema] as const);
  const required = Object.keys(fields).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: false };
}

const metadata = object({
  'name!': { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' },
  namespace: text,
  labels: textMap,
  annotations: textMap,
});
const podMetadata = object({ 'labels!': textMap, annotations: textMap });
const selector = object({
  matchLabels: textMap,
  matchExpressions: many(
    object({ 'key!': text, 'operator!': oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'), values: texts }),
  ),
});
const probe = object({
  httpGet: object({ 'path!': text, 'port!': text }),
  exec: object({ 'command!': texts }),
  periodSeconds: number,
  timeoutSeconds: number,
  failureThreshold: number,
});
const resources = object({ cpu: amount, memory: amount });
const container = object({
  'name!': text,
  'image!': text,
  command: texts,
  args: texts,
  env: many(
    object({
      'name!': text,
      value: text,
      valueFrom: object({ configMapKeyRef: object({ 'name!': text, 'key!': text, optional: flag }) }),
    }),
  ),
  envFrom: many(object({ configMapRef: object({ 'name!': text }), secretRef: object({ 'name!': text }) })),
  ports: many(object({ 'name!': text, 'containerPort!': number })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: object({ preStop: object({ 'sleep!': object({ 'seconds!': number }) }) }),
  resources: object({ requests: resources, limits: resources }),
  securityContext: object({
    allowPrivilegeEscalation: flag,
    readOnlyRootFilesystem: flag,
    capabilities: object({ drop: texts }),
  }),
  volumeMounts: many(object({ 'name!': text, 'mountPath!': text, readOnly: flag })),
});
const pod = object({
  automountServiceAccountToken: flag,
  enableServiceLinks: flag,
  restartPolicy: oneOf('Never', 'OnFailure', 'Always'),
  terminationGracePeriodSeconds: number,
  securityContext: object({
    runAsNonRoot: flag,
    runAsUser: number,
    runAsGroup: number,
    fsGroup: number,
    seccompProfile: object({ 'type!': oneOf('RuntimeDefault') }),
  }),
  topologySpreadConstraints: many(
    object({
      'maxSkew!': number,
      'topologyKey!': text,
      'whenUnsatisfiable!': oneOf('ScheduleAnyway', 'DoNotSchedule'),
      labelSelector: selector,
    }),
  ),
  initContainers: many(container),
  'containers!': many(container),
  volumes: many(
    object({
      'name!': text,
      emptyDir: object({ sizeLimit: amount }),
      configMap: object({ 'name!': text, optional: flag }),
      persistentVolumeClaim: object({ 'claimName!': text, readOnly: flag }),
    }),
  ),
});
const template = object({ 'metadata!': podMetadata, 'spec!': pod });
const job = object({
  backoffLimit: number,
  activeDeadlineSeconds: number,
  ttlSecondsAfterFinished: number,
  'template!': template,
});
const peers = many(
  object({
    namespaceSelector: selector,
    podSelector: selector,
    ipBlock: object({ 'cidr!': text, except: texts }),
  }),
);
const policyPorts = many(
  object({ 'protocol!': oneOf('TCP', 'UDP'), 'port!': { type: ['integer', 'string'] } }),
);

const SPECS: Readonly<Record<string, Readonly<Record<string, SchemaObject>>>> = {
  'v1 Namespace': {},
  'v1 ConfigMap': { 'data!': textMap },
  'v1 Secret': { 'stringData!': textMap },
  'v1 Service': {
    'spec!': object({
      'selector!': textMap,
      'ports!': many(object({ 'name!': text, 'port!': number, 'targetPort!': text })),
    }),
  },
  'v1 PersistentVolumeClaim': {
    'spec!': object({
      'accessModes!': many(oneOf('ReadWriteOnce', 'ReadWriteMany', 'ReadOnlyMany')),
      'resources!': object({ 'requests!': object({ 'storage!': amount }) }),
    }),
  },
  'apps/v1 Deployment': {
    'spec!': object({
      replicas: number,
      revisionHistoryLimit: number,
      'selector!': selector,
      strategy: object({
        type: oneOf('Recreate'),
        rollingUpdate: object({ maxUnavailable: number, maxSurge: number }),
      }),
      'template!': template,
    }),
  },
  'batch/v1 Job': { 'spec!': job },
  'batch/v1 CronJob': {
    'spec!': object({
      'schedule!': { type: 'string', pattern: '^([0-9*/,-]+ ){4}[0-9*/,-]+$' },
      timeZone: text,
      concurrencyPolicy: oneOf('Forbid', 'Allow', 'Replace'),
      startingDeadlineSeconds: number,
      successfulJobsHistoryLimit: number,
      failedJobsHistoryLimit: number,
      'jobTemplate!': object({ 'spec!': job }),
    }),
  },
  'rbac.authorization.k8s.io/v1 Role': {
    'rules!': many(object({ 'apiGroups!': texts, 'resources!': texts, 'verbs!': texts })),
  },
  'rbac.authorization.k8s.io/v1 RoleBinding': {
    'roleRef!': object({ 'apiGroup!': text, 'kind!': text, 'name!': text }),
    'subjects!': many(object({ 'kind!': text, 'name!': text, namespace: text })),
  },
  'policy/v1 PodDisruptionBudget': { 'spec!': object({ maxUnavailable: number, 'selector!': selector }) },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    'spec!': object({
      'scaleTargetRef!': object({ 'apiVersion!': text, 'kind!': text, 'name!': text }),
      minReplicas: number,
      'maxReplicas!': number,
      'metrics!': many(
        object({
          'type!': oneOf('Resource'),
          'resource!': object({
            'name!': oneOf('cpu', 'memory'),
            'target!': object({ 'type!': oneOf('AverageValue'), 'averageValue!': amount }),
          }),
        }),
      ),
      behavior: object({ scaleDown: object({ stabilizationWindowSeconds: number }) }),
    }),
  },
  'networking.k8s.io/v1 NetworkPolicy': {
    'spec!': object({
      'podSelector!': selector,
      'policyTypes!': many(oneOf('Ingress', 'Egress')),
      ingress: many(object({ 'from!': peers, 'ports!': policyPorts })),
      egress: many(object({ 'to!': peers, 'ports!': policyPorts })),
    }),
  },
};

/** The schema of each kind in use, by its version and kind. */
export const KUBERNETES_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  ...Object.fromEntries(
    Object.entries(SPECS).map(([name, fields]) => {
      const [apiVersion = '', kind = ''] = name.split(' ');
      return [
        name,
        object({
          'apiVersion!': { const: apiVersion },
          'kind!': { const: kind },
          'metadata!': metadata,
          ...fields,
        }),
      ];
    }),
  ),
  // Read by kubectl and never sent.
  'kustomize.config.k8s.io/v1beta1 Kustomization': object({
    'apiVersion!': text,
    'kind!': text,
    'resources!': texts,
    images: many(object({ 'name!': text, 'newTag!': text })),
  }),
};
