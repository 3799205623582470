/*
 * What the dashboard's server and its client say to each other stands in this folder, as types: every path is relative
 * to the dashboard's own address, bodies are JSON in UTF-8, and points in time are ISO 8601 in UTC.
 */

/**
 * The body of every refusal: 400 `missing_param` with `param` and `details` (one per field), 401 `unauthorized` (sign
 * in), 403 `forbidden` (CSRF token or origin wrong), 404, 429 `rate_limited` with Retry-After in seconds, 503
 * `unavailable` with Retry-After. `message` is a sentence for people.
 */
export interface Refusal {
  readonly error: string;
  readonly message: string;
  readonly requestId: string;
  readonly param?: string;
  readonly details?: readonly { readonly param: string; readonly message: string }[];
}
