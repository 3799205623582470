const VOWEL = /^[aeiouœæ]/i;

/** Returns a name after the French "de", which loses its vowel before another one: "d’Oakville". */
export function afterDe(name: string): string {
  return VOWEL.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}
