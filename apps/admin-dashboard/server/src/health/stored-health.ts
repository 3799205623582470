import { HEALTH_ENGLISH, type HealthMessage } from '#contract/messages/english';

/** Encloses the name of a parameter. PostgreSQL stores no NUL: no stored text has it. */
const MARK = '\0';

/** The sentences about health in parts: text, the name of a parameter, text, and so on. */
const SENTENCES = Object.entries(HEALTH_ENGLISH)
  .map(([code, sentence]) => {
    const names = new Proxy({}, { get: (_, name) => `${MARK}${String(name)}${MARK}` });
    const text = typeof sentence === 'string' ? sentence : sentence(names as never);
    return { code, parts: text.split(MARK) };
  })
  // "None is connected." also has the form of "… connected."
  .toSorted((a, b) => textLength(b.parts) - textLength(a.parts));

/**
 * Returns the message of a stored detail, so that it can be shown in another language; undefined if this release has no such
 * sentence. Records of health are English text, which people and programs read in the database.
 */
export function storedHealth(detail: string): HealthMessage | undefined {
  for (const { code, parts } of SENTENCES) {
    const params = valuesIn(detail, parts);
    if (params) return { code, params } as HealthMessage;
  }
  return undefined;
}

function textLength(parts: readonly string[]): number {
  return parts.filter((_, at) => at % 2 === 0).join('').length;
}

/** Returns the parameters of a text that has the given parts; undefined if it has not. */
function valuesIn(
  text: string,
  [start = '', ...parts]: readonly string[],
): Record<string, string> | undefined {
  if (!text.startsWith(start)) return undefined;
  const values: Record<string, string> = {};
  let at = start.length;
  for (let i = 0; i < parts.length; i += 2) {
    const [name, next] = [parts[i]!, parts[i + 1]!];
    const isLast = i + 2 === parts.length;
    const end = isLast ? text.length - next.length : text.indexOf(next, at);
    if (end <= at || !text.startsWith(next, end)) return undefined;
    values[name] = text.slice(at, end);
    at = end + next.length;
  }
  return at === text.length ? values : undefined;
}
