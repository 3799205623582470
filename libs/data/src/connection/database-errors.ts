/** The database lacks what this release needs: its migration has not been run yet. */
export class SchemaBehindError extends Error {
  override readonly name = 'SchemaBehindError';
}

// SQLSTATE: connection lost, resources exhausted, server going down or starting, statement canceled. Then Node's.
const UNREACHABLE_CODES = new RegExp(
  '^(08...|53...|57P..|57014|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|' +
    'ENETDOWN|ENOTFOUND|EAI_AGAIN)$',
);
// SQLSTATE: states that an operator or another transaction ends.
const REFUSAL_CODES = new Set([
  '25006', // It refuses writes, as a standby does.
  '25P02', // An earlier statement of the transaction failed.
  '28000', // The role may not log in.
  '28P01', // The password was changed.
  '3D000', // The database is being restored.
  '40001', // The transaction conflicts with another.
  '40P01', // Deadlock.
  '55P03', // A lock was not available in time.
  '58030', // The disk failed.
]);
// Errors of pg and its pool have no code.
const UNREACHABLE_MESSAGES = new RegExp(
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

/** A server that answers but must not be used, such as a standby behind the address of the primary. */
export class UnusableServerError extends Error {
  override readonly name = 'UnusableServerError';
}

/**
 * Returns whether an error means that the database cannot do its work at the moment, and the same request may succeed
 * later: it is unreachable, or refuses because of its own state. Every other error is a fault of this program.
 * Looks through the wrappers of TypeORM and Node.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isDatabaseUnreachable(error) || isAnyCause(error, isRefusal);
}

/** Returns whether an error means that the database does not answer: it is down, overloaded, out of reach or too slow. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return isAnyCause(
    error,
    ({ code, message }) =>
      (typeof code === 'string' && UNREACHABLE_CODES.test(code)) ||
      (typeof message === 'string' && UNREACHABLE_MESSAGES.test(message)),
  );
}

/** Returns whether an error may go away by itself while a system is being set up: its parts start in any order. */
export function isDatabaseNotReady(error: unknown): boolean {
  return (
    isDatabaseUnavailable(error) ||
    isAnyCause(
      error,
      (cause) => cause instanceof SchemaBehindError || NOT_READY_CODES.has(String(cause.code)),
    )
  );
}

// SQLSTATE: no such table, no rights on it yet.
const NOT_READY_CODES = new Set(['42P01', '42501']);

/** Returns why the database could not be used, for a person. An error of several attempts to connect has no message. */
export function databaseReason(error: unknown): string {
  const { message, errors, code, syscall, hostname } = Object(error) as ErrorFields;
  if (syscall === 'getaddrinfo' && typeof hostname === 'string')
    return `the host ${hostname} in the address of the database cannot be found (${String(code)})`;
  const reasons = Array.isArray(errors) ? errors.map(databaseReason).join(', ') : '';
  return String(message || reasons || code || error);
}

// SQLSTATE: a byte sequence of no text, a character that cannot be translated.
const UNSTORABLE_CODES = new Set(['22021', '22P05']);
const NO_JSON = { code: '22P02', message: /^invalid input syntax for type json/ };

/** Returns whether an error means that a text cannot be stored: it has NUL, or an unpaired surrogate in JSON. */
export function isUnstorableText(error: unknown): boolean {
  return isAnyCause(
    error,
    ({ code, message }) =>
      UNSTORABLE_CODES.has(String(code)) || (code === NO_JSON.code && NO_JSON.message.test(String(message))),
  );
}

type ErrorFields = Readonly<Record<string, unknown>>;

function isRefusal(error: ErrorFields): boolean {
  return error instanceof UnusableServerError || REFUSAL_CODES.has(String(error.code));
}

function isAnyCause(error: unknown, matches: (error: ErrorFields) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const fields = error as ErrorFields;
  const { errors, driverError, cause } = fields;
  return (
    matches(fields) ||
    (Array.isArray(errors) && errors.some((each) => isAnyCause(each, matches))) ||
    isAnyCause(driverError, matches) ||
    isAnyCause(cause, matches)
  );
}
