import type { Channel } from '@care-atlas/domain/access';
import { Text, type Timestamp } from '../fields.js';

/** Without an id, the newest failures are found. */
export class RequestQuery {
  @Text(8, 128, 'optional')
  requestId?: string;
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

/** At most 50, newest first. */
export interface RequestList {
  readonly requests: readonly ListedRequest[];
}
