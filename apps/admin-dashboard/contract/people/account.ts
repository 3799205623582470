import { LABEL_LENGTH } from '@care-atlas/domain/access';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AnyObject, PasswordText, Text, type Timestamp } from '../fields.js';
import { NewPassword } from './sign-in.js';

export interface Account {
  readonly name: string;
  readonly createdAt: Timestamp;
  readonly passwordChangedAt: Timestamp;
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly Passkey[];
}

export interface Passkey {
  readonly id: string;
  readonly label: string;
  /** Whether a password manager or an operating system copies it to the user's other devices. */
  readonly synced: boolean;
  readonly createdAt: Timestamp;
  readonly lastUsedAt: Timestamp | null;
}

export class PasswordChange extends NewPassword {
  @PasswordText()
  currentPassword: string;
}

/** The password, entered again to confirm a change of a factor. */
export class PasswordConfirmation {
  @PasswordText()
  password: string;
}

/** A new authenticator. It becomes active when one of its codes is confirmed. */
export interface TotpSetup {
  /** Base32, for typing it in. */
  readonly secret: string;
  readonly url: string;
  /** The URL as a QR code, a `data:image/png` URL. */
  readonly qrCode: string;
}

/** Shown once; each code works once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** Input of startRegistration in the browser. */
export type PasskeySetup = PublicKeyCredentialCreationOptionsJSON;

export class PasskeyRegistration {
  /** The user's name for the passkey. */
  @Text(1, LABEL_LENGTH)
  label: string;

  @AnyObject()
  response: RegistrationResponseJSON;
}

/** The user's own sessions, newest first. */
export interface Sessions {
  readonly sessions: readonly OwnSession[];
}

export interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  /** Browser and operating system, e.g. "Firefox on Linux". */
  readonly device: string;
  readonly address: string;
  readonly signedInAt: Timestamp;
  readonly lastSeenAt: Timestamp;
}
