import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type {
  Account,
  PasskeyOffer,
  PasskeyRegistration,
  Reauthentication,
} from '../../../contract/account.js';
import type { PasskeyRequest, PasskeySignIn, SessionState } from '../../../contract/sign-in.js';
import { ExplainedError } from '../explained-error.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';

/** Signs in with a passkey: as a second factor, or instead of a password. */
export async function showPasskey(): Promise<SessionState> {
  const optionsJSON = await change<PasskeyRequest>('/api/sign-in/passkey/options');
  const response = await orExplained(startAuthentication({ optionsJSON }));
  return change<SessionState>('/api/sign-in/passkey', { response } satisfies PasskeySignIn);
}

/** Makes a passkey on this device. */
export async function makePasskey(label: string, password: string): Promise<Account> {
  const proof: Reauthentication = { password };
  const optionsJSON = await change<PasskeyOffer>('/api/account/passkeys/options', proof);
  const response = await orExplained(startRegistration({ optionsJSON }));
  return change<Account>('/api/account/passkeys', { label, response } satisfies PasskeyRegistration);
}

async function orExplained<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (cause) {
    const exists =
      cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new ExplainedError(exists ? TEXTS.passkeys.exists : TEXTS.passkeys.stopped, { cause });
  }
}
