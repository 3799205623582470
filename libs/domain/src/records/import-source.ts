/** A kind of file that can be imported, and the options that its import takes. */
interface ImportSource {
  /** Whether a file may hold everything that its source has, so that records that it lacks expire or close. */
  readonly canBeComplete: boolean;
  /** Whether every file replaces what its source had: rows of it cannot be imported alone. */
  readonly isAlwaysComplete: boolean;
  /** Which files of a source that is stated to be live confirm what they say without a date; none where every row has a date. */
  readonly mayConfirm: 'none' | 'complete' | 'any';
  /** Whether the file may not say whose records it holds. */
  readonly asksForAgency: boolean;
  /** Whether there may be several lists of the kind, each a source of its own: see `sourceName`. */
  readonly hasLists: boolean;
  /** The maps of columns that are shipped for it, by name. */
  readonly profiles: readonly string[];
}

const PLAIN = {
  canBeComplete: false,
  isAlwaysComplete: false,
  mayConfirm: 'none',
  asksForAgency: false,
  hasLists: false,
  profiles: [],
} as const satisfies ImportSource;

/** The kinds of files, in the order of a first import. */
export const IMPORT_SOURCES = {
  stations: { ...PLAIN, isAlwaysComplete: true, asksForAgency: true, profiles: ['gtfs'] },
  odhf: { ...PLAIN, profiles: ['odhf'] },
  clinics: {
    ...PLAIN,
    hasLists: true,
    canBeComplete: true,
    mayConfirm: 'complete',
    profiles: ['hsds', 'ontario', 'osm'],
  },
  register: { ...PLAIN, hasLists: true, canBeComplete: true, profiles: ['register'] },
  specialists: { ...PLAIN, hasLists: true, canBeComplete: true, mayConfirm: 'any' },
  availability: { ...PLAIN, hasLists: true, canBeComplete: true },
  reviews: { ...PLAIN, hasLists: true, canBeComplete: true },
} as const satisfies Readonly<Record<string, ImportSource>>;

export type ImportSourceName = keyof typeof IMPORT_SOURCES;
export const IMPORT_SOURCE_NAMES = Object.keys(IMPORT_SOURCES) as ImportSourceName[];

/** A name of a list: 1 to 40 lower-case letters, digits and hyphens. */
export const LIST_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
export const LIST_NAME_FAULT = 'must be 1 to 40 lower-case letters, digits and hyphens, such as city-walk-in';

/** Returns the name of the source of a file, e.g. "clinics:city-walk-in". */
export function sourceName(kind: string, list?: string): string {
  return list === undefined ? kind : `${kind}:${list}`;
}

/** Returns the kind of files that a source has. */
export function sourceKind(name: string): string {
  return name.split(':')[0]!;
}

/** Returns the name of the list of a source; undefined for the only one of its kind. */
export function listOf(name: string): string | undefined {
  return name.split(':')[1];
}
