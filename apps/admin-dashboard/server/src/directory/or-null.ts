import { DirectoryError } from '@care-atlas/domain/contract';

/** Returns what a read answers, or null for a record that the interface does not have. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DirectoryError && error.code === 'not_found') return null;
    throw error;
  }
}
