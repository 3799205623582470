import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/*
 * What the dashboard's server and its client say to each other, as types: every path below is relative to the
 * dashboard's own address, bodies are JSON in UTF-8, and points in time are ISO 8601 in UTC.
 *
 * Every request that is not a GET carries `X-CSRF-Token`, the `csrfToken` of the newest SessionState: a sign-in, a
 * change of its stage and a changed password bring a new one. A request that the page makes by itself, such as one
 * after an event of /api/changes, carries `X-Background: true`, so that an idle session ends in spite of it.
 *
 * Refusals have the ErrorBody below: 400 `missing_param` with `param` and `details` (one per field), 401 `unauthorized`
 * (sign in), 403 `forbidden` (CSRF token or origin wrong), 404, 429 `rate_limited` with Retry-After in seconds,
 * 503 `unavailable` with Retry-After.
 */

/** The body of every refusal. `message` is a sentence for people. */
export interface Refusal {
  readonly error: string;
  readonly message: string;
  readonly requestId: string;
  readonly param?: string;
  readonly details?: readonly { readonly param: string; readonly message: string }[];
}

// ---------------------------------------------------------------------------------------------- signing in and out

/**
 * Where the visitor stands. GET /api/session, and the answer to every step of signing in:
 * signed-out → (new-password, after a one-time password) → (second-factor, when one is set up) → signed-in.
 */
export type SessionState =
  | { readonly stage: 'signed-out'; readonly csrfToken: string }
  | { readonly stage: 'new-password'; readonly csrfToken: string; readonly name: string }
  | {
      readonly stage: 'second-factor';
      readonly csrfToken: string;
      readonly name: string;
      /** What this person can show: an authenticator's or recovery code, a passkey. */
      readonly factors: readonly SecondFactor[];
    }
  | {
      readonly stage: 'signed-in';
      readonly csrfToken: string;
      readonly name: string;
      /** When the session ends at the latest. */
      readonly endsAt: string;
      /** After how long without a request it ends earlier. */
      readonly idleMinutes: number;
    };

export type SecondFactor = 'totp' | 'recovery-code' | 'passkey';

/** POST /api/sign-in → SessionState. 401 when name and password do not match, 429 after repeated failures. */
export interface SignIn {
  readonly name: string;
  readonly password: string;
}

/** POST /api/sign-in/new-password, in stage new-password → SessionState. 400 says why a password is refused. */
export interface NewPassword {
  readonly newPassword: string;
}

/** POST /api/sign-in/code, in stage second-factor → SessionState. Six digits, or a recovery code. */
export interface SecondFactorCode {
  readonly code: string;
}

/** POST /api/sign-in/passkey/options, no body, in stages signed-out and second-factor: for startAuthentication. */
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;

/** POST /api/sign-in/passkey → SessionState. 401 when the passkey is not known. */
export interface PasskeySignIn {
  readonly response: AuthenticationResponseJSON;
}

// POST /api/sign-out, no body → 204. The session ends on the server.

// -------------------------------------------------------------------------------------------------- one's own account

/** GET /api/account */
export interface Account {
  readonly name: string;
  readonly createdAt: string;
  readonly passwordChangedAt: string;
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly Passkey[];
}

export interface Passkey {
  readonly id: string;
  readonly label: string;
  /** Whether it is copied to the person's other devices, by a password manager or an operating system. */
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** POST /api/account/password → SessionState. Every other session of this person ends. 400 says what is wrong. */
export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changing a factor asks for the password again: 400 with `param: "password"` when it is wrong. It is the body of
 * - POST /api/account/totp → TotpOffer
 * - POST /api/account/totp/remove → Account (the recovery codes go with it, unless a passkey stays)
 * - POST /api/account/recovery-codes → RecoveryCodes: ten new ones; the ones before stop working
 * - POST /api/account/passkeys/options → PasskeyOffer
 * - POST /api/account/passkeys/{id}/remove → Account
 */
export interface Reauthentication {
  readonly password: string;
}

/** An authenticator to be set up. It counts once a code of it was confirmed. */
export interface TotpOffer {
  /** Base32, to be typed in. */
  readonly secret: string;
  readonly url: string;
  /** The same as a picture: an `data:image/png` URL. */
  readonly qrCode: string;
}

/** POST /api/account/totp/confirm → RecoveryCodes. 400 when the code is wrong. */
export interface TotpConfirmation {
  readonly code: string;
}

/** Shown once. Each works once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** For startRegistration. */
export type PasskeyOffer = PublicKeyCredentialCreationOptionsJSON;

/** POST /api/account/passkeys → Account */
export interface PasskeyRegistration {
  /** What the person calls it, 1 to 60 characters. */
  readonly label: string;
  readonly response: RegistrationResponseJSON;
}

/** GET /api/account/sessions → the person's own sessions, the newest first. */
export interface Sessions {
  readonly sessions: readonly OwnSession[];
}

export interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  /** Browser and system, e.g. "Firefox on Linux". */
  readonly device: string;
  readonly address: string;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
}

// DELETE /api/account/sessions/{id} → Sessions. Ending the current one is a sign-out: 204.
// DELETE /api/account/sessions → Sessions. Ends every one but the current.

// ---------------------------------------------------------------------------------------------------------- API keys

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
  /** 16 to 256 characters, no blanks. 400 when it is registered already. */
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

// ------------------------------------------------------------------------------------------------------------- usage

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

// --------------------------------------------------------------------------------------------------------- directory

export type Freshness = 'fresh' | 'stale' | 'unknown';

