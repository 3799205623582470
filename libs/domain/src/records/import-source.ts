/** A kind of file that can be imported, and the options that its import takes. */
interface ImportSource {
  /** Whether a file may hold everything that its source has, so that records that it lacks expire or close. */
  readonly canBeComplete: boolean;
  /** Whether every file replaces what its source had: rows of it cannot be imported alone. */
  readonly isAlwaysComplete: boolean;
  /** Whether its files say things without a date, which a source may be stated to confirm. */
  readonly mayConfirm: boolean;
  /** Whether the file may not say whose records it holds. */
  readonly asksForAgency: boolean;
  /** The maps of columns that are shipped for it, by name. */
  readonly profiles: readonly string[];
}

const PLAIN = {
  canBeComplete: false,
  isAlwaysComplete: false,
  mayConfirm: false,
  asksForAgency: false,
  profiles: [],
};

/** The kinds of files, in the order of a first import. */
export const IMPORT_SOURCES = {
  stations: { ...PLAIN, isAlwaysComplete: true, asksForAgency: true, profiles: ['gtfs'] },
  odhf: { ...PLAIN, profiles: ['odhf'] },
  clinics: { ...PLAIN, canBeComplete: true, mayConfirm: true, profiles: ['hsds', 'ontario', 'osm'] },
  register: { ...PLAIN, canBeComplete: true, profiles: ['register'] },
  specialists: { ...PLAIN, mayConfirm: true },
  availability: PLAIN,
  reviews: PLAIN,
} as const satisfies Readonly<Record<string, ImportSource>>;

export type ImportSourceName = keyof typeof IMPORT_SOURCES;
export const IMPORT_SOURCE_NAMES = Object.keys(IMPORT_SOURCES) as ImportSourceName[];
