/** Returns an object with one value for each name. */
export function byName<Name extends string, T>(
  names: readonly Name[],
  valueOf: (name: Name) => T,
): Readonly<Record<Name, T>> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>;
}
