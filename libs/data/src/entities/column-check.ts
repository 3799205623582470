/** The condition that a text column holds one of some words. The words are our own constants, never input. */
export function oneOf(column: string, words: readonly string[]): string {
  return `"${column}" in (${words.map((word) => `'${word}'`).join(', ')})`;
}
