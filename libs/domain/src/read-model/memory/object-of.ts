/** Returns an object with one property per name. */
export function objectOf<Name extends string, T>(
  names: readonly Name[],
  valueOf: (name: Name, index: number) => T,
): Readonly<Record<Name, T>> {
  return Object.fromEntries(names.map((name, index) => [name, valueOf(name, index)])) as Record<Name, T>;
}
