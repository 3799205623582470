import { type Database, isDatabaseUnavailable } from '@care-atlas/data/connection';
import {
  type ChallengePurpose,
  PasskeyRepository,
  type StoredPasskey,
} from '@care-atlas/data/administration';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

const PRODUCT = 'Care Atlas';
const ANSWER_MS = 5 * 60_000;

/** Whose passkeys they are. */
export interface PasskeyOwner {
  readonly id: string;
  readonly name: string;
}

/** Passkeys (WebAuthn), for the dashboard's own address only. A challenge is answered once, within five minutes. */
export class Passkeys {
  readonly #passkeys: PasskeyRepository;
  readonly #origin: string;
  readonly #host: string;

  /** @param url the dashboard's public address */
  constructor(database: Database, url: string) {
    this.#passkeys = new PasskeyRepository(database);
    const { origin, hostname } = new URL(url);
    this.#origin = origin;
    this.#host = hostname;
  }

  /** What an authenticator needs to make a passkey. */
  async offer(owner: PasskeyOwner, now: Date): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const options = await generateRegistrationOptions({
      rpName: PRODUCT,
      rpID: this.#host,
      userName: owner.name,
      userDisplayName: owner.name,
      userID: new Uint8Array(Buffer.from(owner.id)),
      timeout: ANSWER_MS,
      excludeCredentials: (await this.#passkeys.of(owner.id)).map(descriptor),
      // It has to be found without a name, and to know its person, to do without a password.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.#remember(options.challenge, 'registration', owner.id, now);
    return options;
  }

  /** Keeps the passkey that an authenticator made. Whether it is one, and new. */
  async add(
    owner: PasskeyOwner,
    label: string,
    response: RegistrationResponseJSON,
    now: Date,
  ): Promise<boolean> {
    const verified = await orRefused(
      verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => this.#answered(challenge, 'registration', owner.id, now),
        expectedOrigin: this.#origin,
        expectedRPID: this.#host,
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
   * What an authenticator needs to show a passkey.
   * @param owner whose; without, of anybody who verifies to their own device who they are
   */
  async ask(owner: PasskeyOwner | undefined, now: Date): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const options = await generateAuthenticationOptions({
      rpID: this.#host,
      timeout: ANSWER_MS,
      allowCredentials: owner && (await this.#passkeys.of(owner.id)).map(descriptor),
      userVerification: owner ? 'preferred' : 'required',
    });
    await this.#remember(options.challenge, purposeFor(owner), owner?.id ?? null, now);
    return options;
  }

  /**
   * Whose passkey it is that an authenticator shows.
   * @param owner as it was asked
   * @returns the id of the administrator; undefined when it is not valid
   */
  async check(
    owner: PasskeyOwner | undefined,
    response: AuthenticationResponseJSON,
    now: Date,
  ): Promise<string | undefined> {
    const passkey = typeof response.id === 'string' ? await this.#passkeys.byId(response.id) : undefined;
    if (!passkey || (owner && passkey.administratorId !== owner.id)) return undefined;
    const verified = await orRefused(
      verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) =>
          this.#answered(challenge, purposeFor(owner), owner?.id ?? null, now),
        expectedOrigin: this.#origin,
        expectedRPID: this.#host,
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

  #remember(challenge: string, purpose: ChallengePurpose, administratorId: string | null, now: Date) {
    const expiresAt = new Date(now.getTime() + ANSWER_MS);
    return this.#passkeys.challenge({ challenge, purpose, administratorId }, now, expiresAt);
  }

  #answered(challenge: string, purpose: ChallengePurpose, administratorId: string | null, now: Date) {
    return this.#passkeys.answer({ challenge, purpose, administratorId }, now);
  }
}

function purposeFor(owner: PasskeyOwner | undefined): ChallengePurpose {
  return owner ? 'second-factor' : 'sign-in';
}

function descriptor({ id, transports }: StoredPasskey): { id: string; transports: string[] } {
  return { id, transports: [...transports] };
}

/** The library throws for whatever is wrong with an answer; only a database that is away is no refusal. */
async function orRefused<T>(verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return undefined;
  }
}
