/** A note on a change, as `npm run note` writes it. */
export interface Note {
  readonly weight: 'major' | 'minor' | 'patch';
  /** Markdown. */
  readonly text: string;
}

const HEADINGS: Readonly<Record<Note['weight'], string>> = {
  major: 'What you have to do',
  minor: 'New',
  patch: 'Mended',
};
const RELEASE = /^## /m;

/**
 * Adds a release to a changelog, before the others.
 * @param day as 2026-11-20
 * @throws Error when there are no notes
 */
export function withRelease(changelog: string, version: string, day: string, notes: readonly Note[]): string {
  if (notes.length === 0) throw new Error('There are no notes: `npm run note` writes one.');
  const sections = (Object.keys(HEADINGS) as Note['weight'][]).flatMap((weight) => {
    const bullets = notes.filter((note) => note.weight === weight).map(({ text }) => bullet(text));
    return bullets.length === 0 ? [] : [`### ${HEADINGS[weight]}\n\n${bullets.join('\n')}`];
  });
  const release = `## ${version} – ${day}\n\n${sections.join('\n\n')}\n`;
  const at = changelog.search(RELEASE);
  return at === -1
    ? `${changelog}\n${release}`
    : `${changelog.slice(0, at)}${release}\n${changelog.slice(at)}`;
}

function bullet(text: string): string {
  return `- ${text.trim().replaceAll('\n', '\n  ')}`;
}
