import type { Channel, KeyKind } from '@care-atlas/domain/access';
import { type Timestamp, Uuid, WholeNumberText } from '../fields.js';

/** Selects whole hours, including the current one. `key` is the id of one key; without it all requests count. */
export class UsageQuery {
  @WholeNumberText(1, 2160)
  hours = 24;

  @Uuid()
  key?: string;
}

export interface Usage {
  /** Start of the first hour. */
  readonly from: Timestamp;
  /** Start of the last hour. */
  readonly to: Timestamp;
  /** Every hour of the period, including hours without a request. */
  readonly byHour: readonly UsageHour[];
  /** Most used first. `operation` is an operationId of the API or the name of an MCP tool. */
  readonly byOperation: readonly {
    readonly operation: string;
    readonly status: number;
    readonly requests: number;
  }[];
  /** Empty for one key: how long requests took is counted for all keys together. Most used first. */
  readonly byChannel: readonly ChannelUsage[];
  /** The ten most used keys. */
  readonly topKeys: readonly {
    readonly id: string;
    readonly kind: KeyKind;
    readonly prefix: string;
    readonly label: string;
    readonly requests: number;
    /** Requests with a status of 400 or above. */
    readonly refused: number;
  }[];
}

export interface ChannelUsage {
  readonly channel: Channel;
  readonly operation: string;
  readonly requests: number;
  /** Requests with a status of 500 or above. */
  readonly failed: number;
  /** Half of the requests, and 19 of 20, took at most so many milliseconds; null for more than the longest measured. */
  readonly half: number | null;
  readonly most: number | null;
}

export interface UsageHour {
  readonly hour: Timestamp;
  /** Requests by kind of key; those with a revoked key count as its kind, and `none` counts requests without a known key. */
  readonly requests: Readonly<Record<KeyKind | 'none', number>>;
  /** Rejected requests by status. */
  readonly refusals: Readonly<Record<RefusalStatus, number>>;
}

export const REFUSAL_STATUSES = [401, 403, 429] as const;
export type RefusalStatus = (typeof REFUSAL_STATUSES)[number];
