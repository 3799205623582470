import type { Role } from '@care-atlas/domain/access';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { AnyObject, PasswordText, Text, type Timestamp } from '../fields.js';

/**
 * Progress of a sign-in: signed-out → (new-password, after a one-time password) → (second-factor, if one is set up) →
 * signed-in.
 */
export type SessionStatus = 'signed-out' | 'new-password' | 'second-factor' | 'signed-in';

/**
 * The session as the client sees it. Every request other than GET carries the `csrfToken` of the latest SessionState
 * as `X-CSRF-Token`; signing in, each change of the status and a password change issue a new one.
 */
export type SessionState = { readonly csrfToken: string } & (
  | {
      readonly status: 'signed-out';
      /** The name of the OpenID Connect provider that can sign people in; null without one. */
      readonly provider: string | null;
    }
  | { readonly status: 'new-password'; readonly name: string }
  | { readonly status: 'second-factor'; readonly name: string; readonly factors: readonly SecondFactor[] }
  | {
      readonly status: 'signed-in';
      readonly name: string;
      readonly role: Role;
      /** The latest time at which the session ends. */
      readonly endsAt: Timestamp;
      /** Minutes without a request after which the session ends earlier. */
      readonly idleMinutes: number;
    }
);

export type SecondFactor = 'totp' | 'recovery-code' | 'passkey';

export class Credentials {
  @Text(1, 256)
  name: string;

  @PasswordText()
  password: string;
}

export class NewPassword {
  @PasswordText()
  newPassword: string;
}

/** Where a sign-in through a provider leads to: an address within the dashboard. */
export class ReturnQuery {
  @Text(0, 2000, 'optional')
  from?: string;
}

/** Why a sign-in through a provider failed, as the parameter `problem` of the sign-in page says. */
export const PROVIDER_PROBLEMS = ['denied', 'expired', 'unknown', 'failed'] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

/** Six digits of an authenticator app, or a recovery code. */
export class Code {
  @Text(1, 64)
  code: string;
}

/** Input of startAuthentication in the browser. */
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;

export class PasskeySignIn {
  @AnyObject()
  response: AuthenticationResponseJSON;
}
