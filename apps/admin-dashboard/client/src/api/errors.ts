import type { ErrorBody } from '#contract/endpoints';
import type { ServerText } from '../language/server-text.js';

/** An error response of the server. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Seconds to wait before a retry; undefined if waiting does not help. */
    readonly retryAfter: number | undefined,
  ) {
    super(body.message);
  }

  /** What the server says. */
  get text(): ServerText {
    return { text: this.body.message, message: this.body.messages?.message };
  }

  /** What the server says of each invalid field. */
  get fields(): Readonly<Record<string, ServerText>> {
    const { details, messages, param } = this.body;
    if (details)
      return Object.fromEntries(
        details.map((detail, i) => [detail.param, { text: detail.message, message: messages?.details?.[i] }]),
      );
    return param === undefined ? {} : { [param]: this.text };
  }
}

/** The server is unreachable, or something else answered. */
export class ConnectionError extends Error {}

/** An error whose message tells the user what to do. */
export class UserError extends Error {}

/** What the worker could not do, and why, in English. */
export class WorkerError extends Error {}
