import type { KeyKind } from '../../../contract/key.js';

/** What the usage of the API says. */
export const USAGE_TEXTS = {
  ranges: { '24': '24 hours', '168': '7 days', '720': '30 days', '2160': '90 days' },
  range: 'Span of time',
  byKind: 'Requests by kind of key',
  ofKey: 'Requests',
  only: 'Only what was done with',
  allKeys: 'All keys',
  refusals: 'Refused requests',
  byOperation: 'By operation and status',
  topKeys: 'Most used keys',
  kinds: {
    live: 'Live',
    sandbox: 'Sandbox',
    gateway: 'Gateway',
    admin: 'Admin',
    none: 'No valid key',
  } satisfies Record<KeyKind | 'none', string>,
  statuses: {
    '401': '401 no valid key',
    '403': '403 not allowed',
    '429': '429 over the limit',
  },
  operation: 'Operation',
  requests: 'Requests',
  total: 'Total',
  refused: '400 or above',
  empty: 'No requests in this span',
  emptyHint: 'Requests show up here within a minute of being answered.',
  noRefusals: 'No request was refused in this span.',
  chart: (what: string, total: string) => `Chart: ${what}, ${total} in all`,
} as const;
