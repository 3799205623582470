/** A note on a change, as `npm run note` writes it. */
export interface Note {
  readonly weight: 'major' | 'minor' | 'patch';
  /** Names of the packages that it is about. */
  readonly packages: readonly string[];
  /** Markdown. */
  readonly text: string;
}

const SECTION_OF: Readonly<Record<string, string>> = {
  api: 'API and portal',
  client: 'Clients',
  domain: 'Clients',
  mcp: 'Assistants',
  'admin-dashboard': 'Dashboard',
  sync: 'Imports',
  data: 'Imports',
};
/** The sections of a release in their order. */
const SECTIONS = ['What you have to do', ...new Set(Object.values(SECTION_OF)), 'Operation', 'Fixed'];
const RELEASE = /^## /m;
const PENDING = /^## (\d+\.\d+\.\d+) – unreleased$/m;

/** Returns the version of a release that the changelog announces and that was not made. */
export function pendingVersion(changelog: string): string | undefined {
  return PENDING.exec(changelog)?.[1];
}

/** Returns the section of a note: what an operator has to do, what was fixed, or what is new by its first package. */
function sectionOf({ weight, packages: [name = ''] }: Note): string {
  if (weight === 'major') return 'What you have to do';
  if (weight === 'patch') return 'Fixed';
  return SECTION_OF[name.replace('@care-atlas/', '')] ?? 'Operation';
}

/**
 * Adds a release to a changelog, before the others. One that is announced keeps its text, and each note follows what its section
 * has there.
 * @param day as 2026-11-20
 * @throws Error when nothing was announced and there are no notes
 */
export function withRelease(changelog: string, version: string, day: string, notes: readonly Note[]): string {
  const isPending = pendingVersion(changelog) === version;
  if (notes.length === 0 && !isPending) throw new Error('There are no notes: `npm run note` writes one.');
  const heading = `## ${version} – ${day}`;
  const text = isPending ? changelog.replace(PENDING, heading) : withHeading(changelog, heading);
  const [before = '', rest = ''] = text.split(`${heading}\n`);
  const next = rest.search(RELEASE);
  const own = next === -1 ? rest : rest.slice(0, next);
  const filled = SECTIONS.reduce(
    (release, section) =>
      withNotes(
        release,
        section,
        notes.filter((note) => sectionOf(note) === section),
      ),
    own.trim(),
  );
  const after = next === -1 ? '' : `\n${rest.slice(next)}`;
  return `${before}${heading}\n\n${filled}\n${after}`;
}

/** Adds an empty release before the others. */
function withHeading(changelog: string, heading: string): string {
  const at = changelog.search(RELEASE);
  return at === -1
    ? `${changelog.trimEnd()}\n\n${heading}\n`
    : `${changelog.slice(0, at)}${heading}\n\n${changelog.slice(at)}`;
}

/** Adds notes to the end of a section of a release, which may be new. */
function withNotes(release: string, section: string, notes: readonly Note[]): string {
  if (notes.length === 0) return release;
  const bullets = notes.map(({ text }) => bullet(text)).join('\n');
  const sections = release.split(/\n+(?=### )/).map((text) => text.trim());
  const at = sections.findIndex((text) => text.startsWith(`### ${section}\n`));
  if (at === -1) sections.push(`### ${section}\n\n${bullets}`);
  else sections[at] += `\n${bullets}`;
  return sections.join('\n\n').trim();
}

function bullet(text: string): string {
  return `- ${text.trim().replaceAll('\n', '\n  ')}`;
}
