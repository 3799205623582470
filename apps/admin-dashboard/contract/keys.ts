import { IsString } from 'class-validator';
import { KEY_KINDS, type KeyKind, LABEL_LENGTH } from '@care-atlas/domain/access';
import { OneOf, type Page, PageQuery, SearchText, Text, type Timestamp } from './fields.js';

export const KEY_STATES = ['active', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

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
  /** Requests in the last 24 hours. */
  readonly requestsLastDay: number;
}

/** Selects keys; `text` is part of the label, the prefix or the id. */
export class KeyQuery extends PageQuery {
  @OneOf(KEY_KINDS)
  kind?: KeyKind;

  @OneOf(KEY_STATES)
  state?: KeyState;

  @SearchText()
  text?: string;
}

/** Newest first. */
export interface KeyList extends Page {
  readonly keys: readonly ListedKey[];
}

export class KeyLabel {
  @Text(1, LABEL_LENGTH)
  label: string;
}

/** The only answer that contains a key. */
export interface CreatedKey extends ListedKey {
  readonly key: string;
}

/** A secret chosen by a gateway. Only its hash is stored. */
export class GatewaySecret extends KeyLabel {
  @IsString()
  secret: string;
}

export class KeyRevocation {
  /** For example "abuse". */
  @Text(1, 200)
  reason: string;
}
