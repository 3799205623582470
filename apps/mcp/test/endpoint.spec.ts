import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
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
  const body = await answer.text();
  const json = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  return JSON.parse(json) as { result?: Record<string, unknown>; error?: { code: number; data?: unknown } };
}

/** Sends an empty request with another Host, which fetch does not allow. */
function requestWithHost(url: string, method: string, host: string) {
  return new Promise<{ headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    request(url, { method, headers: { host } }, (answer) => {
      void text(answer).then((body) => resolve({ headers: answer.headers, body }));
    })
      .on('error', reject)
      .end();
  });
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

it('a tool whose changes are not kept says so as an error of the tool', async () => {
  const params = { name: 'whats_new', arguments: { list: 'doctors', since: '2026-11-01' } };
  const { result } = await messageOf(await mcp.post({ ...CALL, params }, {}, mcp.keys.live));
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('call whats_new without since and after') }],
    _meta: { 'care-atlas/fault': { code: 'gone' } },
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

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const call = (q: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_doctors","arguments":{"q":${q}}}}`;

describe('400', () => {
  it.each([
    ['5,000 lists', deep(5_000), -32_600],
    ['100,000 lists', deep(100_000), -32_600],
    ['a call with 5,000 levels', call(deep(5_000)), -32_600],
    ['a call with 5,000 objects', call(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`), -32_600],
    ['a call with 101 levels', call(deep(98)), -32_600],
    ['an incomplete message', '{"jsonrpc":', -32_700],
    ['a word', 'hello', -32_700],
    ['nothing', '', -32_700],
    ['a prototype', '{"__proto__":{"x":1}}', -32_700],
    ['a number', '7', -32_600],
  ])('answers %s with an error of JSON-RPC', async (_what, body, code) => {
    const answer = await mcp.send(body, mcp.keys.live);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: { code, message: expect.stringMatching(/./) } },
    ]);
    expect((await mcp.send(body)).status).toBe(401);
  });

  it('is not the answer to a message with 100 levels', async () => {
    expect((await mcp.send(call(deep(97)), mcp.keys.live)).status).toBe(200);
  });
});

describe('200', () => {
  it.each(['*/*', 'application/json', 'application/json; charset=utf-8', 'application/*'])(
    'answers Accept: %s',
    async (accept) => {
      for (const message of [LIST, CALL]) {
        const answer = await mcp.post(message, { accept }, mcp.keys.live);
        expect([answer.status, (await messageOf(answer)).result]).toEqual([200, expect.objectContaining({})]);
      }
    },
  );

  it('answers params and arguments that are null', async () => {
    for (const message of [
      { ...LIST, params: null },
      { ...CALL, params: { name: 'get_directory_summary', arguments: null } },
      { ...CALL, params: { name: 'search_doctors', arguments: null } },
      { ...CALL, params: { name: 'search_doctors', arguments: '{"near":"Union"}' } },
    ]) {
      const answer = await mcp.post(message, {}, mcp.keys.live);
      expect((await messageOf(answer)).result).toBeDefined();
    }
  });

  it('says in plain words what a malformed call needs', async () => {
    for (const params of [{}, { name: 7 }, { name: 'search_doctors', arguments: 'Singh' }, []]) {
      const answer = await mcp.post({ ...CALL, params }, {}, mcp.keys.live);
      expect((await messageOf(answer)).error).toEqual({
        code: -32_602,
        message: expect.stringContaining('A call needs the name of a tool as text'),
      });
    }
  });
});

describe('a browser', () => {
  it.each(['/', '/mcp', '/mcp?x=1'])('gets a page about connecting at %s', async (path) => {
    const answer = await fetch(`${mcp.origin}${path}`, { headers: { accept: 'text/html,*/*' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await answer.text();
    for (const part of [
      '<code>http://localhost:3001/mcp</code>',
      'http://localhost:3000/docs/guides/mcp',
      '/buy',
    ])
      expect(page).toContain(part);
  });

  it('is not what clients of the protocol and health checks are', async () => {
    const answer = await fetch(mcp.url, { headers: { accept: 'text/event-stream' } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(mcp.origin)).headers.get('content-type')).toContain('application/json');
  });
});

describe('each name of this computer', () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('has its own metadata: %s', async (name) => {
    const named = await TestMcp.start({ env: { MCP_URL: 'http://localhost:3001/mcp' } });
    try {
      const ask = (path: string, method = 'GET') =>
        requestWithHost(`${named.origin}${path}`, method, `${name}:3001`);
      const { headers } = await ask('/mcp', 'POST');
      const metadataUrl = `http://${name}:3001/.well-known/oauth-protected-resource/mcp`;
      expect(headers['www-authenticate']).toContain(`resource_metadata="${metadataUrl}"`);
      const metadata = JSON.parse((await ask('/.well-known/oauth-protected-resource/mcp')).body) as object;
      expect(metadata).toMatchObject({
        resource: `http://${name}:3001/mcp`,
        authorization_servers: ['http://localhost:3001'],
      });
      const other = await requestWithHost(`${named.origin}/mcp`, 'POST', 'evil.example:3001');
      expect(other.headers['www-authenticate'] ?? '').not.toContain('evil');
    } finally {
      await named.stop();
    }
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
  ])('%s answers without a key', async (path, expected) => {
    const answer = await fetch(new URL(path, mcp.url));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(expected);
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
