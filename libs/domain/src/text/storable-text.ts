/** Half of a surrogate pair, which UTF-8 cannot encode, and NUL, which PostgreSQL does not store. */
const UNSTORABLE = /[\0\p{Cs}]/u;
/** Deeper than every value that an interface takes, and far from the end of a stack. */
const MOST_LEVELS = 32;

/** What is wrong with a value: where it is, from the outside in, and a sentence for people. */
export interface StorableFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Returns whether a text can be stored as it is: it has no NUL and no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Returns what to say of a text that cannot be stored. @param name of the text */
export function unstorableMessage(name: string): string {
  return `${name} contains a character that cannot be stored. Every character is accepted except NUL and unpaired surrogates: remove it, or type the text again.`;
}

/**
 * Returns what keeps a value from being stored, in its texts and the names of its members; undefined if nothing does.
 * @param path the names that lead to the value
 */
export function storableFault(value: unknown, path: readonly string[] = []): StorableFault | undefined {
  const name = path.join('.') || 'body';
  if (typeof value === 'string') {
    return isStorable(value) ? undefined : { path, message: unstorableMessage(name) };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length > MOST_LEVELS) {
    const message = `${path[0]} is nested too deeply: at most ${MOST_LEVELS} levels are accepted.`;
    return { path, message };
  }
  for (const [member, inner] of Object.entries(value)) {
    if (!isStorable(member)) return { path, message: unstorableMessage(`A name of a member in ${name}`) };
    const fault = storableFault(inner, [...path, member]);
    if (fault) return fault;
  }
  return undefined;
}
