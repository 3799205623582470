import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { Connector } from '../src/connector/connector.js';
import { authInfoOf, directoryServers, pipeline } from '../src/http/pipeline.js';
import { evaluationReader } from './evaluation-directory.js';
import { idsOf } from './question.js';

/** What a tool told. */
export interface Told {
  readonly isError: boolean;
  readonly text: string;
  readonly ids: readonly string[];
  readonly total?: number;
}

function onFault(error: unknown): void {
  console.error(error);
}

/** A host of the connector over the evaluation's directory: the real client and pipeline, without a network. */
export class EvaluationHost {
  private constructor(private readonly client: Client) {}

  static async open(): Promise<EvaluationHost> {
    const directory = await evaluationReader();
    const { syncedAt: now } = await directory.dataset();
    const served = pipeline(
      directoryServers(new Connector({ directory, clock: () => now, onFault })),
      onFault,
    );
    const authInfo = authInfoOf({ sizes: FULL_SIZES, requestId: 'evaluation' });
    const client = new Client({ name: 'evaluation', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: (url, init) => served.fetch(new Request(url, init), { authInfo }),
      }),
    );
    return new EvaluationHost(client);
  }

  /** What the connector wants a model to know before it asks. */
  get instructions(): string {
    return this.client.getInstructions() ?? '';
  }

  async tools() {
    return (await this.client.listTools()).tools;
  }

  /** @throws what the client throws when there is no such tool */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<Told> {
    const answer = await this.client.callTool({ name, arguments: args });
    const structured = (answer.structuredContent ?? {}) as Readonly<Record<string, unknown>>;
    const { total } = structured as { total?: number };
    const [content] = answer.content as readonly { readonly text: string }[];
    return { isError: answer.isError ?? false, text: content!.text, ids: idsOf(structured), total };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
