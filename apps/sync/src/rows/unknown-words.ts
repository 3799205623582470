/** Words by which sources say that something is not known, in English and French. */
const ENGLISH =
  'unknown|not known|not applicable|not available|not recorded|not stated|no data|no information|no information available';
const FRENCH = 'inconnu|inconnue|non connu|non disponible|sans objet|s/o|s.o.';
const SIGNS = '?|??|-|--|–|—|.|n/a|na|n.a.|n/d|null|tbd|tba';
const WORDS = new Set(`${ENGLISH}|${FRENCH}|${SIGNS}`.split('|'));
/** Those that mean something else in other columns than the id. */
const NO_ID = new Set(['none', 'nil', 'aucun', 'aucune']);
const LONGEST = Math.max(...[...WORDS].map((word) => word.length));
/** Those that are also names of people. */
const NAMES = new Set(['na', 'null']);
/** Columns with a part of a person's name. */
const NAME_PARTS = new Set(['first_name', 'last_name']);

/**
 * Returns whether a text is a word for what is not known. Such a cell says as little as an empty one.
 * @param column the one of the text
 */
export function isUnknownWord(text: string, column?: string): boolean {
  if (text.length > LONGEST) return false;
  const word = text.toLowerCase();
  if (column === 'id' && NO_ID.has(word)) return true;
  return WORDS.has(word) && !(column !== undefined && NAME_PARTS.has(column) && NAMES.has(word));
}
