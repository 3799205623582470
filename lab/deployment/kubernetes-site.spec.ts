import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { PROJECT } from '../../tools/src/project.js';
import { type Manifest, templateOf } from '../../tools/test/deployment/files/kubernetes-manifests.js';

const DOCKER = join(PROJECT, 'docker');
// Of no package that tests may install: the one of Debian is too old.
const { status } = spawnSync('kubectl', ['kustomize', join(DOCKER, 'kubernetes-site')], { stdio: 'ignore' });
const describeSite = status === 0 ? describe : describe.skip;

function built(path: string, docker = DOCKER): Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', join(docker, path)], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

const nameOf = ({ kind, metadata: { name } }: Manifest) => `${kind} ${name}`;
const byName = (manifests: readonly Manifest[]) =>
  new Map(manifests.map((manifest) => [nameOf(manifest), JSON.stringify(manifest)]));

describeSite('docker/kubernetes-site, read by kubectl 1.27 or newer,', () => {
  it('a site changes the map, the claims, the images and the networks, and nothing else', () => {
    const [base, site] = [byName(built('kubernetes')), byName(built('kubernetes-site'))];
    expect([...site.keys()]).toEqual([...base.keys()]);
    expect([...site.keys()].filter((name) => site.get(name) !== base.get(name)).toSorted()).toEqual([
      'ConfigMap care-atlas',
      'CronJob backup',
      'CronJob sync',
      'Deployment api',
      'Deployment dashboard',
      'Deployment mcp',
      'Deployment uploads',
      'NetworkPolicy from-ingress',
      'NetworkPolicy from-monitoring',
      'NetworkPolicy to-collector',
      'NetworkPolicy to-database',
      'NetworkPolicy to-names',
      'NetworkPolicy to-store',
      'PersistentVolumeClaim exports',
      'PersistentVolumeClaim imports',
      'PersistentVolumeClaim uploads',
    ]);
  });

  it('every pod of the product has the image of the site, also the migration', () => {
    const images = [...built('kubernetes-site'), ...built('kubernetes-site/migrate')].flatMap((manifest) => {
      const pod = templateOf(manifest)?.spec;
      return [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])].map(({ image }) => image);
    });
    expect(new Set(images.filter((image) => !image.startsWith('postgres:')))).toEqual(
      new Set([expect.stringMatching(/^registry\.example\/care-atlas:\d/)]),
    );
    expect(images.filter((image) => image.includes('/care-atlas:'))).toHaveLength(7);
  });

  it('each value of networks.yaml reaches the policies', () => {
    const folder = mkdtempSync(join(tmpdir(), 'care-atlas-site-'));
    try {
      for (const name of ['kubernetes', 'kubernetes-site'])
        cpSync(join(DOCKER, name), join(folder, name), { recursive: true });
      const file = join(folder, 'kubernetes-site/networks.yaml');
      const names = ['database', 'store', 'names', 'ingress', 'monitoring'];
      const changed = names.reduce(
        (text, name) => text.replace(new RegExp(`^  ${name}: .*$`, 'm'), `  ${name}: of-${name}`),
        readFileSync(file, 'utf8'),
      );
      writeFileSync(file, changed);
      const policies = built('kubernetes-site', folder).filter(({ kind }) => kind === 'NetworkPolicy');
      const found = names.map((name) => JSON.stringify(policies).split(`"of-${name}"`).length - 1);
      expect(found).toEqual([1, 1, 1, 1, 2]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
