/** Words by which sources say that something is not known, in English and French. */
const ENGLISH =
  'unknown|not known|not applicable|not available|not recorded|not stated|no data|no information|no information available';
const FRENCH = 'inconnu|inconnue|non connu|non disponible|sans objet|s/o|s.o.';
const SIGNS = '?|??|-|--|–|—|.|n/a|na|n.a.|n/d|null|tbd|tba';
const WORDS = new Set(`${ENGLISH}|${FRENCH}|${SIGNS}`.split('|'));
const LONGEST = Math.max(...[...WORDS].map((word) => word.length));

/** Returns whether a text is a word for what is not known. Such a cell says as little as an empty one. */
export function isUnknownWord(text: string): boolean {
  return text.length <= LONGEST && WORDS.has(text.toLowerCase());
}
