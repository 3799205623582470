/** The closed table of error codes, each with the sentence a client reads when the thrower has no better one. */
export const ERROR_MESSAGES = {
  missing_param: 'A parameter is missing or invalid.',
  unauthorized: 'A valid API key is required, as "Authorization: Bearer KEY".',
  forbidden: 'This key cannot access the resource.',
  not_rotatable: 'Only a paid developer key can be rotated.',
  not_found: 'There is no such resource.',
  method_not_allowed: 'This resource does not support the method.',
  too_large: 'The request is larger than the service accepts.',
  rate_limited: 'Too many requests: wait until the limit resets.',
  internal: 'Something went wrong on our side. Quote the requestId if you report it.',
  unavailable: 'The service is not available for a asOf: try again.',
} as const;

export type ErrorCode = keyof typeof ERROR_MESSAGES;
export const ERROR_CODES = Object.keys(ERROR_MESSAGES) as readonly ErrorCode[];

/** One thing that is wrong with a request. */
export interface ErrorDetail {
  readonly param: string;
  readonly message: string;
}

/** A refusal by code. Each edge (HTTP, MCP) decides what the code looks like there, in one place. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';

  constructor(
    readonly code: ErrorCode,
    message: string = ERROR_MESSAGES[code],
    /** With `missing_param`: everything that is wrong, in the order in which parameters are documented. */
    readonly details?: readonly ErrorDetail[],
  ) {
    super(message);
  }
}

/** A 400 that names the first bad parameter and lists all of them. */
export function invalidParameters(details: readonly [ErrorDetail, ...ErrorDetail[]]): DirectoryError {
  return new DirectoryError('missing_param', details[0].message, details);
}
