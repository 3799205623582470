import { TestMcp } from './test-mcp.js';

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start()));
afterAll(() => mcp?.stop());

/** Returns the JSON-RPC message of a response, which may be an event. */
async function messageOf(answer: Response) {
  const body = await answer.text();
  const json = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  return JSON.parse(json) as { result?: Record<string, unknown> };
}

describe('the server card', () => {
  it('says what the connector is and where, to pages of any origin, and as the connector itself does', async () => {
    const answer = await fetch(`${mcp.url}/server-card`, {
      headers: { origin: 'https://assistant.example' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/mcp-server-card+json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const card = (await answer.json()) as Record<string, unknown>;
    expect(card).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: 'localhost/care-atlas',
      remotes: [{ type: 'streamable-http', url: 'http://localhost:3001/mcp' }],
    });
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    const { result } = await messageOf(
      await mcp.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, {}, mcp.keys.live),
    );
    const { title, version, description } = result!['serverInfo'] as Record<string, unknown>;
    expect([card['title'], card['version'], card['description']]).toEqual([title, version, description]);
    const etag = answer.headers.get('etag')!;
    const again = await fetch(`${mcp.url}/server-card`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    const preflight = await fetch(`${mcp.url}/server-card`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Content-Type, If-None-Match',
    ]);
  });

  it('names revisions that each speak', async () => {
    const card = (await (await fetch(`${mcp.url}/server-card`)).json()) as {
      remotes: [{ supportedProtocolVersions: string[] }];
    };
    const [modern, ...others] = card.remotes[0].supportedProtocolVersions;
    const params = { capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    for (const protocolVersion of others) {
      const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { ...params, protocolVersion } };
      const { result } = await messageOf(await mcp.post(message, {}, mcp.keys.live));
      expect(result).toMatchObject({ protocolVersion });
    }
    const client = await mcp.connect({ versionNegotiation: { mode: { pin: modern! } } });
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
  });
});
