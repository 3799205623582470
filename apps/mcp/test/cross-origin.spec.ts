import { TestMcp } from './test-mcp.js';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const HOST = 'https://assistant.example';

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start({ env: { MCP_ALLOWED_ORIGINS: HOST } })));
afterAll(() => mcp.stop());

it('a page of an allowed origin may use the connector and read the response', async () => {
  const answer = await mcp.post(LIST, { origin: HOST }, mcp.keys.live);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(HOST);
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

it('a page of another origin is rejected and may not read the response', async () => {
  const answer = await mcp.post(LIST, { origin: 'https://evil.example' }, mcp.keys.live);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

it.each([
  [HOST, HOST],
  ['https://evil.example', null],
])('a preflight request from %s allows %s', async (origin, allowed) => {
  const answer = await fetch(mcp.url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect(answer.headers.get('access-control-allow-origin')).toBe(allowed);
});
