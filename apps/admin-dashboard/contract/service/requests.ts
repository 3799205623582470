import type { Channel } from '@care-atlas/domain/access';
import { Instant, OneOf, SearchText, Text, type Timestamp } from '../fields.js';

/** The statuses that requests can be filtered by: the least and the greatest of each choice. */
export const STATUS_RANGES = {
  answered: [200, 399],
  errors: [400, 599],
  400: [400, 400],
  401: [401, 401],
  403: [403, 403],
  404: [404, 404],
  429: [429, 429],
  failed: [500, 599],
} as const;
export type StatusChoice = `${keyof typeof STATUS_RANGES}`;

/** Selects requests; each member that is given must hold. */
export class RequestQuery {
  @Text(8, 128, 'optional')
  requestId?: string;

  /** Part of the label, the prefix or the id of a key. */
  @SearchText()
  key?: string;

  @Text(1, 100, 'optional')
  operation?: string;

  @OneOf(Object.keys(STATUS_RANGES))
  status?: StatusChoice;

  /** Inclusive. */
  @Instant()
  from?: string;

  /** Exclusive. */
  @Instant()
  to?: string;
}

/** An answered request of the last days. What was asked for is not stored. */
export interface ListedRequest {
  readonly requestId: string;
  readonly at: Timestamp;
  readonly channel: Channel;
  /** An operationId of the API or the name of an MCP tool. */
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The dataset version that answered. */
  readonly dataset: string;
  /** Null without a known key, as are the prefix and the label. */
  readonly keyId: string | null;
  readonly prefix: string | null;
  readonly label: string | null;
}

/** Requests that were refused or failed with the same status, operation and key. */
export interface RequestErrors extends Pick<
  ListedRequest,
  'status' | 'operation' | 'keyId' | 'prefix' | 'label'
> {
  readonly requests: number;
  readonly latestAt: Timestamp;
}

export interface RequestList {
  /** At most 50, newest first. */
  readonly requests: readonly ListedRequest[];
  /** Those of the matching requests that have a status of 400 or above, by the newest 10,000; the largest groups, at most 20. */
  readonly errors: readonly RequestErrors[];
  /** The operations that were answered in the days for which requests are kept. */
  readonly operations: readonly string[];
}