/** GET /api/directory */
export interface DirectoryState {
  readonly version: string;
  readonly syncedAt: string;
  readonly doctors: number;
  readonly clinics: number;
  readonly acceptingNewPatients: number;
  readonly freshness: FreshnessShare;
  readonly register: RegisterState;
  /** Each dataset version of the last 90 days as it was when it was made, the oldest first. */
  readonly history: readonly DirectoryThen[];
}

export interface FreshnessShare {
  readonly fresh: number;
  readonly stale: number;
  readonly unknown: number;
  /** Share of doctors that the register has confirmed, percent. */
  readonly coveragePct: number;
}

/** For the banner: shown when `overdue`. */
export interface RegisterState {
  /** When the last complete run of the register finished; null when none ever did. */
  readonly lastCompleteRunAt: string | null;
  readonly freshDays: number;
  /** The last complete run is longer ago than records stay fresh. */
  readonly overdue: boolean;
}

export interface DirectoryThen {
  readonly version: string;
  readonly at: string;
  /** The run that made it; null for the version of an empty directory. */
  readonly runId: string | null;
  readonly doctors: number;
  readonly clinics: number;
  readonly freshness: FreshnessShare;
}

/** GET /api/directory/map: every open clinic, as a row each. */
export interface ClinicMap {
  readonly version: string;
  readonly clinics: readonly ClinicPoint[];
}

/**
 * Name, latitude, longitude, whether new patients are accepted (null: nobody says), and the freshness of the freshest
 * record of a doctor there (null: no doctor).
 */
export type ClinicPoint = readonly [
  name: string,
  lat: number,
  lng: number,
  accepting: boolean | null,
  freshness: Freshness | null,
];

// -------------------------------------------------------------------------------------------------------------- runs

export type RunStatus = 'running' | 'succeeded' | 'failed';

/** GET /api/runs?limit= (1 to 100, by default 25): the newest first. */
export interface RunList {
  readonly runs: readonly Run[];
}

/** GET /api/runs/{id} */
export interface Run {
  readonly id: string;
  readonly source: string;
  readonly fileName: string | null;
  readonly status: RunStatus;
  /** Why it failed; empty otherwise. */
  readonly reason: string;
  /** Whether it read the whole of its source: what the source lacks then has expired or closed. */
  readonly complete: boolean;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** The dataset version that it made; null while it runs and when it failed. */
  readonly version: string | null;
  /** What it counted, by name in the order in which to show it, e.g. read, created, updated, expired, rejected. */
  readonly counts: Readonly<Record<string, number>>;
}

/** GET /api/runs/{id}/changes?limit=&after= (by default 0, the beginning) */
export interface RunChanges {
  readonly changes: readonly RunChange[];
  /** `after` of the next page; null at the end. */
  readonly next: number | null;
}

export interface ChangeQuery {
  readonly limit?: number;
  readonly after?: number;
}

export interface RunChange {
  readonly position: number;
  /** What kind of record, e.g. "doctor", and which. */
  readonly record: string;
  readonly key: string;
  /** "created", "updated", "expired", "unexpired", "closed" or "reopened". */
  readonly change: string;
  /** With an update: each field with its value before and after. */
  readonly fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** GET /api/runs/{id}/rejects?limit=&offset=; GET /api/runs/{id}/rejects.csv downloads all. */
export interface RunRejects extends Page {
  readonly rejects: readonly RunReject[];
}

export interface RunReject {
  readonly line: number | null;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

// ------------------------------------------------------------------------------------------------------------- audit

/** What is recorded of what people do here. */
export type AuditAction =
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-out'
  | 'session-ended'
  | 'password-changed'
  | 'totp-added'
  | 'totp-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'key-created'
  | 'key-labelled'
  | 'key-revoked'
  | 'gateway-secret-registered'
  | 'audit-exported'
  | 'administrator-created'
  | 'administrator-reset'
  | 'administrator-disabled';

/**
 * POST /api/audit/export → text/csv, streamed, the oldest first; it is itself recorded. `text` occurs in actor, subject,
 * address or details.
 */
export interface AuditFilter {
  readonly text?: string;
  readonly action?: AuditAction;
  /** From this instant on. */
  readonly from?: string;
  /** Before this instant. */
  readonly to?: string;
}

/** GET /api/audit?text=&action=&from=&to=&limit=&offset=: the newest first. */
export interface AuditQuery extends AuditFilter, PageQuery {}

export interface AuditList extends Page {
  readonly events: readonly AuditEvent[];
}

export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  /** The administrator's name; "operator" for the command line; empty for somebody unknown. */
  readonly actor: string;
  readonly action: AuditAction;
  /** What it was done to, e.g. the prefix of a key. */
  readonly subject: string;
  readonly address: string;
  readonly userAgent: string;
  /** What a person calls that, e.g. "Firefox on Linux"; empty where nothing is known. */
  readonly device: string;
  readonly details: Readonly<Record<string, unknown>>;
}

// ------------------------------------------------------------------------------------------------------ live updates

/**
 * GET /api/changes, as Server-Sent Events (EventSource): an event without data of one of these names, whenever what it
 * names has changed, within two seconds; `ping` every 15 seconds means nothing. The stream ends with the session; the
 * next connection is refused with 401 then.
 */
export type ChangeEvent = 'runs' | 'usage' | 'keys' | 'audit' | 'ping';

// ------------------------------------------------------------------------------------------------------------- pages

/** `limit` 1 to 100, by default 25; `offset` by default 0. */
export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
}

export interface Page {
  /** How many there are. */
  readonly total: number;
  /** How many of them are here. */
  readonly count: number;
}
