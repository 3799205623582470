import { CONSUMER_KEYS } from '../stage/programs/gateway.js';
import { ClientLoad, countByStatus } from '../stage/client-load.js';
import type { Service } from '../stage/programs/service.js';
import { Stage } from '../stage/stage.js';
import { httpClients, statusesBy } from './http-clients.js';
import { ShippedProxy } from './shipped-proxy.js';

const HOST = 'atlas.gateway.example';
const ENV = {
  GATEWAY_HOST: HOST,
  RATE_LIMIT_LIVE: '1000000',
  RATE_LIMIT_SANDBOX: '1000000',
  RATE_LIMIT_CONSUMER: '1000000',
};
const QUERY_LENGTH = 8_000;
const OTHERS = 200;
const CLIENTS = await httpClients();

/** A way to the service, as somebody outside has it. */
interface Way {
  readonly port: number;
  /** Before the paths of the operations. */
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of somebody else. */
  readonly otherHeaders: Readonly<Record<string, string>>;
}

let stage: Stage;
let proxy: ShippedProxy;
const ways = {} as Record<'proxy' | 'gateway', Way>;
/** Every list, with what it requires. */
let lists: readonly string[];

beforeAll(async () => {
  stage = await Stage.start();
  const apis: readonly Service[] = await Promise.all([stage.service('api', ENV), stage.service('api', ENV)]);
  const ports = new Map<string, readonly number[]>([
    ['api', apis.map(({ port }) => port)],
    ...['mcp', 'dashboard'].map((name) => [name, [apis[0]!.port]] as const),
  ]);
  proxy = await ShippedProxy.start({ ports, apiHost: '127.0.0.1' });
  const secret = await stage.mintKey('gateway');
  const [upstream, ...replicas] = apis;
  const gateway = await stage.gateway({ name: 'Gateway', host: HOST, secret, upstream: upstream!, replicas });
  const bearer = async () => ({ authorization: `Bearer ${await stage.mintKey()}` });
  ways.proxy = {
    port: proxy.port,
    prefix: '/api/v1',
    headers: await bearer(),
    otherHeaders: await bearer(),
  };
  const consumer = (name: string) => ({
    'x-gateway-key': CONSUMER_KEYS.get(name)!,
    'x-gateway-host': HOST,
  });
  ways.gateway = {
    port: gateway.port,
    prefix: '',
    headers: consumer('maple-health'),
    otherHeaders: consumer('birch-clinics'),
  };
  const { headers } = ways.proxy;
  const { body } = await stage.connect(proxy).ask('/api/v1/doctors?limit=1', { headers });
  const [doctor] = (JSON.parse(body) as { doctors: { cpsoNumber: string; clinic: { id: string } }[] })
    .doctors;
  lists = [
    '/doctors?languages=',
    '/doctors/search?q=',
    `/doctors/${doctor!.cpsoNumber}/reviews?unknown=`,
    '/clinics?specialties=',
    `/clinics/${doctor!.clinic.id}/reviews?unknown=`,
    '/specialists?specialty=Cardiology&languages=',
  ];
});
afterAll(async () => {
  await proxy?.stop();
  await stage?.stop();
});

function longPath(prefix: string, list: string, length = QUERY_LENGTH): string {
  return `${prefix}${list}${'x'.repeat(length - list.slice(list.indexOf('?') + 1).length)}`;
}

describe.each(['proxy', 'gateway'] as const)('through the shipped %s', (name) => {
  it.each(CLIENTS)(`200: %s sends a query of ${QUERY_LENGTH} characters to every list`, async (client) => {
    const { port, prefix, headers } = ways[name];
    const urls = lists.map((list) => `http://127.0.0.1:${port}${longPath(prefix, list)}`);
    expect(await statusesBy(client, headers, urls)).toEqual(urls.map(() => 200));
  });

  it('a client with long queries takes no answer from others', async () => {
    const { prefix, headers, otherHeaders } = ways[name];
    const long = lists.flatMap((list) =>
      [400, 900, 1_200, 2_000, 4_000, 8_000].map((length) => ({
        path: longPath(prefix, list, length),
        headers,
      })),
    );
    const connections = () => Array.from({ length: 4 }, () => stage.connect(ways[name]));
    const attackers = new ClientLoad(connections(), long);
    const others = new ClientLoad(connections(), [
      { path: `${prefix}/doctors?limit=1`, headers: otherHeaders },
    ]);
    await others.waitFor(OTHERS);
    const [own, theirs] = [countByStatus(await attackers.stop()), countByStatus(await others.stop())];
    expect([Object.keys(own), Object.keys(theirs)]).toEqual([['200'], ['200']]);
  });

  it('links lead to the next page, from the address that the client used', async () => {
    const { prefix, headers, port } = ways[name];
    const connection = stage.connect(ways[name]);
    const page = new URL(`${prefix}/doctors?limit=2`, `http://127.0.0.1:${port}`);
    const first = await connection.ask(`${page.pathname}${page.search}`, { headers });
    const [, link = ''] = /<([^>]+)>; rel="next"/.exec(first.headers['link']!) ?? [];
    const next = new URL(link, page);
    const answer = await connection.ask(`${next.pathname}${next.search}`, { headers });
    const direct = await connection.ask(`${prefix}/doctors?limit=2&offset=2`, { headers });
    expect([answer.status, answer.body]).toEqual([200, direct.body]);
  });

  it('414: a URL of more than 8,192 characters, in the form of the service', async () => {
    const { prefix, headers } = ways[name];
    const { status, body } = await stage
      .connect(ways[name])
      .ask(longPath(prefix, lists[0]!, 8_300), { headers });
    expect(status).toBe(414);
    expect(JSON.parse(body)).toMatchObject({ error: 'too_large', requestId: expect.any(String) });
  });
});
