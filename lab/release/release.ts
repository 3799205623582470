import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RELEASE } from '@care-atlas/server/configuration';
import { type Note, withRelease } from './changelog.js';
import { PROJECT } from '../../tools/src/project.js';

// npm run release
// Turns the notes in .changeset into a release: writes the next version wherever it occurs, and the notes into the
// changelog. Changesets decides the version and updates the packages; this program updates the rest.
const CHANGESET = join(PROJECT, 'lab/node_modules/@changesets/cli/bin.js');
/** Other places of the version, with the text around it. */
const PLACES: readonly (readonly [words: string, files: readonly string[]])[] = [
  ['"version": "#"', ['package.json', 'apps/mcp/bundle/manifest.json', 'apps/mcp/bundle/server.json']],
  ['download/v#/', ['apps/mcp/bundle/server.json']],
  ["RELEASE = '#'", ['libs/server/src/configuration/release.ts']],
  ['VERSION=#', ['docker/Dockerfile']],
  ['VERSION:-#', ['docker/compose.yaml']],
  ['newTag: #', ['docker/kubernetes/kustomization.yaml']],
  [
    'care-atlas:#',
    [
      'docker/Dockerfile',
      ...['api', 'mcp', 'dashboard', 'sync', 'migrate'].map((name) => `docker/kubernetes/${name}.yaml`),
    ],
  ],
];

interface Status {
  readonly changesets: readonly {
    readonly summary: string;
    readonly releases: readonly { readonly type: Note['weight'] }[];
  }[];
  readonly releases: readonly { readonly newVersion: string }[];
}

function changeset(...words: string[]): void {
  execFileSync(process.execPath, [CHANGESET, ...words], { cwd: PROJECT, stdio: 'inherit' });
}

function planned(): Status {
  const directory = mkdtempSync(join(tmpdir(), 'care-atlas-release-'));
  const file = join(directory, 'status.json');
  try {
    changeset('status', `--output=${file}`);
    return JSON.parse(readFileSync(file, 'utf8')) as Status;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function rewrite(file: string, change: (text: string) => string): void {
  const path = join(PROJECT, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

// It takes no arguments: `--help` or a version must not make a release.
parseArgs();

const { changesets, releases } = planned();
const version = releases[0]?.newVersion ?? RELEASE;
const notes = changesets.map(({ summary, releases: [about] }) => ({ weight: about!.type, text: summary }));
const day = new Date().toISOString().slice(0, 10);
rewrite('CHANGELOG.md', (text) => withRelease(text, version, day, notes));
changeset('version');
for (const [words, files] of PLACES) {
  for (const file of files)
    rewrite(file, (text) => text.replaceAll(words.replace('#', RELEASE), words.replace('#', version)));
}
console.log(
  `${version}: now npm install, npm run golden, npm run check; what is left is in docs/build/release.md.`,
);
