import { storableFault } from '../text/storable-text.js';
import { type ErrorDetail, invalidParameters } from './error.js';

/**
 * Returns the parameters with text that PostgreSQL cannot store; undefined if there are none. The reader of each edge
 * refuses them, whatever the text is for.
 */
export function unstorableIn(input: unknown): [ErrorDetail, ...ErrorDetail[]] | undefined {
  if (!storableFault(input)) return undefined;
  const whole = typeof input === 'object' && input !== null ? Object.entries(input) : [['', input] as const];
  const details = whole.flatMap(([name, value]): ErrorDetail[] => {
    const fault = storableFault(name, ['body']) ?? storableFault(value, name === '' ? [] : [name]);
    return fault ? [{ param: fault.path[0] ?? 'body', message: fault.message }] : [];
  });
  return details as [ErrorDetail, ...ErrorDetail[]];
}

/** @throws DirectoryError `missing_param` that names each parameter with text that cannot be stored */
export function requireStorable(input: unknown): void {
  const details = unstorableIn(input);
  if (details) throw invalidParameters(details);
}
