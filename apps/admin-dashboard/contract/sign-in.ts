import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

/*
 * Every request that is not a GET carries `X-CSRF-Token`, the `csrfToken` of the newest SessionState: a sign-in, a
 * change of its stage and a changed password bring a new one. A request that the page makes by itself, such as one
 * after an event of /api/changes, carries `X-Background: true`, so that an idle session ends in spite of it.
 */

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
