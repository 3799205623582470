import { DirectoryError, type DirectoryErrorOptions, type ErrorCode } from '@care-atlas/domain/contract';
import type { FieldFault } from '@care-atlas/domain/schema';
import { type DashboardMessage, english } from '#contract/messages/english';

/** A field with a value that is not accepted, and why. */
type InvalidField = FieldFault<DashboardMessage>;

/** An error that says a message of the dashboard. */
export class DashboardError extends DirectoryError {
  constructor(
    code: ErrorCode,
    /** `message` is the same in English. */
    readonly text: DashboardMessage,
    /** With `missing_param`: all invalid fields, whose messages are `details` in English. */
    readonly fields?: readonly InvalidField[],
    options?: DirectoryErrorOptions,
  ) {
    const details = fields?.map(({ param, message }) => ({ param, message: english(message) }));
    super(code, english(text), details, options);
  }
}

/** Returns a `missing_param` error about a field. */
export function invalidField(param: string, message: DashboardMessage): DashboardError {
  return invalidFields([{ param, message }]);
}

/** Returns a `missing_param` error that says what is wrong with the first field, and lists all. */
export function invalidFields(fields: readonly [InvalidField, ...InvalidField[]]): DashboardError {
  return new DashboardError('missing_param', fields[0].message, fields);
}

/** Rejects an attempt that follows earlier failures too soon. */
export class TooManyAttemptsError extends DashboardError {
  /** @param seconds to wait before the next attempt */
  constructor(seconds: number) {
    super('rate_limited', { code: 'too_many_attempts', params: { seconds } }, undefined, {
      retryAfter: seconds,
    });
  }
}
