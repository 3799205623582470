import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { Account } from '#contract/people/account';
import type { SessionState } from '#contract/people/sign-in';
import { TEXTS } from '../language/texts.js';
import { call } from './call.js';
import { UserError } from './errors.js';

const { common } = TEXTS;

/** Signs in with a passkey: as the second factor, or instead of a password. */
export async function signInWithPasskey(): Promise<SessionState> {
  const optionsJSON = await call('requestPasskey');
  const response = await orUserError(startAuthentication({ optionsJSON }));
  return call('signInWithPasskey', { body: { response } });
}

/** Creates a passkey on this device. */
export async function createPasskey(label: string, password: string): Promise<Account> {
  const optionsJSON = await call('startPasskeySetup', { body: { password } });
  const response = await orUserError(startRegistration({ optionsJSON }));
  return call('addPasskey', { body: { label, response } });
}

async function orUserError<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (cause) {
    const exists =
      cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new UserError(exists ? common.passkeys.exists : common.passkeys.canceled, { cause });
  }
}
