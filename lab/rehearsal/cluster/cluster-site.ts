import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, parseDocument } from 'yaml';
import type {
  Container as PodContainer,
  Manifest,
} from '../../../tools/test/deployment/files/kubernetes-manifests.js';
import { DOCKER } from '../image.js';
import { DATABASE_NAMES, STORE_NAMES } from '../outside-names.js';

type Values = Readonly<Record<string, string>>;

/** Values that are of the compose file, and not the operator's. */
const OF_COMPOSE = new Set(['HEALTH_API_URL', 'HEALTH_MCP_URL']);
/** What the site changes beside its values: more processes. */
const THREE_APIS = {
  target: { kind: 'HorizontalPodAutoscaler', name: 'api' },
  patch: '- { op: replace, path: /spec/minReplicas, value: 3 }',
};

/**
 * The manifests of a site: docker/kubernetes with a copy of docker/kubernetes-site and the operator's secrets, as `kubectl`
 * reads them.
 */
export class ClusterSite {
  readonly manifests: readonly Manifest[];

  /**
   * @param folder for the copy
   * @param networks what the copy says in networks.yaml
   * @param values variables, also those that are secrets, and the passwords of the roles and of the store
   */
  constructor(folder: string, networks: Values, values: Values) {
    for (const name of ['kubernetes', 'kubernetes-site'])
      cpSync(join(DOCKER, name), join(folder, name), { recursive: true });
    const site = join(folder, 'kubernetes-site');
    fill(join(site, 'networks.yaml'), networks);
    const kustomization = parseDocument(readFileSync(join(site, 'kustomization.yaml'), 'utf8'));
    kustomization.addIn(['patches'], THREE_APIS);
    writeFileSync(join(site, 'kustomization.yaml'), kustomization.toString());
    const { data } = parseDocument(
      readFileSync(join(folder, 'kubernetes/configuration.yaml'), 'utf8'),
    ).toJS() as Manifest;
    const open = Object.entries(values).filter(([name]) => name in data! && !OF_COMPOSE.has(name));
    fill(join(site, 'configuration.yaml'), Object.fromEntries(open));
    const examples = manifestsIn(readFileSync(join(folder, 'kubernetes/secret.example.yaml'), 'utf8'));
    this.manifests = [
      ...['kubernetes-site/migrate', 'kubernetes-site'].flatMap((path) =>
        manifestsIn(execFileSync('kubectl', ['kustomize', join(folder, path)], { encoding: 'utf8' })),
      ),
      ...examples.map((secret) => ({ ...secret, stringData: secretData(secret, values) })),
    ];
  }

  of(kind: string): readonly Manifest[] {
    return this.manifests.filter((manifest) => manifest.kind === kind);
  }

  /** Returns the manifest with a name. @throws Error if there is none */
  named(kind: string, name: string): Manifest {
    const found = this.of(kind).find(({ metadata }) => metadata.name === name);
    if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
    return found;
  }

  /** Returns the variables that the manifests give a container. */
  environmentOf({ envFrom = [], env = [] }: PodContainer, maps: Readonly<Record<string, Values>>): Values {
    const all = envFrom.map(({ configMapRef, secretRef }) =>
      configMapRef
        ? this.named('ConfigMap', configMapRef.name).data
        : this.named('Secret', secretRef!.name).stringData,
    );
    const own = env.flatMap(({ name, value, valueFrom }) => {
      if (value !== undefined) return [[name, value]];
      const { configMapKeyRef: key } = valueFrom as { configMapKeyRef: { name: string; key: string } };
      const found = maps[key.name]?.[key.key];
      return found === undefined ? [] : [[name, found]];
    });
    return Object.assign({}, ...all, Object.fromEntries(own)) as Values;
  }
}

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** Sets values in the data of a map. */
function fill(file: string, values: Values): void {
  const document = parseDocument(readFileSync(file, 'utf8'));
  for (const [name, value] of Object.entries(values)) document.setIn(['data', name], value);
  writeFileSync(file, document.toString());
}

/** Returns the data of a secret with the passwords of its role and of the store, and what the operator has of the rest. */
function secretData({ stringData = {} }: Manifest, values: Values): Values {
  const entries = Object.entries(withScale(stringData)).map(([name, text]) => {
    if (name === 'PGPASSWORD') return [name, values['BACKUP_PASSWORD']!];
    const role = /care_atlas_(\w+):PASSWORD@/.exec(text)?.[1] ?? 'store';
    const password = values[`${role.toUpperCase()}_PASSWORD`]!;
    return [name, text.includes(':PASSWORD@') ? text.replace('PASSWORD', password) : (values[name] ?? text)];
  });
  return Object.fromEntries(entries) as Values;
}

/** Returns the secret of a service that answers with PgBouncer, a standby and a Redis cluster: docs/operate/scale.md. */
function withScale(stringData: Values): Values {
  const { DATABASE_URL = '', DIRECTORY_DATABASE_URL } = stringData;
  if (DIRECTORY_DATABASE_URL === undefined) return stringData;
  const { primary, pooler, standby } = DATABASE_NAMES;
  const nodes = STORE_NAMES.map((name) => `${name}:6379`);
  return {
    ...stringData,
    DATABASE_URL: DATABASE_URL.replace(`${primary}:5432`, `${pooler}:6432`),
    DIRECTORY_DATABASE_URL: DATABASE_URL.replace(primary, standby),
    REDIS_URL: `rediss+cluster://:PASSWORD@${nodes.join(',')}`,
  };
}
