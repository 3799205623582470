import type { KeyKind } from './key.js';

/**
 * GET /api/usage?hours=&key=: whole hours, the current one included; `hours` 1 to 2160, by default 24. `key`, the id of
 * one, leaves out what was done with any other and without.
 */
export interface Usage {
  /** Start of the first hour. */
  readonly from: string;
  /** Start of the last hour. */
  readonly to: string;
  /** Every hour of the span, also one without a request. */
  readonly byHour: readonly UsageHour[];
  /** Most used first. `operation` is an operationId of the interface, or the name of an MCP tool. */
  readonly byOperation: readonly {
    readonly operation: string;
    readonly status: number;
    readonly requests: number;
  }[];
  /** The ten most used keys. */
  readonly topKeys: readonly {
    readonly id: string;
    readonly kind: KeyKind;
    readonly prefix: string;
    readonly label: string;
    readonly requests: number;
    /** Those that were answered with 400 or above. */
    readonly refused: number;
  }[];
}

export interface UsageHour {
  readonly hour: string;
  /** Requests by kind of key; `none` had no valid key. */
  readonly requests: Readonly<Record<KeyKind | 'none', number>>;
  /** Requests refused, by status. */
  readonly refusals: { readonly 401: number; readonly 403: number; readonly 429: number };
}
