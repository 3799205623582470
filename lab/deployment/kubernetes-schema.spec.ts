import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../tools/src/project.js';
import {
  type Manifest,
  manifests as shipped,
} from '../../tools/test/deployment/files/kubernetes-manifests.js';

interface Model {
  /** @throws Error for a value that the API refuses */
  validate(): void;
}
type Module = Readonly<Record<string, new (manifest: Manifest) => Model>>;

const KUSTOMIZE = 'kustomize.config.k8s.io/';
const manifests = shipped
  .filter(({ manifest }) => !manifest.apiVersion.startsWith(KUSTOMIZE))
  .map(({ file, manifest }) => [`${manifest.kind} ${manifest.metadata.name} of ${file}`, manifest] as const);
const moduleOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`;

it.each(manifests)('the API takes the values of %s', async (_, manifest) => {
  const { [manifest.kind]: Kind } = (await import(moduleOf(manifest))) as Module;
  expect(() => new Kind!(manifest).validate()).not.toThrow();
});

/** Returns what the compiler says of manifests as literals of the API's types, which have no field that they do not know. */
function unknownFields(all: readonly Manifest[]): string {
  const folder = mkdtempSync(join(PROJECT, 'lab/deployment/.types-'));
  try {
    const source = all.flatMap((manifest, index) => [
      `import type { I${manifest.kind} as Kind${index} } from '${moduleOf(manifest)}';`,
      `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`,
    ]);
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, source.join('\n'));
    const compiler = join(PROJECT, 'node_modules/@typescript/native/bin/tsc');
    const options = [
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--skipLibCheck',
      '--types',
      '',
      '--module',
      'nodenext',
    ];
    return spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('the API knows every field', () => {
  expect(unknownFields(manifests.map(([, manifest]) => manifest))).toBe('');
});

it('a misspelt field and a wrong value are noticed', async () => {
  const [, deployment] = manifests.find(([, { kind }]) => kind === 'Deployment')!;
  const misspelt = structuredClone(deployment);
  Object.assign(misspelt.spec!, { replicaz: 2 });
  expect(unknownFields([misspelt])).toMatch(/'"replicaz"' does not exist/);
  const { Deployment } = (await import(moduleOf(deployment))) as Module;
  const wrong = structuredClone(deployment);
  Object.assign(wrong.spec!, { replicas: 'two' });
  expect(() => new Deployment!(wrong).validate()).toThrow(/replicas/);
});
