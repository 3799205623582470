/** The closed table of error codes, each with its default message for clients. */
export const ERROR_MESSAGES = {
  missing_param: 'A parameter is missing or invalid.',
  unauthorized: 'A valid API key is required, as "Authorization: Bearer KEY".',
  forbidden: 'This key cannot access the resource.',
  not_rotatable: 'Only a paid developer key can be rotated.',
  not_found: 'There is no such resource.',
  method_not_allowed: 'This resource does not support the method.',
  gone: 'The changes after this cursor are no longer kept: begin with the newest export.',
  too_large: 'The request is larger than the service accepts.',
  unsatisfiable_range: 'The range is beyond the end of the file.',
  rate_limited: 'Too many requests: wait until the limit resets.',
  internal: 'Something went wrong on our side. Quote the requestId if you report it.',
  unavailable: 'The service is temporarily unavailable: try again.',
} as const;

export type ErrorCode = keyof typeof ERROR_MESSAGES;
export const ERROR_CODES = Object.keys(ERROR_MESSAGES) as readonly ErrorCode[];

/** One invalid parameter of a request. */
export interface ErrorDetail {
  readonly param: string;
  readonly message: string;
}

/** What an error has beside its code and message. */
export interface DirectoryErrorOptions extends ErrorOptions {
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
}

/** An error with a code. Each edge (HTTP, MCP) maps the codes in one table. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** Seconds after which the same request may succeed; undefined if nobody knows. */
  readonly retryAfter?: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string = ERROR_MESSAGES[code],
    /** With `missing_param`: all invalid parameters, in the order in which they are documented. */
    readonly details?: readonly ErrorDetail[],
    /** The `cause` is for the log; clients never see it. */
    { retryAfter, ...options }: DirectoryErrorOptions = {},
  ) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** Returns an `unavailable` error that keeps the fault behind it for the log. */
export function unavailable(cause: unknown): DirectoryError {
  return new DirectoryError('unavailable', undefined, undefined, { cause });
}

/** Returns a `missing_param` error that names the first invalid parameter and lists all of them. */
export function invalidParameters(details: readonly [ErrorDetail, ...ErrorDetail[]]): DirectoryError {
  return new DirectoryError('missing_param', details[0].message, details);
}
