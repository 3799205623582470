import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { KEY_KINDS } from '@care-atlas/domain/access';
import { RunningService } from './stage/programs/running-service.js';
import { SERVICE_NAMES, type ServiceName } from './stage/programs/services.js';
import { Stage } from './stage/stage.js';

/** What no answer may hold, in any state of the service. */
const TELLTALES: Readonly<Record<string, RegExp>> = {
  'a stack': /\n\s+at |\\n\s+at |\bat .{1,200}:\d+:\d+/,
  SQL: /\bselect\b.{1,80}\bfrom\b.{1,80}\bwhere\b|\binsert into\b|\bupdate \w+ set\b|\b(relation|column|constraint) \\?"|syntax error|SQLSTATE|deadlock/i,
  'a path': /node_modules|file:\/\/|\/(apps|libs|dist|home|usr|tmp)\/\w+|[\w-]+\.(ts|js|mjs):\d+/,
  'a library':
    /\b(fastify|nest(js)?|typeorm|postgres(ql)?|node-postgres|redis|argon2?|find-my-way|ajv|pino|oidc-provider|node_modules)\b|\b(FST|HPE|ERR)_|\bE(CONN|PIPE|ADDR)|Parse Error|TypeError|RangeError/i,
};
/** A version of software; the address 127.0.0.1 is none. */
const VERSION = /(?<![\d.])v?\d+\.\d+\.\d+(?![\d.])/;
const TELLING_HEADERS = ['server', 'x-powered-by', 'via', 'x-aspnet-version', 'x-runtime', 'sourcemap'];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly examples?: readonly unknown[] };
}
interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: Parameter[] }>>>>;
}

const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8'));

function example({ schema }: Parameter): string {
  return encodeURIComponent(String(schema.examples?.[0]));
}

/** An example of every documented operation. */
const OPERATIONS = Object.entries((readJson('openapi.json') as Documented).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [] }]) => {
    const query = parameters.filter(({ in: place, required }) => place === 'query' && required);
    const filled = parameters.reduce((at, one) => at.replace(`{${one.name}}`, example(one)), path);
    const asked = query.map((parameter) => `${parameter.name}=${example(parameter)}`).join('&');
    return { method: method.toUpperCase(), path: `/api/v1${filled}${asked ? `?${asked}` : ''}` };
  }),
);
const TOOLS = (readJson('tools.json') as { readonly tools: readonly { readonly name: string }[] }).tools;

const HOSTILE = [
  '%00',
  "'%20or%201=1--",
  '__proto__',
  '%ED%A0%80',
  '9'.repeat(400),
  '1e309',
  '%7B%22$gt%22:1%7D',
  '..%2f..%2fetc%2fpasswd',
  '%zz',
];
/** What is refused below the framework, or by it. */
const RAW = [
  'nonsense\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
  'POST /api/v1/keys/rotate HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
];
const DASHBOARD = [
  'session',
  'keys',
  'usage',
  'directory',
  'directory/map',
  'runs',
  'runs/1',
  'audit',
  'account',
]
  .map((path) => ({ method: 'GET', path: `/api/${path}`, body: undefined as unknown }))
  .concat(
    { method: 'POST', path: '/api/sign-in', body: { name: 'ada', password: "' or 1=1--" } },
    { method: 'POST', path: '/api/sign-in', body: { name: '\0', password: ['x'] } },
    { method: 'POST', path: '/api/sign-in/code', body: { code: 'x' } },
    { method: 'POST', path: '/api/sign-in/passkey', body: { response: {} } },
    { method: 'DELETE', path: '/api/account/sessions', body: undefined },
    { method: 'GET', path: '/nowhere', body: undefined },
  );
const OAUTH = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/mcp',
  '/oauth/authorize?client_id=x&redirect_uri=javascript:alert(1)',
  '/oauth/token',
  '/oauth/nowhere',
];

let stage: Stage;
const services = new Map<ServiceName, RunningService>();
let credentials: readonly (string | undefined)[];

beforeAll(async () => {
  stage = await Stage.start(50);
  const many = '100000000';
  const env = {
    DATABASE_URL: stage.postgres.url,
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(
      ['SANDBOX', 'LIVE', 'GATEWAY', 'ADMIN', 'FAILURES', 'OPEN', 'OAUTH'].map((what) => [
        `RATE_LIMIT_${what}`,
        many,
      ]),
    ),
  };
  for (const name of SERVICE_NAMES) services.set(name, await RunningService.start(name, env));
  const keys = await Promise.all(
    KEY_KINDS.filter((kind) => kind !== 'sandbox').map((kind) => stage.mintKey(kind)),
  );
  credentials = [undefined, 'Bearer nobody', 'Basic eDp5', ...keys.map((key) => `Bearer ${key}`)];
});
afterAll(async () => {
  for (const service of services.values()) await service.end();
  await stage?.stop();
});

const seen = new Map<string, number>();

