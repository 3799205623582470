import { Injectable } from '@nestjs/common';
import { isStorable } from '@care-atlas/domain/text';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { Dependencies } from '../dependencies.js';

const CALLBACK = '/api/sign-in/provider/callback';
const TIMEOUT_SECONDS = 10;

/** What a browser keeps between its way to the provider and back. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who signed in at the provider. */
export interface ProviderAccount {
  /** Issuer and subject, separated by a blank: never given to somebody else. */
  readonly id: string;
  /** What names the person here; undefined if the provider does not say it, or did not verify the e-mail address. */
  readonly name: string | undefined;
}

/** An OpenID Connect provider: the authorization code flow with PKCE, as RFC 9700 describes. */
@Injectable()
export class OpenIdConnect {
  #provider: Promise<Configuration> | undefined;

  constructor(private readonly dependencies: Dependencies) {}

  get isConfigured(): boolean {
    return this.dependencies.configuration.oidc.issuer !== '';
  }

  /** @throws if the provider cannot be reached */
  async begin(): Promise<{ readonly address: URL; readonly attempt: Attempt }> {
    const { url, oidc } = this.dependencies.configuration;
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const address = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: url + CALLBACK,
      scope: oidc.claim === 'email' ? 'openid email' : 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { address, attempt };
  }

  /**
   * @param query with which the browser came back
   * @throws AuthorizationResponseError if the provider denied it; another error if the answer does not fit the attempt
   */
  async finish(query: string, { state, nonce, verifier }: Attempt): Promise<ProviderAccount> {
    const { url, oidc } = this.dependencies.configuration;
    const provider = await this.#configuration();
    const tokens = await authorizationCodeGrant(provider, new URL(`${url}${CALLBACK}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const { iss, sub, ...ofToken } = tokens.claims()!;
    // Many providers give the claims of a person at their user info endpoint alone.
    const claims: Readonly<Record<string, unknown>> =
      ofToken[oidc.claim] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(provider, tokens.access_token, sub)
        : ofToken;
    const name = claims[oidc.claim];
    if (![sub, name].every((text) => typeof text !== 'string' || isStorable(text))) {
      throw new Error('the account has a name or a subject that cannot be stored');
    }
    const isTrusted = oidc.claim !== 'email' || claims['email_verified'] === true;
    return { id: `${iss} ${sub}`, name: typeof name === 'string' && isTrusted ? name : undefined };
  }

  /** Asks the provider for its addresses once; again after a failure. */
  #configuration(): Promise<Configuration> {
    this.#provider ??= this.#discover().catch((error: unknown) => {
      this.#provider = undefined;
      throw error;
    });
    return this.#provider;
  }

  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.dependencies.configuration.oidc;
    const server = new URL(issuer);
    return discovery(server, clientId, clientSecret || undefined, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: server.protocol === 'http:' ? [allowInsecureRequests] : [],
    });
  }
}
