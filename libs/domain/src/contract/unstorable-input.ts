import type { ErrorMessage } from '../messages/index.js';
import type { FieldFault } from '../schema/input-reader.js';
import { storableFault } from '../text/storable-text.js';
import { detailOf, invalidParameters } from './error.js';

type Fault = FieldFault<ErrorMessage>;

/** Bounds of what an error repeats of a request: a name, and how many of them. */
const MAX_ECHO_LENGTH = 40;
const MAX_NAMED = 10;

/**
 * Returns the parameters with text that PostgreSQL cannot store; undefined if there are none. The reader of each edge
 * refuses them, whatever the text is for.
 * @param place the part of a request that the input is; a name with such text is a fault of it
 */
export function unstorableIn(
  input: unknown,
  place: 'path' | 'query' | 'body',
): readonly [Fault, ...Fault[]] | undefined {
  if (!storableFault(input)) return undefined;
  const whole = typeof input === 'object' && input !== null ? Object.entries(input) : [['', input] as const];
  const details = whole.flatMap(([name, value]): Fault[] => {
    if (storableFault(name))
      return [{ param: place, message: { code: 'unstorable_name', params: { place } } }];
    const shown = name.length > MAX_ECHO_LENGTH ? `${name.slice(0, MAX_ECHO_LENGTH)}…` : name;
    const fault = storableFault(value, shown === '' ? [] : [shown]);
    return fault ? [{ param: fault.path[0] ?? place, message: fault.said }] : [];
  });
  // By name: the answer to the same parameters in another order is the same.
  const named = details.toSorted((a, b) => (a.param < b.param ? -1 : 1)).slice(0, MAX_NAMED);
  return named as [Fault, ...Fault[]];
}

/** @throws DirectoryError `missing_param` that names each parameter with text that cannot be stored */
export function requireStorable(...input: Parameters<typeof unstorableIn>): void {
  const [first, ...others] = unstorableIn(...input) ?? [];
  if (first) throw invalidParameters([detailOf(first), ...others.map(detailOf)]);
}