/** Returns what an answer discloses but must not. */
function disclosures(what: string, status: number, headers: string, body: string): string[] {
  seen.set(`${status}`, (seen.get(`${status}`) ?? 0) + 1);
  const found = Object.entries(TELLTALES).filter(([, pattern]) => pattern.test(`${headers}\n${body}`));
  const names = found.map(([name, pattern]) => `${name}: ${pattern.exec(`${headers}\n${body}`)![0]}`);
  const telling = TELLING_HEADERS.filter((name) => new RegExp(`^${name}:`, 'im').test(headers));
  if (VERSION.test(status >= 400 ? `${headers}\n${body}` : headers)) names.push('a version');
  return [...names, ...telling].map((fault) => `${what}: ${status} tells ${fault}`);
}

interface RequestOptions {
  readonly method?: string;
  readonly authorization?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(
  service: ServiceName,
  path: string,
  { method = 'GET', authorization, body, headers }: RequestOptions = {},
) {
  const answer = await fetch(`${services.get(service)!.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const lines = Array.from(answer.headers, ([name, value]) => `${name}: ${value}`).join('\n');
  return disclosures(`${service} ${method} ${path.slice(0, 80)}`, answer.status, lines, await answer.text());
}

async function askRaw(service: ServiceName, sent: string): Promise<string[]> {
  const socket = connect(Number(new URL(services.get(service)!.url).port), '127.0.0.1');
  socket.end(sent);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const headers = head.split('\r\n').slice(1).join('\n');
  return disclosures(`${service} ${sent.slice(0, 40)}`, Number(head.split(' ')[1]), headers, body);
}

const json = 'application/json, text/event-stream';

async function everyAnswer(): Promise<string[]> {
  const faults: string[] = [];
  for (const authorization of credentials) {
    for (const { method, path } of OPERATIONS) {
      // A key that is replaced would be of no use to the requests after it.
      if (method === 'POST' && authorization?.includes('care_live')) continue;
      faults.push(...(await ask('api', path, { method, authorization })));
    }
  }
  const live = credentials.find((value) => value?.includes('care_live'))!;
  for (const { path } of OPERATIONS) {
    for (const value of HOSTILE) {
      const [plain] = path.split('?');
      const asked = `${plain}?q=${value}&limit=${value}&${value}=1&specialty=${value}`;
      faults.push(...(await ask('api', asked, { authorization: live })));
    }
  }
  for (const value of HOSTILE)
    faults.push(...(await ask('api', `/api/v1/doctors/${value}`, { authorization: live })));
  for (const path of ['/', '/nowhere', '/api/v2/', '/buy', '/buy/nowhere'])
    faults.push(...(await ask('api', path)));
  for (const { name } of TOOLS) {
    for (const args of [
      {},
      { cpso: '900001' },
      { specialties: ['Cardiology'] },
      { nonsense: "' or 1=1--" },
      { limit: {} },
    ]) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      const options = { method: 'POST', authorization: live, body, headers: { accept: json } };
      faults.push(...(await ask('mcp', '/mcp', options)));
    }
  }
  for (const body of [[], {}, { jsonrpc: '2.0', id: 1, method: 'nonsense' }, 'x'])
    for (const authorization of [live, undefined])
      faults.push(
        ...(await ask('mcp', '/mcp', { method: 'POST', authorization, body, headers: { accept: json } })),
      );
  for (const path of ['/', '/ping', '/nowhere', '/mcp', ...OAUTH]) faults.push(...(await ask('mcp', path)));
  for (const { method, path, body } of DASHBOARD)
    faults.push(...(await ask('dashboard', path, { method, body })));
  for (const service of SERVICE_NAMES) for (const sent of RAW) faults.push(...(await askRaw(service, sent)));
  return faults;
}

it.each([
  ['a stack', 'TypeError: x\n    at ask (file.js:1:2)'],
  ['SQL', 'relation "api_key" does not exist'],
  ['SQL', 'select hash from api_key where id = 1'],
  ['a path', '/srv/node_modules/some/index.js'],
  ['a library', 'FST_ERR_BAD_URL'],
  ['a library', '<center>Fastify</center>'],
  ['a version', 'Powered by something/5.12.8'],
])('the check finds %s', (what, body) => {
  expect(disclosures('', 400, '', body).join()).toContain(what);
});

it('no answer discloses internals: documented, rejected, hostile and malformed requests', async () => {
  expect(await everyAnswer()).toEqual([]);
  for (const status of ['200', '400', '401', '403', '404', '405', '414', '431'])
    expect(seen.get(status)).toBeGreaterThan(0);
});

it('no answer discloses internals while a table is missing', async () => {
  const { pool } = stage.database;
  const tables = ['api_key', 'administrator', 'sign_in_attempt', 'oauth_record'];
  for (const table of tables) await pool.query(`alter table ${table} rename to ${table}_gone`);
  seen.clear();
  try {
    expect(await everyAnswer()).toEqual([]);
    expect(seen.get('500')).toBeGreaterThan(0);
  } finally {
    for (const table of tables) await pool.query(`alter table ${table}_gone rename to ${table}`);
  }
});

it('no answer discloses internals without the database', async () => {
  await stage.postgres.proxy.disconnect();
  seen.clear();
  try {
    expect(await everyAnswer()).toEqual([]);
    expect(seen.get('503')).toBeGreaterThan(0);
  } finally {
    await stage.postgres.proxy.restore();
  }
});
