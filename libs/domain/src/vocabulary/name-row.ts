/** What kind of name another name of a specialty or language is. */
export const NAME_KINDS = [
  'variant',
  'abbreviation',
  /** Is also a name of people, such as Karen: read in imports and filters, and in no question in plain words. */
  'register',
  'everyday',
  'french',
  'own-name',
  'iso-code',
  /** Names something that is not in the list, so that it is never taken for a misspelling. */
  'not-listed',
] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A normalized name (empty for `not-listed`), and another name of it. A name may stand for several: one row each. */
export type NameRow = readonly [name: string, otherName: string, kind: NameKind];

/** A normalized name, and the one French name that people see for it. */
export type FrenchName = readonly [name: string, french: string];
