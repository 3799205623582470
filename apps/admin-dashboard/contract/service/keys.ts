import {
  KEY_KINDS,
  type KeyKind,
  LABEL_LENGTH,
  MAX_RATE_LIMIT,
  NOTE_LENGTH,
} from '@care-atlas/domain/access';
import {
  AnyText,
  Instant,
  Offset,
  OneOf,
  type Page,
  type PageQuery,
  PageSize,
  SearchText,
  Text,
  type Timestamp,
  Uuids,
  WholeNumber,
} from '../fields.js';

export const KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];
/** The states that keys can be selected by. `expiring`: active, and ends within 14 days. */
const SELECTED_STATES = [...KEY_STATES, 'expiring'] as const;

/** A key in a list, without the key itself. */
export interface ListedKey {
  readonly id: string;
  readonly kind: KeyKind;
  /** The first characters of the key, which may be shown. */
  readonly prefix: string;
  readonly label: string;
  readonly state: KeyState;
  readonly createdAt: Timestamp;
  readonly lastUsedAt: Timestamp | null;
  readonly revokedAt: Timestamp | null;
  readonly revokedReason: string;
  /** When the key ends, or ended, by itself; null if it does not. */
  readonly expiresAt: Timestamp | null;
  /** Requests per minute instead of those of the tier; null if those of the tier count. */
  readonly rateLimit: number | null;
  /** What administrators should know; empty without a note. */
  readonly note: string;
  /** Requests in the last 24 hours. */
  readonly requestsLastDay: number;
}

/** Selects keys; `text` is part of the label, the prefix or the id. */
export class KeyFilter {
  @OneOf(KEY_KINDS)
  kind?: KeyKind;

  @OneOf(SELECTED_STATES)
  state?: (typeof SELECTED_STATES)[number];

  @SearchText()
  text?: string;
}

export class KeyQuery extends KeyFilter implements PageQuery {
  @PageSize()
  limit = 25;

  @Offset()
  offset = 0;
}

/** Newest first. */
export interface KeyList extends Page {
  readonly keys: readonly ListedKey[];
}

export class KeyLabel {
  @Text(1, LABEL_LENGTH)
  label: string;
}

/** What may be set of a key besides its label. Null removes what was set; what is absent stays. */
export class KeyTerms {
  /** At least a minute from now: services learn of it within seconds. */
  @Instant('nullable')
  expiresAt?: string | null;

  @WholeNumber('nullable', 1, MAX_RATE_LIMIT)
  rateLimit?: number | null;

  @Text(0, NOTE_LENGTH, 'optional')
  note?: string;
}

export class NewKey extends KeyTerms implements KeyLabel {
  @Text(1, LABEL_LENGTH)
  label: string;
}

/** The only answer that contains a key. */
export interface CreatedKey extends ListedKey {
  readonly key: string;
}

/** A secret chosen by a gateway. Only its hash is stored. */
export class GatewaySecret extends KeyLabel {
  @AnyText()
  secret: string;
}

/** The most keys that one request revokes. */
export const MAX_REVOKED = 100;

export class KeysRevocation {
  @Uuids(MAX_REVOKED)
  ids: string[];

  /** For example "abuse". */
  @Text(1, 200)
  reason: string;
}

/** How many of the keys were active, and are now revoked. */
export interface RevokedKeys {
  readonly revoked: number;
}

export class KeyRevocation {
  /** For example "abuse". */
  @Text(1, 200)
  reason: string;
}
