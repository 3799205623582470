import { TestMcp } from './test-mcp.js';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_doctors', arguments: {} },
};
const METADATA_URL = 'http://localhost:3001/.well-known/oauth-protected-resource/mcp';

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start({ env: { RATE_LIMIT_FAILURES: '8' } })));
beforeEach(() => mcp.advance(60_000));
afterAll(() => mcp.stop());

/** Returns the JSON-RPC message of a response, which may be an event. */
async function messageOf(answer: Response) {
  const text = await answer.text();
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return JSON.parse(json) as { result?: Record<string, unknown>; error?: { code: number; data?: unknown } };
}

describe('401', () => {
  it('says where to sign in when a request has no key', async () => {
    const answer = await mcp.post(CALL);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${METADATA_URL}", scope="directory:read"`,
    );
    expect(await answer.json()).toMatchObject({ error: 'unauthorized' });
  });

  it.each([
    ['an unknown key', 'care_live_00000000000000000000000000000000000000'],
    ['an unknown token', 'x'.repeat(43)],
  ])('says that %s is not valid', async (_what, bearer) => {
    const answer = await mcp.post(CALL, {}, bearer);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('follows the revocation of a key immediately', async () => {
    const { key, id } = await mcp.mintKey('live');
    expect((await mcp.post(LIST, {}, key)).status).toBe(200);
    await mcp.revoke(id);
    expect((await mcp.post(LIST, {}, key)).status).toBe(401);
  });
});

describe('403', () => {
  it.each(['https://evil.example', 'null', 'http://evil.localhost.example:3001'])(
    'answers a page from %s',
    async (origin) => {
      expect((await mcp.post(LIST, { origin }, mcp.keys.live)).status).toBe(403);
    },
  );

  it('does not answer a page of this machine', async () => {
    expect((await mcp.post(LIST, { origin: 'http://localhost:6274' }, mcp.keys.live)).status).toBe(200);
  });
});

describe('405', () => {
  it.each(['GET', 'DELETE', 'PUT'])('answers %s, with or without a key', async (method) => {
    const answer = await fetch(mcp.url, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });
});

describe('400', () => {
  it.each(['', '{"jsonrpc":', 'null'])('answers the body %j', async (body) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${mcp.keys.live}` };
    expect((await fetch(mcp.url, { method: 'POST', headers, body })).status).toBe(400);
  });
});

describe('413', () => {
  it('answers a body that is too large', async () => {
    const params = { name: 'search_doctors', arguments: { q: 'x'.repeat(300_000) } };
    expect((await mcp.post({ ...CALL, params }, {}, mcp.keys.live)).status).toBe(413);
  });

  it('answers a batch that is too long', async () => {
    expect(
      (
        await mcp.post(
          Array.from({ length: 21 }, () => CALL),
          {},
          mcp.keys.live,
        )
      ).status,
    ).toBe(413);
  });
});

describe('429', () => {
  it('answers an address that repeats requests without a key, but not requests with a key', async () => {
    const answers = [];
    for (let i = 0; i < 9; i++) answers.push(await mcp.post(CALL));
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(401), 429]);
    expect(answers.at(-1)!.headers.get('retry-after')).toBe('60');
    expect((await mcp.post(LIST, {}, mcp.keys.live)).status).toBe(200);
  });
});

describe('health', () => {
  it.each([
    ['/ping', 'pong'],
    ['/', '"status":"ok"'],
  ])('%s answers without a key', async (path, text) => {
    const answer = await fetch(new URL(path, mcp.url));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(text);
  });
});

describe('200', () => {
  it('has the limit headers and forbids caching', async () => {
    const { headers } = await mcp.post(CALL, {}, mcp.keys.live);
    expect(headers.get('ratelimit-policy')).toBe('"live";q=1000000;w=60');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('does not reveal the cause of an internal error', async () => {
    const broken = await TestMcp.start({
      currentModel: () => {
        throw new Error('connect ECONNREFUSED postgres://atlas:s3cret@db.example');
      },
    });
    try {
      const answer = await broken.post(CALL, { 'x-request-id': 'request-1234' }, broken.keys.live);
      const { result } = await messageOf(answer);
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('request-1234') }],
      });
      expect(JSON.stringify(result)).not.toContain('s3cret');
    } finally {
      await broken.stop();
    }
  });
});

it('no response header grows with the request', async () => {
  const long = 'x'.repeat(7_500);
  const { origin } = new URL(mcp.url);
  const paths = ['/mcp', '/', '/ping', '/nothing', '/oauth/token', '/oauth/login/x', '/oauth/authorize/x'];
  const names = ['origin', 'mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'x-request-id', 'cookie'];
  for (const path of [...paths, '/.well-known/oauth-protected-resource/mcp', '/oauth/jwks']) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const asked = [
        ...[`${path}?x=${long}`, `/${long}${path}`, `${path}/${'%C3%A9'.repeat(1_200)}`].map((url) => ({
          url,
          headers: {},
        })),
        ...names.map((name) => ({ url: path, headers: { [name]: long } })),
        { url: path, headers: { authorization: `Bearer ${long}` } },
      ];
      for (const { url, headers } of asked) {
        const answer = await fetch(`${origin}${url}`, { method, headers, redirect: 'manual' });
        await answer.text();
        const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`);
        expect(lines.join('').length).toBeLessThanOrEqual(4_096);
      }
    }
  }
});
