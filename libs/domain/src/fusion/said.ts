/** What the extracts of a source said, by field. A field that no extract gave is absent. */
export type SaidFields<Fields extends object> = { readonly [Field in keyof Fields]?: Said<Fields[Field]> };

/** What a source said about one field, in the order of its extracts, whatever the order of their imports. */
export interface Said<Value = unknown> {
  readonly value: Value;
  /**
   * The time of the first of the extracts that say so without another value between them, in milliseconds since 1970. It may
   * depend on the order of imports: `saidSince` does not.
   */
  readonly since: number;
  /** The time of the newest extract that says so, in milliseconds since 1970. */
  readonly until: number;
  /** What the source said before; absent if it never said anything else. */
  readonly previous?: Pick<Said<Value>, 'value' | 'until'>;
}

/**
 * Adds what an extract says about a field. An older extract changes nothing that a newer one said, but the times.
 * Of two extracts of the same time, the one that is imported last counts: it is a corrected file.
 * @param value any JSON value
 * @param at the time of the extract, in milliseconds since 1970
 * @param extracts the times of the extracts of the source so far, ascending: they tell when a value was said again
 */
export function say<Value>(
  known: Said<Value> | undefined,
  value: Value,
  at: number,
  extracts: readonly number[] = [],
): Said<Value> {
  if (!known) return { value, since: at, until: at };
  if (sameValue(known.value, value)) return repeated(known, at);
  if (at >= known.until) return { value, since: at, until: at, ...before(known, at) };
  const previous = known.previous && known.previous.until > at ? known.previous : { value, until: at };
  const isInterrupted = at >= known.since;
  // The first extract after the other value is the earliest that can have said this one again.
  const since = isInterrupted ? (extracts.find((time) => time > at) ?? known.until) : known.since;
  return { ...known, since, previous };
}

/**
 * Returns since when a source has said a value: the first of its extracts after the last that said something else. It does not
 * depend on the order of imports. Where that extract did not have the record, the time is earlier than what is known.
 * @param extracts the times of all extracts of the source, ascending
 */
export function saidSince({ since, previous }: Said, extracts: readonly number[]): number {
  return (previous && extracts.find((time) => time > previous.until)) ?? since;
}

/** Returns fields with the time that counts when sources disagree: see `saidSince`. */
export function withSince<Fields extends object>(
  fields: SaidFields<Fields>,
  extracts: readonly number[],
): SaidFields<Fields> {
  const said = Object.entries<Said>(fields as Readonly<Record<string, Said>>).map(([name, each]) => [
    name,
    { ...each, since: saidSince(each, extracts) },
  ]);
  return Object.fromEntries(said) as SaidFields<Fields>;
}

/** Returns whether two JSON values are equal, in whatever order the members of objects are. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [one, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && sameValue(one[name], other[name]))
  );
}

function repeated<Value>(known: Said<Value>, at: number): Said<Value> {
  if (at > known.until) return { ...known, until: at };
  const wasOther = known.previous !== undefined && known.previous.until > at;
  return at < known.since && !wasOther ? { ...known, since: at } : known;
}

/** A corrected file takes the place of the file of the same time, which said nothing before it. */
function before<Value>(known: Said<Value>, at: number): Pick<Said<Value>, 'previous'> {
  const { value, since, until, previous } = known;
  if (since === at) return previous ? { previous } : {};
  return { previous: { value, until: Math.min(until, at) } };
}
