import type { Client } from '@modelcontextprotocol/client';
import { TestMcp } from './test-mcp.js';

const LIMIT = 3;

let mcp: TestMcp;
let client: Client;
beforeAll(
  async () =>
    (mcp = await TestMcp.start({ env: { RATE_LIMIT_LIVE: String(LIMIT), RATE_LIMIT_SANDBOX: '2' } })),
);
beforeEach(async () => {
  mcp.advance(60_000);
  client = await mcp.connect();
});
afterEach(() => client.close());
afterAll(() => mcp.stop());

const search = () => client.callTool({ name: 'search_doctors', arguments: { limit: 1 } });

async function reachLimit(): Promise<void> {
  for (let i = 0; i < LIMIT; i++) await search();
}

it('answers up to the limit, and then says how long to wait', async () => {
  await reachLimit();
  mcp.advance(15_000);
  const refused = await search();
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: 'The limit of requests per minute is reached. Wait 45 seconds, then ask again.' }],
    _meta: { 'care-atlas/fault': { code: 'rate_limited', retry_after_seconds: 45 } },
  });
  mcp.advance(45_000);
  expect((await search()).isError).toBeFalsy();
});

it('a key may have a limit of its own', async () => {
  const { key, id } = await mcp.mintKey('live');
  await mcp.changeTerms(id, { rateLimit: LIMIT + 1 });
  const own = await mcp.connect({}, key);
  const ask = () => own.callTool({ name: 'search_doctors', arguments: { limit: 1 } });
  for (let i = 0; i <= LIMIT; i++) expect((await ask()).isError).toBeFalsy();
  expect((await ask()).isError).toBe(true);
  await own.close();
});

it('counts reads of resources together with tool calls', async () => {
  await search();
  await client.readResource({ uri: 'care://summary' });
  await search();
  await expect(client.readResource({ uri: 'care://languages' })).rejects.toMatchObject({
    code: -32_010,
    data: { retry_after_seconds: 60 },
  });
});

it('does not count lists, prompts and completions', async () => {
  for (let i = 0; i < LIMIT; i++) {
    await client.request({ method: 'tools/list' });
    await client.getPrompt({ name: 'find_doctor', arguments: { specialty: 'Cardiology' } });
  }
  expect((await search()).isError).toBeFalsy();
});

it('limits free requests', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const answers = [];
  for (let i = 0; i < LIMIT * 10 + 1; i++) answers.push((await mcp.post(list, {}, mcp.keys.live)).status);
  expect(answers.slice(0, LIMIT * 10 - 5)).not.toContain(429);
  expect(answers.at(-1)).toBe(429);
});

it('counts each message of a batch', async () => {
  const call = {
    jsonrpc: '2.0',
    method: 'tools/call',
    params: { name: 'get_directory_summary', arguments: {} },
  };
  await mcp.post(
    [1, 2, 3].map((id) => ({ ...call, id })),
    {},
    mcp.keys.live,
  );
  expect((await search()).isError).toBe(true);
});

it('limits the size of sandbox answers', async () => {
  const sandbox = await mcp.connect({}, mcp.keys.sandbox);
  const { structuredContent } = await sandbox.callTool({ name: 'search_doctors', arguments: { limit: 50 } });
  expect(structuredContent).toMatchObject({ count: 10, warnings: ['The limit 50 was capped at 10.'] });
  const { structuredContent: detail } = await sandbox.callTool({
    name: 'get_doctor',
    arguments: { cpso: '900001' },
  });
  expect((detail as { doctor: { reviews: unknown[] } }).doctor.reviews).toHaveLength(2);
  await sandbox.close();
});
