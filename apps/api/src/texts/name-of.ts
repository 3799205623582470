/** Returns the name of a value that a client sent; the value itself if it has none. */
export function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(names, value) ? names[value]! : value;
}
