import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, isIP } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { documentFetch } from '../../src/oauth/clients/client-document.js';
import { authorizationSearch, REDIRECT } from './authorization-search.js';
import { TestMcp } from '../test-mcp.js';
import { errorOf, TestLogin } from './test-login.js';
import { type VisitedPage, Visitor } from './visitor.js';

const VERIFIER = 'v'.repeat(43);

/** Returns the first page of an authorization by a client with a published document. */
function authorize(login: TestLogin, clientId: string): Promise<VisitedPage> {
  return new Visitor(login).open(`/oauth/authorize?${authorizationSearch(clientId, VERIFIER)}`);
}

const ADDRESSES = `127.0.0.1 127.1.2.3 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.8
  198.18.0.1 224.0.0.1 255.255.255.255 203.0.113.9 ::1 :: ::ffff:127.0.0.1 ::127.0.0.1 fe80::1 fe80::1%lo fd00::1 ff02::1 fec0::1
  64:ff9b::7f00:1 64:ff9b:1::7f00:1 2002:7f00:1::1 2001::1 2001:db8::1`;
const OWN = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .map(({ address }) => address);

describe('a name that resolves to an address that is not public', () => {
  /** The answers of the name server, by host name. */
  const names = new Map<string, string[]>();
  let connections = 0;
  const internal = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  let login: TestLogin;
  let port: number;

  beforeAll(async () => {
    await new Promise<void>((resolve) => internal.listen(0, resolve));
    ({ port } = internal.address() as AddressInfo);
    const fetchDocument = documentFetch({
      networks: [],
      resolve: (host, _options, callback) =>
        callback(
          null,
          names.get(host)!.map((address) => ({ address, family: isIP(address) })),
        ),
      refusalTime: () => Promise.resolve(),
    });
    login = await TestLogin.start({}, 1, fetchDocument);
  });
  beforeEach(() => (connections = 0));
  afterAll(async () => {
    await login?.stop();
    await new Promise((resolve) => internal.close(resolve));
  });

  test.each([...ADDRESSES.split(/\s+/), ...OWN])('is not connected to: %s', async (address) => {
    names.set('client.example', [address]);
    expect((await authorize(login, `https://client.example:${port}/client`)).status).toBe(400);
    expect(connections).toBe(0);
  });

  test('is not connected to when only one of its addresses is internal', async () => {
    names.set('client.example', ['93.184.215.14', '127.0.0.1']);
    expect((await authorize(login, `https://client.example:${port}/client`)).status).toBe(400);
    expect(connections).toBe(0);
  });

  test.each(['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '93.184.215.14'])(
    'the literal address %s is refused, internal or not',
    async (host) => {
      expect((await authorize(login, `https://${host}:${port}/client`)).status).toBe(400);
      expect(connections).toBe(0);
    },
  );

  test('the token endpoint does not connect to it either', async () => {
    names.set('client.example', ['127.0.0.1']);
    const client_id = `https://client.example:${port}/client`;
    const answer = await login.token({ grant_type: 'authorization_code', client_id, code: 'x' });
    expect([errorOf(answer), connections]).toEqual(['invalid_client', 0]);
  });
});

test('the connector, as it is configured by default, does not connect to this computer', async () => {
  let connections = 0;
  const internal = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => internal.listen(0, resolve));
  const mcp = await TestMcp.start();
  try {
    const clientId = `https://localhost:${(internal.address() as AddressInfo).port}/client`;
    const search = authorizationSearch(clientId, VERIFIER, { resource: '' });
    const answer = await fetch(`${mcp.origin}/oauth/authorize?${search}`);
    expect([answer.status, connections]).toEqual([400, 0]);
    expect(await answer.text()).toContain('invalid_client');
  } finally {
    await mcp.stop();
    await new Promise((resolve) => internal.close(resolve));
  }
});

