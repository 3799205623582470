/**
 * Returns the fewest names without which a condition holds; of equally few, those that come first. All, if it never
 * holds. Tries every combination, so that dependent names need no rule of their own.
 */
export function fewestDropped(
  names: readonly string[],
  holdsWithout: (dropped: readonly string[]) => boolean,
): readonly string[] {
  for (let size = 0; size < names.length; size++)
    for (const dropped of combinations(names, size)) if (holdsWithout(dropped)) return dropped;
  return names;
}

/** Returns the combinations of some names, in the order of the names. */
function* combinations(names: readonly string[], size: number): Generator<readonly string[]> {
  if (size === 0) return yield [];
  for (let first = 0; first + size <= names.length; first++)
    for (const others of combinations(names.slice(first + 1), size - 1)) yield [names[first]!, ...others];
}
