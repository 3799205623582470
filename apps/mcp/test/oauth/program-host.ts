import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError as OldUnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

type Information = Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];
type Tokens = Parameters<OAuthClientProvider['saveTokens']>[0];
type Discovery = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];

/** The state that both generations of the client library keep between two attempts to connect. */
export class ClientState implements OAuthClientProvider {
  requested: URL | undefined;
  #client: Information | undefined;
  #tokens: Tokens | undefined;
  #discovery: Discovery | undefined;
  #verifier = '';

  constructor(readonly redirectUrl: string) {}

  get clientMetadata() {
    return { client_name: 'A test host', redirect_uris: [this.redirectUrl] };
  }
  clientInformation() {
    return this.#client;
  }
  saveClientInformation(
    client: NonNullable<ClientState['clientInformation'] extends () => infer T ? T : never>,
  ): void {
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens;
  }
  discoveryState() {
    return this.#discovery;
  }
  saveDiscoveryState(discovery: Discovery): void {
    this.#discovery = discovery;
  }
  invalidateCredentials(): void {
    this.#tokens = undefined;
  }
  redirectToAuthorization(url: URL): void {
    this.requested = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
}

/** The part of both client libraries that the tests use. */
export type Connected = Pick<Client, 'listTools' | 'callTool' | 'close'>;

/** One attempt to connect: a client, or the step that follows the login. */
type Attempt = { readonly client: Connected } | { readonly finish: (sent: URLSearchParams) => Promise<void> };

async function attemptWithCurrent(url: string, state: ClientState): Promise<Attempt> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: state });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  try {
    await client.connect(transport);
    return { client };
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    return { finish: (sent) => transport.finishAuth(sent) };
  }
}

async function attemptWithPrevious(url: string, state: ClientState): Promise<Attempt> {
  const transport = new OldTransport(new URL(url), { authProvider: state });
  const client = new OldClient({ name: 'test', version: '1.0.0' });
  try {
    await client.connect(transport);
    return { client: client as unknown as Connected };
  } catch (error) {
    if (!(error instanceof OldUnauthorizedError)) throw error;
    return { finish: (sent) => transport.finishAuth(sent.get('code')!) };
  }
}

export const ATTEMPTS = { current: attemptWithCurrent, previous: attemptWithPrevious } as const;

/** A program on this computer that waits for the login at a loopback address. */
export class ProgramHost {
  readonly state: ClientState;
  #answered: (sent: URLSearchParams) => void = () => undefined;

  private constructor(private readonly server: Server) {
    const { port } = server.address() as AddressInfo;
    this.state = new ClientState(`http://127.0.0.1:${port}/callback`);
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, this.state.redirectUrl);
      response.end('You may close this window.');
      if (pathname === '/callback') this.#answered(searchParams);
    });
  }

  static async start(): Promise<ProgramHost> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ProgramHost(server);
  }

  /** Settles when the browser returns from the login. */
  answer(): Promise<URLSearchParams> {
    return new Promise((resolve) => (this.#answered = resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
