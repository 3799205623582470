import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { Connector } from '../../apps/mcp/src/connector/connector.js';
import { authInfoOf, connectorServers, protocolHandler } from '../../apps/mcp/src/http/protocol-handler.js';
import { evaluationReader } from './evaluation-directory.js';
import type { ToolOutcome } from './endpoint.js';
import { countsOf, idsOf } from './question.js';

/** A host of the connector over the evaluation's directory: the real client and handler, without a network. */
export class EvaluationHost {
  private constructor(private readonly client: Client) {}

  static async open(): Promise<EvaluationHost> {
    const directory = await evaluationReader();
    const { syncedAt: now } = await directory.dataset();
    const connector = new Connector({ directory, clock: () => now, onError: console.error, portalUrl: '' });
    const handler = protocolHandler(connectorServers(connector), console.error);
    const authInfo = authInfoOf({ sizes: FULL_SIZES, requestId: 'evaluation' });
    const client = new Client({ name: 'evaluation', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: (url, init) => handler.fetch(new Request(url, init), { authInfo }),
      }),
    );
    return new EvaluationHost(client);
  }

  /** The instructions for models. */
  get instructions(): string {
    return this.client.getInstructions() ?? '';
  }

  async tools() {
    return (await this.client.listTools()).tools;
  }

  /** @throws the client's error when there is no such tool */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolOutcome> {
    const result = await this.client.callTool({ name, arguments: args });
    const structured = (result.structuredContent ?? {}) as { readonly total?: number };
    const [{ text }] = result.content as unknown as readonly [{ readonly text: string }];
    return {
      isError: result.isError ?? false,
      text,
      ids: idsOf(structured),
      total: structured.total,
      counts: countsOf(structured),
    };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
