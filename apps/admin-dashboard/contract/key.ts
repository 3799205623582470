import type { Page, PageQuery } from './page.js';

export type KeyKind = 'live' | 'sandbox' | 'gateway' | 'admin';
export type KeyState = 'active' | 'revoked';

/** A key as it is listed: never the key itself. */
export interface ListedKey {
  readonly id: string;
  readonly kind: KeyKind;
  /** The leading part, which may be shown. */
  readonly prefix: string;
  readonly label: string;
  readonly state: KeyState;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedReason: string;
  /** In the last 24 hours. */
  readonly requestsLastDay: number;
}

/** GET /api/keys?kind=&state=&text=&limit=&offset=: the newest first. `text` occurs in label, prefix or id. */
export interface KeyQuery extends PageQuery {
  readonly kind?: KeyKind;
  readonly state?: KeyState;
  readonly text?: string;
}

export interface KeyList extends Page {
  readonly keys: readonly ListedKey[];
}

/** POST /api/keys → CreatedKey, 201. Makes an admin key. */
export interface KeyCreation {
  /** 1 to 100 characters. */
  readonly label: string;
}

/** The one answer that holds a key: it cannot be shown again. */
export interface CreatedKey extends ListedKey {
  readonly key: string;
}

/** POST /api/keys/gateway-secrets → ListedKey, 201. A secret that a gateway chose; only its hash is kept. */
export interface GatewaySecret {
  readonly label: string;
  /** 400 says what is wrong with it, also when it is registered already. */
  readonly secret: string;
}

/** POST /api/keys/{id}/revoke → ListedKey. 404 when there is no such active key. */
export interface KeyRevocation {
  /** Why, 1 to 200 characters, e.g. "abuse". */
  readonly reason: string;
}

/** POST /api/keys/{id}/label → ListedKey */
export interface KeyLabelling {
  readonly label: string;
}