describe('a document that can be fetched', () => {
  const authorities = getCACertificates();
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-documents-'));
  /** The requests to the server of the client, by path. */
  const requests: string[] = [];
  let gate = Promise.withResolvers<void>();
  let stopServer: () => Promise<unknown>;
  let login: TestLogin;
  let origin: string;
  /** Addresses that the name resolves to, one after the other. The last one stays. */
  let answers: string[];

  beforeAll(async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=client.example', '-addext', 'subjectAltName=DNS:client.example'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    setDefaultCACertificates([...authorities, readFileSync(cert, 'utf8')]);
    const server = createHttpsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (request, response) => {
        const path = request.url!;
        requests.push(path);
        if (path === '/missing') response.statusCode = 404;
        if (path.startsWith('/leaving')) {
          if (requests.filter((other) => other === path).length > 1) response.statusCode = 404;
        }
        if (path === '/moved') response.writeHead(302, { location: `${origin}/client` });
        const document = { client_name: 'A real host', redirect_uris: [REDIRECT] };
        const client_id = path === '/other' ? `${origin}/client` : `${origin}${path}`;
        const large = path === '/large' ? 'x'.repeat(20_000) : '';
        response.end(path === '/page' ? '<html>' : JSON.stringify({ client_id, ...document, large }));
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stopServer = () => new Promise((resolve) => server.close(resolve));
    origin = `https://client.example:${(server.address() as AddressInfo).port}`;
    const fetchDocument = documentFetch({
      networks: ['127.0.0.1/32'],
      resolve: (_host, _options, callback) => {
        const address = answers.length > 1 ? answers.shift()! : answers[0]!;
        callback(null, [{ address, family: isIP(address) }]);
      },
      refusalTime: () => gate.promise,
    });
    // Each instance fetches a document itself, and keeps it for a while.
    login = await TestLogin.start({}, 2, fetchDocument);
  });
  beforeEach(() => {
    gate = Promise.withResolvers<void>();
    requests.length = 0;
    answers = ['127.0.0.1'];
  });
  afterAll(async () => {
    setDefaultCACertificates(authorities);
    rmSync(folder, { recursive: true, force: true });
    await login?.stop();
    await stopServer?.();
  });

  test('is used, with one request', async () => {
    const page = await authorize(login, `${origin}/client`);
    expect([page.status, page.body.includes('A real host')]).toEqual([200, true]);
    expect(requests).toEqual(['/client']);
  });

  test('connects to the address that was checked, whatever the name server answers next', async () => {
    answers = ['127.0.0.1', '127.0.0.2'];
    expect((await authorize(login, `${origin}/rebound`)).status).toBe(200);
    expect(requests).toEqual(['/rebound']);
  });

  test.each([
    ['the page', [0, 1], {}],
    ['the form with no key', [0, 0, 1], { choice: 'key', key: '' }],
    ['the return to the program', [0, 0, 0, 1], { choice: 'sandbox' }],
  ])('that disappears before %s: 400, and what to do', async (_step, instances, form) => {
    gate.resolve();
    const visitor = new Visitor(login, instances);
    const search = authorizationSearch(`${origin}/leaving-${instances.length}`, VERIFIER);
    let page = await visitor.open(`/oauth/authorize?${search}`);
    if ('choice' in form) page = await visitor.send(page, form);
    expect([page.status, page.away]).toEqual([400, undefined]);
    expect(page.body).toContain('Care Atlas does not know the program');
    expect(requests).toHaveLength(2);
  });

  test('is refused after one attempt, with one answer at one time, whatever the reason', async () => {
    const paths = ['/missing', '/moved', '/page', '/other', '/large'];
    const refused = [
      ...paths.map((path) => `${origin}${path}`),
      // Nothing listens there; and a literal address, which is not even connected to.
      'https://client.example:9/client',
      'https://127.0.0.1/client',
    ];
    let answered = 0;
    const pages = refused.map(async (clientId) => {
      const { status, body } = await authorize(login, clientId);
      answered++;
      // The page links itself in the other language, so it contains what was asked.
      return [status, body.replace(encodeURIComponent(clientId), 'CLIENT')];
    });
    while (requests.length < paths.length) await setTimeout(10);
    await setTimeout(200);
    expect(answered).toBe(0);
    gate.resolve();
    const [first, ...others] = await Promise.all(pages);
    expect(first).toEqual([400, expect.stringContaining('invalid_client')]);
    for (const other of others) expect(other).toEqual(first);
    // A redirect is not followed, and the error page causes no second request.
    expect(requests.toSorted()).toEqual(paths.toSorted());
  });
});
