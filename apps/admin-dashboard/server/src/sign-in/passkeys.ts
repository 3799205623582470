import { type DatabaseScope, isDatabaseUnavailable } from '@care-atlas/data/connection';
import { type Challenge, PasskeyRepository, type StoredPasskey } from '@care-atlas/data/administration';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FactorOwner } from './second-factors.js';

const PRODUCT = 'Care Atlas';
const TIMEOUT_MS = 5 * 60_000;
/** The library is loaded when a passkey is used first: it took a tenth of the dashboard's start. */
const webauthn = () => import('@simplewebauthn/server');

/** Passkeys (WebAuthn) for the dashboard's own address. A challenge can be answered once, within five minutes. */
export class Passkeys {
  readonly #passkeys: PasskeyRepository;
  readonly #site: { readonly expectedOrigin: string; readonly expectedRPID: string };

  /** @param url the dashboard's public address */
  constructor(database: DatabaseScope, url: string) {
    this.#passkeys = new PasskeyRepository(database);
    const { origin, hostname } = new URL(url);
    this.#site = { expectedOrigin: origin, expectedRPID: hostname };
  }

  /** Returns the options with which a browser creates a passkey. */
  async creationOptions(owner: FactorOwner, now: Date): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: PRODUCT,
      rpID: this.#site.expectedRPID,
      userName: owner.name,
      userDisplayName: owner.name,
      userID: new Uint8Array(Buffer.from(owner.id)),
      timeout: TIMEOUT_MS,
      excludeCredentials: (await this.#passkeys.of(owner.id)).map(descriptor),
      // Signing in without name and password requires a discoverable credential and user verification.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.#storeChallenge({ ...registrationBy(owner), challenge: options.challenge }, now);
    return options;
  }

  /** Stores a passkey that a browser created. @returns false if it is invalid or already stored */
  async add(
    owner: FactorOwner,
    label: string,
    response: RegistrationResponseJSON,
    now: Date,
  ): Promise<boolean> {
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await orInvalid(
      verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => this.#passkeys.answer({ ...registrationBy(owner), challenge }, now),
        ...this.#site,
      }),
    );
    if (!verified?.verified) return false;
    const { credential, credentialBackedUp } = verified.registrationInfo;
    if (await this.#passkeys.byId(credential.id)) return false;
    await this.#passkeys.add({
      id: credential.id,
      administratorId: owner.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      label,
      synced: credentialBackedUp,
      createdAt: now,
    });
    return true;
  }

  /**
   * Returns the options with which a browser uses a passkey.
   * @param owner without it, any passkey whose device verifies its user is accepted
   */
  async requestOptions(
    owner: FactorOwner | undefined,
    now: Date,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID: this.#site.expectedRPID,
      timeout: TIMEOUT_MS,
      allowCredentials: owner && (await this.#passkeys.of(owner.id)).map(descriptor),
      userVerification: owner ? 'preferred' : 'required',
    });
    await this.#storeChallenge({ ...signInBy(owner), challenge: options.challenge }, now);
    return options;
  }

  /**
   * Verifies the use of a passkey.
   * @param owner as in `requestOptions`
   * @returns the id of the administrator; undefined if the response is invalid
   */
  async verify(
    owner: FactorOwner | undefined,
    response: AuthenticationResponseJSON,
    now: Date,
  ): Promise<string | undefined> {
    const passkey = typeof response.id === 'string' ? await this.#passkeys.byId(response.id) : undefined;
    if (!passkey || (owner && passkey.administratorId !== owner.id)) return undefined;
    const { verifyAuthenticationResponse } = await webauthn();
    const verified = await orInvalid(
      verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => this.#passkeys.answer({ ...signInBy(owner), challenge }, now),
        ...this.#site,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
          transports: [...passkey.transports],
        },
        requireUserVerification: owner === undefined,
      }),
    );
    if (!verified?.verified) return undefined;
    await this.#passkeys.use(passkey.id, verified.authenticationInfo.newCounter, now);
    return passkey.administratorId;
  }

  #storeChallenge(challenge: Challenge, now: Date): Promise<void> {
    return this.#passkeys.challenge(challenge, now, new Date(now.getTime() + TIMEOUT_MS));
  }
}

function registrationBy(owner: FactorOwner): Omit<Challenge, 'challenge'> {
  return { purpose: 'registration', administratorId: owner.id };
}

function signInBy(owner: FactorOwner | undefined): Omit<Challenge, 'challenge'> {
  return { purpose: owner ? 'second-factor' : 'sign-in', administratorId: owner?.id ?? null };
}

function descriptor({ id, transports }: StoredPasskey): { id: string; transports: string[] } {
  return { id, transports: [...transports] };
}

/** Returns undefined for an invalid response. The library throws; an unavailable database is not an invalid response. */
async function orInvalid<T>(verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return undefined;
  }
}
