import { TestMcp } from './test-mcp.js';

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start()));
afterAll(() => mcp.stop());

/** Returns a result as a client of revision 2026-07-28 receives it. */
async function resultOf(method: string, params: Record<string, unknown> = {}, name?: string) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
  const answer = await mcp.post(
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    headers,
    mcp.keys.live,
  );
  return ((await answer.json()) as { result: Record<string, unknown> }).result;
}

it.each(['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
  '%s may be cached publicly for an hour',
  async (method) => {
    expect(await resultOf(method)).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
  },
);

it.each([
  ['care://specialties', 'public'],
  ['care://languages', 'public'],
  ['care://summary', 'public'],
  ['care://doctors/900001', 'private'],
])('%s may be cached for five minutes, %s', async (uri, cacheScope) => {
  expect(await resultOf('resources/read', { uri }, uri)).toMatchObject({ ttlMs: 300_000, cacheScope });
});

it.each([
  ['2026-11-21T04:58:00Z', 120_000],
  ['2026-11-21T05:00:00Z', 300_000],
  ['2026-07-02T03:59:59.999Z', 1],
  ['2026-11-01T04:59:00Z', 300_000],
  ['2026-11-02T04:59:00Z', 60_000],
])('at %s, %i ms before midnight in Toronto at the latest', async (now, ttlMs) => {
  mcp.now = new Date(now);
  const uri = 'care://summary';
  expect(await resultOf('resources/read', { uri }, uri)).toMatchObject({ ttlMs });
});

it('announces no change notifications', async () => {
  expect(await resultOf('server/discover')).toMatchObject({
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
    },
  });
});
