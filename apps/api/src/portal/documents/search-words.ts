/** Words that people search for, with those that the documents have instead. */
const WORDS: readonly (readonly [words: string, instead: string])[] = [
  ['pagination pages cursor scroll', 'paging offset'],
  ['cors origin iframe widget', 'embed browser'],
  ['auth authentication authenticate authorization login signin token password', 'key keys bearer oauth'],
  ['authentification connexion jeton', 'clé key oauth'],
  ['python java javascript typescript node php ruby go golang csharp kotlin swift sdk library', 'clients'],
  ['swagger postman insomnia', 'openapi clients'],
  ['quota throttle throttling ratelimit', 'limits rate'],
  ['dump download bulk offline sync replicate', 'mirror exports'],
  ['webhook webhooks subscribe notification notifications', 'changes mirror'],
  ['cache caching 304 revalidate', 'etag freshness'],
  ['radius geo geocoding latitude nearby', 'places within near'],
  ['excel spreadsheet', 'csv formats'],
  ['gpt chatgpt claude cursor assistant llm agent', 'mcp connector'],
  ['price pricing cost buy payment refund', 'checkout'],
  ['upgrade deprecation deprecated breaking', 'changes'],
];
const INSTEAD = new Map(
  WORDS.flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead.split(' ')] as const)),
);

/** Returns a word with those that the documents may have instead of it. */
export function searchWords(word: string): readonly string[] {
  return [word, ...(INSTEAD.get(word.toLowerCase()) ?? [])];
}
