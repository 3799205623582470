import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

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
