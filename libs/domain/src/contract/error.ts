import { english, ERROR_MESSAGES, type Message, type Said } from '../messages/index.js';
import type { FieldFault } from '../schema/input-reader.js';

export type ErrorCode = keyof typeof ERROR_MESSAGES;
export const ERROR_CODES = Object.keys(ERROR_MESSAGES) as readonly ErrorCode[];

/** One invalid parameter of a request. Its message is English, as the names of parameters are. */
export interface ErrorDetail {
  readonly param: string;
  readonly message: string;
  /** What is wrong with the value; undefined where the message says only what is accepted. */
  readonly said?: Message;
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
    /** What is said to people. `message` is the same in English. */
    readonly said: Said = { code },
    /** With `missing_param`: all invalid parameters, in the order in which they are documented. */
    readonly details?: readonly ErrorDetail[],
    /** The `cause` is for the log; clients never see it. */
    { retryAfter, ...options }: DirectoryErrorOptions = {},
  ) {
    super(english(said), options);
    this.retryAfter = retryAfter;
  }
}

/** Returns an `unavailable` error that keeps the fault behind it for the log. */
export function unavailable(cause: unknown): DirectoryError {
  return new DirectoryError('unavailable', undefined, undefined, { cause });
}

/** Returns the detail of a field with a value that is not accepted. */
export function detailOf({ param, message }: FieldFault<Said>): ErrorDetail {
  return typeof message === 'string'
    ? { param, message }
    : { param, message: english(message), said: message };
}

/** Returns a `missing_param` error that names the first invalid parameter and lists all of them. */
export function invalidParameters(details: readonly [ErrorDetail, ...ErrorDetail[]]): DirectoryError {
  return new DirectoryError('missing_param', details[0].message, details);
}
