import {
  ChangeLimitError,
  type ImportGuard,
  RemovalLimitError,
  SampleDataError,
} from '@care-atlas/data/sync';
import type { ImportOptions } from '../run/import-options.js';
import { TooManyRejectsError } from '../run/reject-limit.js';

/** Nothing was found yet. */
export const NO_GUARD: ImportGuard = { reasons: [] };

/**
 * Adds what stopped an import to what was found before.
 * @returns undefined if that is no limit, or one that was lifted already: the import cannot be confirmed then
 */
export function withLimit(guard: ImportGuard, error: unknown): ImportGuard | undefined {
  const found = liftedBy(guard, error);
  const reason = error instanceof TooManyRejectsError ? error.fact : (error as Error).message;
  return found && { ...guard, ...found, reasons: [...guard.reasons, reason] };
}

function liftedBy(guard: ImportGuard, error: unknown): Omit<ImportGuard, 'reasons'> | undefined {
  if (error instanceof RemovalLimitError) {
    return guard.expiry === undefined ? { expiry: error.count } : undefined;
  }
  if (error instanceof ChangeLimitError) {
    const { changes = [] } = guard;
    const more = error.changes.filter((name) => !changes.includes(name));
    return more.length > 0 ? { changes: [...changes, ...more] } : undefined;
  }
  if (error instanceof TooManyRejectsError) return guard.rejects ? undefined : { rejects: true };
  if (error instanceof SampleDataError && error.holder === 'directory') {
    return guard.replacesSample ? undefined : { replacesSample: true };
  }
  return undefined;
}

/** Returns the options that confirm what was found. */
export function optionsOf({ expiry, changes, rejects, replacesSample }: ImportGuard): Partial<ImportOptions> {
  return {
    ...(expiry !== undefined && { confirmExpiry: expiry }),
    ...(changes && { confirmChange: changes }),
    ...(rejects && { maxRejects: { share: 1 }, maxNotes: { share: 1 } }),
    ...(replacesSample && { replaceSample: true }),
  };
}
