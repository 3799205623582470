import { RELEASE } from '@care-atlas/server/configuration';
import { filesWith, unknownPlaces, withVersion } from './version-places.js';

const files = filesWith(RELEASE);

it('every place of the version is changed, or is about something else', () => {
  expect(files.flatMap(([file, text]) => unknownPlaces(file, text, RELEASE))).toEqual([]);
});

it('all programs, manifests and packages are changed', () => {
  const changed = files.filter(([file, text]) => withVersion(file, text, RELEASE, '9.8.7') !== text);
  const names = changed.map(([file]) => file);
  expect(names).toEqual(
    expect.arrayContaining([
      'package.json',
      'libs/client/package.json',
      'libs/server/src/configuration/release.ts',
      'docker/Dockerfile',
      'docker/compose.yaml',
      'docker/kubernetes/kustomization.yaml',
      'docker/kubernetes-site/image/kustomization.yaml',
      ...['api', 'mcp', 'dashboard', 'sync', 'uploads', 'backup', 'migrate/migrate'].map(
        (name) => `docker/kubernetes/${name}.yaml`,
      ),
    ]),
  );
  // The guides name the package of the client.
  expect(names.filter((name) => name.startsWith('docs/')).toSorted()).toEqual([
    'docs/guides/first-request.md',
    'docs/guides/fr/first-request.md',
    'docs/guides/openings.md',
  ]);
});

it('a new place is noticed', () => {
  expect(unknownPlaces('docker/new.yaml', `image: elsewhere:${RELEASE}\n`, RELEASE)).toEqual([
    `docker/new.yaml:1: image: elsewhere:${RELEASE}`,
  ]);
});
