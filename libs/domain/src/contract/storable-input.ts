import { storableFault } from '../text/storable-text.js';
import { type ErrorDetail, invalidParameters } from './error.js';

/**
 * Refuses input with text that cannot be stored, whatever reads it later: each edge calls this once, on everything that it
 * received.
 * @throws DirectoryError `missing_param` that names each parameter at fault
 */
export function requireStorable(input: unknown): void {
  const whole = typeof input === 'object' && input !== null ? Object.entries(input) : [['', input] as const];
  const details = whole.flatMap(([name, value]): ErrorDetail[] => {
    const fault = storableFault(name, ['body']) ?? storableFault(value, name === '' ? [] : [name]);
    return fault ? [{ param: fault.path[0] ?? 'body', message: sentence(fault.message) }] : [];
  });
  const [first, ...others] = details;
  if (first) throw invalidParameters([first, ...others]);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
