/** The database lacks what this release needs: its migration has not been run yet. */
export class SchemaBehindError extends Error {
  override readonly name = 'SchemaBehindError';
}

// SQLSTATE: connection lost, resources exhausted, server going down or starting, statement canceled. Then Node's.
const UNAVAILABLE_CODES = new RegExp(
  '^(08...|53...|57P..|57014|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|' +
    'ENETDOWN|ENOTFOUND|EAI_AGAIN)$',
);
// Errors of pg and its pool have no code.
const UNAVAILABLE_MESSAGES = new RegExp(
  [
    '^timeout exceeded when trying to connect$',
    '^timeout expired$',
    '^Query read timeout$',
    '^Connection terminated',
    '^Client has encountered a connection error',
    '^Client was closed and is not queryable',
    '^Cannot use a pool after calling end on the pool',
    // TypeORM, when the connection died between two statements of a transaction.
    '^Query runner already released',
    '^Database connection provided by a query runner was already released',
  ].join('|'),
);

/**
 * Returns whether an error means that the database cannot answer at the moment, and the same request may succeed
 * later: it is down, going down, overloaded, out of reach or too slow. Every other error is a fault of this program.
 * Looks through the wrappers of TypeORM and Node.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, driverError, errors, cause } = error as Readonly<Record<string, unknown>>;
  if (typeof code === 'string' && UNAVAILABLE_CODES.test(code)) return true;
  if (typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message)) return true;
  if (Array.isArray(errors) && errors.some(isDatabaseUnavailable)) return true;
  return isDatabaseUnavailable(driverError) || isDatabaseUnavailable(cause);
}

// SQLSTATE: no such database, no such role or not its password yet, no such table, no rights on it yet.
const NOT_READY_CODES = new Set(['3D000', '28000', '28P01', '42P01', '42501']);

/** Returns whether an error may go away by itself while a system is being set up: its parts start in any order. */
export function isDatabaseNotReady(error: unknown): boolean {
  if (error instanceof SchemaBehindError || isDatabaseUnavailable(error)) return true;
  const { code, driverError } = (error ?? {}) as { readonly code?: string; readonly driverError?: unknown };
  return NOT_READY_CODES.has(code ?? '') || (driverError !== undefined && isDatabaseNotReady(driverError));
}
