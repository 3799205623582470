import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeySetup } from '#contract/people/account';
import type { PasskeyRequest } from '#contract/people/sign-in';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator as WebAuthn describes it, with one key pair (ES256), for tests of the server. */
export class SoftwarePasskey {
  readonly #id = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  #counter = 0;

  /** @param origin of the page that uses it; @param verifies whether it verifies the user */
  constructor(
    private readonly origin: string,
    private readonly verifies = true,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    // A COSE_Key: kty EC2, alg ES256, crv P-256, x, y.
    this.#coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x!, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y!, 'base64url')),
    ]);
  }

  /** Returns the result of `startRegistration` of the browser library. */
  create({ challenge }: PasskeySetup): RegistrationResponseJSON {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#coseKey]);
    const authData = Buffer.concat([this.#authenticatorData(HAS_CREDENTIAL), credential]);
    // { fmt: "none", attStmt: {}, authData }
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      word('fmt'),
      word('none'),
      word('attStmt'),
      Buffer.from([0xa0]),
      word('authData'),
      bytes(authData),
    ]);
    return {
      ...this.#identity(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Returns the result of `startAuthentication` of the browser library. */
  get({ challenge }: PasskeyRequest): AuthenticationResponseJSON {
    this.#counter++;
    const clientData = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#authenticatorData(0);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      ...this.#identity(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#privateKey).toString('base64url'),
      },
    };
  }

  #identity() {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number): Buffer {
    const host = createHash('sha256').update(new URL(this.origin).hostname).digest();
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const all = flags | PRESENT | (this.verifies ? VERIFIED : 0);
    return Buffer.concat([host, Buffer.from([all]), counter]);
  }
}

/** Encodes a CBOR byte string. */
function bytes(content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

/** Encodes a CBOR text string of less than 24 characters. */
function word(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
