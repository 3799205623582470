import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { type InteractionResults, Provider } from 'oidc-provider';

const CLIENT = { id: 'care-atlas', secret: 'the secret of the dashboard at the provider' };

interface Account {
  readonly email: string;
  readonly email_verified: boolean;
}

/** An OpenID Connect provider that signs in whom the test names, without asking. */
export class TestProvider {
  /** The subject of the account that signs in next; undefined for a person who declines. */
  subject: string | undefined = 'one';
  /** By subject. */
  readonly accounts = new Map<string, Account>();

  private constructor(
    readonly issuer: string,
    private readonly provider: Provider,
    private readonly server: Server,
    private readonly port: number,
  ) {}

  /**
   * @param dashboardUrl the only address that people are sent back to
   * @param host another one than the dashboard's is another site for a browser
   */
  static async start(dashboardUrl: string, host = 'localhost'): Promise<TestProvider> {
    const port = await freePort();
    const issuer = `http://${host}:${port}`;
    const started: { provider?: TestProvider } = {};
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${dashboardUrl}/api/sign-in/provider/callback`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      pkce: { required: () => true },
      cookies: { keys: ['a key of the tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, subject) => ({
        accountId: subject,
        claims: () => ({ sub: subject, ...started.provider!.accounts.get(subject) }),
      }),
    });
    const server = createServer((request, response) => void started.provider!.#answer(request, response));
    started.provider = new TestProvider(issuer, provider, server, port);
    await started.provider.listen();
    return started.provider;
  }

  /** Starts again after a stop. */
  async listen(): Promise<void> {
    await once(this.server.listen(this.port, new URL(this.issuer).hostname), 'listening');
  }

  /** The dashboard's variables. */
  get environment(): Readonly<Record<string, string>> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_LABEL: 'Example Health',
    };
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Follows the provider's redirects as a browser does. @returns the address that leads back to the dashboard */
  async visit(address: string): Promise<URL> {
    const cookies = new Map<string, string>();
    for (let next = new URL(address); ;) {
      if (next.origin !== this.issuer) return next;
      const cookie = Array.from(cookies, (pair) => pair.join('=')).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return void this.provider.callback()(request, response);
    const result = await this.#interact(request, response);
    await this.provider.interactionFinished(request, response, result);
  }

  async #interact(request: IncomingMessage, response: ServerResponse): Promise<InteractionResults> {
    const { prompt, session } = await this.provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return this.subject === undefined
        ? { error: 'access_denied' }
        : { login: { accountId: this.subject, remember: false } };
    }
    const grant = new this.provider.Grant({ clientId: CLIENT.id, accountId: session!.accountId });
    grant.addOIDCScope('openid email');
    return { consent: { grantId: await grant.save() } };
  }
}
