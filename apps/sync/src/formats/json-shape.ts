/** A string, which the end of the text may cut, a mark, or another value. */
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]:,]|[^\s{}[\]:,"]+/gs;
/** Formats differ at the levels above this one. */
const LEVELS = 4;

interface Level {
  readonly isList: boolean;
  /** The position in a list, or the member of an object; undefined before its name. */
  at: number | string | undefined;
}

/**
 * Returns how the first object of a JSON text is built, as far as the text goes: the first token of each value by its path,
 * such as `features.0.type`. What a string contains is no part of it.
 */
export function jsonShape(text: string): ReadonlyMap<string, string> {
  const shape = new Map<string, string>();
  if (!text.trimStart().startsWith('{')) return shape;
  const levels: Level[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '}' || token === ']') {
      levels.pop();
      if (levels.length === 0) break;
    } else if (token === ',') {
      if (level) level.at = level.isList ? Number(level.at) + 1 : undefined;
    } else if (level && level.at === undefined) level.at = token.replaceAll('"', '');
    else if (token !== ':') {
      if (levels.length <= LEVELS) shape.set(levels.map(({ at }) => at).join('.'), token);
      if (token === '{') levels.push({ isList: false, at: undefined });
      else if (token === '[') levels.push({ isList: true, at: 0 });
    }
  }
  return shape;
}
