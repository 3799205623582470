/** A note on a change, as `npm run note` writes it. */
export interface Note {
  readonly weight: 'major' | 'minor' | 'patch';
  /** Names of the packages that it is about. */
  readonly packages: readonly string[];
  /** Markdown. */
  readonly text: string;
}

/** What API users notice. Everything else is about operation. */
const OF_USERS = new Set(['api', 'client', 'mcp', 'domain'].map((name) => `@care-atlas/${name}`));
const isForUsers = ({ packages }: Note) => packages.some((name) => OF_USERS.has(name));
/** The sections of a release in their order. */
const SECTIONS: readonly (readonly [heading: string, has: (note: Note) => boolean])[] = [
  ['What you have to do', ({ weight }) => weight === 'major'],
  ['New for users', (note) => note.weight === 'minor' && isForUsers(note)],
  ['New for operators', (note) => note.weight === 'minor' && !isForUsers(note)],
  ['Mended', ({ weight }) => weight === 'patch'],
];
const RELEASE = /^## /m;
const PENDING = /^## (\d+\.\d+\.\d+) – unreleased$/m;

/** Returns the version of a release that the changelog announces and that was not made. */
export function pendingVersion(changelog: string): string | undefined {
  return PENDING.exec(changelog)?.[1];
}

/**
 * Adds a release to a changelog, before the others. One that is announced keeps its text, which the notes follow.
 * @param day as 2026-11-20
 * @throws Error when there are no notes
 */
export function withRelease(changelog: string, version: string, day: string, notes: readonly Note[]): string {
  if (notes.length === 0) throw new Error('There are no notes: `npm run note` writes one.');
  const sections = SECTIONS.flatMap(([heading, has]) => {
    const bullets = notes.filter(has).map(({ text }) => bullet(text));
    return bullets.length === 0 ? [] : [`### ${heading}\n\n${bullets.join('\n')}`];
  });
  const added = `${sections.join('\n\n')}\n`;
  const heading = `## ${version} – ${day}`;
  if (pendingVersion(changelog) === version) {
    const dated = changelog.replace(PENDING, heading);
    const after = dated.indexOf('\n## ', dated.indexOf(heading));
    return after === -1
      ? `${dated.trimEnd()}\n\n${added}`
      : `${dated.slice(0, after).trimEnd()}\n\n${added}${dated.slice(after)}`;
  }
  const at = changelog.search(RELEASE);
  const release = `${heading}\n\n${added}`;
  return at === -1
    ? `${changelog}\n${release}`
    : `${changelog.slice(0, at)}${release}\n${changelog.slice(at)}`;
}

function bullet(text: string): string {
  return `- ${text.trim().replaceAll('\n', '\n  ')}`;
}
