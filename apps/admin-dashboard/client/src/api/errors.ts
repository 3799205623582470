import type { ErrorBody } from '#contract/endpoints';

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

  /** The message for each invalid field. */
  get fields(): Readonly<Record<string, string>> {
    const { details, param, message } = this.body;
    if (details) return Object.fromEntries(details.map((detail) => [detail.param, detail.message]));
    return param === undefined ? {} : { [param]: message };
  }
}

/** The server is unreachable, or something else answered. */
export class ConnectionError extends Error {}

/** An error whose message tells the user what to do. */
export class UserError extends Error {}

/** What the worker could not do, and why, in English. */
export class WorkerError extends Error {}
