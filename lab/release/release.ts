import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RELEASE } from '@care-atlas/server/configuration';
import { type Note, pendingVersion, withRelease } from './changelog.js';
import { filesWith, unknownPlaces, withVersion } from './version-places.js';
import { PROJECT } from '../../tools/src/project.js';

// npm run release
// Turns the notes in .changeset into a release: writes the next version wherever it occurs, and the notes into the
// changelog. Changesets decides the version.
// npm run release -- --development
// After a release: writes the version of what comes next, such as 1.1.0-dev, wherever it occurs.
const CHANGESET = join(PROJECT, 'lab/node_modules/@changesets/cli/bin.js');
interface Status {
  readonly changesets: readonly {
    readonly summary: string;
    readonly id: string;
    readonly releases: readonly { readonly name: string; readonly type: Note['weight'] }[];
  }[];
  readonly releases: readonly { readonly newVersion: string }[];
}

/** @returns what Changesets says of the notes, which fails where there are none */
function planned(): Status {
  const notes = readdirSync(join(PROJECT, '.changeset')).filter((file) => /^(?!README).*\.md$/.test(file));
  if (notes.length === 0) return { changesets: [], releases: [] };
  const directory = mkdtempSync(join(tmpdir(), 'care-atlas-release-'));
  const file = join(directory, 'status.json');
  try {
    execFileSync(process.execPath, [CHANGESET, 'status', `--output=${file}`], {
      cwd: PROJECT,
      stdio: 'inherit',
    });
    return JSON.parse(readFileSync(file, 'utf8')) as Status;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function rewrite(file: string, change: (text: string) => string): void {
  const path = join(PROJECT, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Writes another version wherever this one occurs. @throws Error for a place that is not known, before anything is written */
function writeVersion(version: string): void {
  const files = filesWith(RELEASE);
  const unknown = files.flatMap(([file, text]) => unknownPlaces(file, text, RELEASE));
  if (unknown.length > 0)
    throw new Error(
      `The version is in places that lab/release/version-places.ts does not know:\n${unknown.join('\n')}`,
    );
  for (const [file] of files) rewrite(file, (text) => withVersion(file, text, RELEASE, version));
}

/** @returns the version */
function release(): string {
  const { changesets, releases } = planned();
  const changelog = readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8');
  // What the changelog announces is released first, whatever the notes say.
  const pending = pendingVersion(changelog);
  const version = pending ?? releases[0]?.newVersion ?? RELEASE;
  const notes = changesets.map(({ summary, releases: about }) => ({
    weight: about[0]!.type,
    packages: about.map(({ name }) => name),
    text: summary,
  }));
  const day = new Date().toISOString().slice(0, 10);
  const released = withRelease(changelog, version, day, notes);
  writeVersion(version);
  writeFileSync(join(PROJECT, 'CHANGELOG.md'), released);
  for (const { id } of changesets) rmSync(join(PROJECT, '.changeset', `${id}.md`));
  return version;
}

/** @returns the version @throws Error if the last release was not made */
function beginDevelopment(): string {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+$/.exec(RELEASE) ?? [];
  if (major === undefined) throw new Error(`${RELEASE} is not a release: make it first.`);
  const version = `${major}.${Number(minor) + 1}.0-dev`;
  writeVersion(version);
  return version;
}

// Any other word must not make a release.
const { values } = parseArgs({ options: { development: { type: 'boolean', default: false } } });
const version = values.development ? beginDevelopment() : release();
console.log(
  `${version}: now npm install, npm run golden, npm run check; what is left is in docs/build/release.md.`,
);
