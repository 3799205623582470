import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { RunningService } from './stage/programs/running-service.js';
import { useTestDatabase } from './stage/use-test-database.js';
import { PROJECT } from '../src/project.js';
import { loadSample } from '../src/sample/load-sample.js';

const DOCTORS = 150;
const DAY_MS = 86_400_000;
/** When the sample was loaded first. A larger one was loaded after it. */
const YESTERDAY = new Date(Date.now() - DAY_MS);
/** Between both, however long each takes. */
const since = new Date(YESTERDAY.getTime() + DAY_MS / 2).toISOString();

type Environment = Record<string, string>;
type Connected = Pick<Client, 'listTools' | 'callTool' | 'readResource' | 'getPrompt' | 'complete' | 'close'>;

let directory: string;
let bundle: string;
const services: RunningService[] = [];
afterAll(async () => {
  for (const service of services) await service.stop();
});
const database = useTestDatabase(DOCTORS, YESTERDAY);
let address: string;
let mcpUrl: string;
const keys = {} as Record<KeyKind, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'care-atlas-desktop-'));
  bundle = join(directory, 'care-atlas-mcp.cjs');
  const maker = [
    join(PROJECT, 'tools/dev-register.mjs'),
    join(PROJECT, 'apps/mcp/bundle/make-bundle.ts'),
    bundle,
  ];
  const made = spawn(process.execPath, ['--conditions=@care-atlas/source', '--import', ...maker], {
    stdio: 'inherit',
  });
  await mintKeys();
  await loadSample(database.url, DOCTORS + 50, new Date());
  const [port, mcpPort] = [await freePort(), await freePort()];
  [address, mcpUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${mcpPort}/mcp`];
  const env = {
    DATABASE_URL: database.url,
    PORT: String(port),
    MCP_PORT: String(mcpPort),
    BASE_URL: address,
    RATE_LIMIT_LIVE: '1000000',
    RATE_LIMIT_SANDBOX: '1000000',
    RATE_LIMIT_GATEWAY: '1',
  };
  for (const app of ['api', 'mcp'] as const) services.push(await RunningService.start(app, env));
  if (made.exitCode === null) await once(made, 'exit');
  if (made.exitCode !== 0) throw new Error('The bundle could not be made.');
});

afterAll(() => rm(directory, { recursive: true }));

async function mintKeys(): Promise<void> {
  const connected = await openDatabase(database.url, PATIENT);
  for (const kind of ['live', 'sandbox', 'gateway'] as const) {
    keys[kind] = makeKey(kind, (count) => randomBytes(count));
    await new KeyRepository(connected).create({ kind, label: 'test' }, keys[kind]);
  }
  await connected.close();
}

function startedWith(env: Environment) {
  return {
    command: process.execPath,
    args: [bundle],
    env: { CARE_ATLAS_URL: address, ...env },
    stderr: 'ignore' as const,
  };
}

/** A host on this machine, which starts the connector as its child. */
async function onDesktop(env: Environment, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(new StdioClientTransport(startedWith(env)));
  return client;
}

async function onDesktopOfLastYear(env: Environment): Promise<Connected> {
  const client = new OldClient({ name: 'test', version: '1.0.0' });
  await client.connect(new OldTransport(startedWith(env)));
  return client as unknown as Connected;
}

/** A host that asks the connector over HTTP. */
async function overHttp(key: string, language: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}`, 'accept-language': language } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
  return client;
}

/** What a host receives instead of an answer. */
async function refusal(env: Environment): Promise<{ text: string; fault: unknown }> {
  const client = await onDesktop(env);
  try {
    const { isError, content, _meta } = await client.callTool({ name: 'search_doctors', arguments: {} });
    expect(isError).toBe(true);
    return { text: (content[0] as { text: string }).text, fault: _meta?.['care-atlas/fault'] };
  } finally {
    await client.close();
  }
}

describe.each<[string, (env: Environment) => Promise<Connected>]>([
  ['the client of today, by itself', (env) => onDesktop(env, { versionNegotiation: { mode: 'auto' } })],
  [
    'the client of today, held to 2026-07-28',
    (env) => onDesktop(env, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  ],
  ['the client of today, by handshake', (env) => onDesktop(env, { versionNegotiation: { mode: 'legacy' } })],
  ['the client of last year', onDesktopOfLastYear],
])('%s', (_name, connect) => {
  let client: Connected;
  // No key: the published one is used, which the service knows.
  beforeAll(async () => (client = await connect({ CARE_ATLAS_KEY: '${user_config.api_key}' })));
  afterAll(() => client.close());

  it('uses tools, resources, prompts and completion', async () => {
    expect((await client.listTools()).tools).toHaveLength(14);
    const answer = await client.callTool({ name: 'search_doctors', arguments: { limit: 2 } });
    expect(answer.structuredContent).toMatchObject({ total: expect.any(Number), count: 2, nextOffset: 2 });
    const { contents } = await client.readResource({ uri: 'care://summary' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toHaveProperty('totalDoctors');
    const { messages } = await client.getPrompt({
      name: 'find_doctor',
      arguments: { specialty: 'Cardiology' },
    });
    expect(messages).toHaveLength(1);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'find_doctor' },
      argument: { name: 'specialty', value: 'fam' },
    });
    expect(completion.values).toEqual(['Family Medicine']);
  });
});

describe.each([
  ['live', 'en'],
  ['sandbox', 'en'],
  ['live', 'fr'],
] as const)(
  'with a %s key, a desktop host in the language %s receives what one over HTTP does',
  (kind, language) => {
    let desktop: Client;
    let http: Client;
    let cpso: string;
    let id: string;
    beforeAll(async () => {
      desktop = await onDesktop({ CARE_ATLAS_KEY: keys[kind], CARE_ATLAS_LANGUAGE: language });
      http = await overHttp(keys[kind], language);
      const { structuredContent } = await http.callTool({ name: 'search_doctors', arguments: {} });
      const [doctor] = (structuredContent as { doctors: { cpsoNumber: string; clinic: { id: string } }[] })
        .doctors;
      [cpso, id] = [doctor!.cpsoNumber, doctor!.clinic.id];
    });
    afterAll(() => Promise.all([desktop.close(), http.close()]));

    it.each<[string, () => Record<string, unknown>]>([
      ['search_doctors', () => ({ languages: ['French'], accepting: true })],
      ['search_doctors', () => ({ q: 'dr', limit: 100 })],
      ['search_doctors', () => ({ specialties: ['Cardiologie'], languages: ['Tamil'], wheelchair: true })],
      ['search_doctors', () => ({ speciality: 'Cardiology' })],
      ['search_doctors', () => ({ limit: -1, gender: 'x' })],
      ['get_doctor', () => ({ cpso })],
      ['get_doctor', () => ({ cpso: 'summary' })],
      ['get_doctor', () => ({ cpso: '..' })],
      ['get_doctor', () => ({ cpso: '999999999' })],
      ['list_doctor_reviews', () => ({ cpso, limit: 3 })],
      ['get_doctor_review_signals', () => ({ cpso })],
      ['search_clinics', () => ({ lat: 43.65, lng: -79.38, weekend: true, include: ['notes', 'links'] })],
      ['get_clinic', () => ({ id })],
      ['get_clinic', () => ({ id: '../doctors' })],
      ['list_clinic_reviews', () => ({ id, offset: 1 })],
      ['get_clinic_review_signals', () => ({ id })],
      ['search_doctors', () => ({ languages: ['Klingon', 'Frnch'], limit: 500 })],
      ['list_specialists', () => ({ specialty: 'Cardiology', include: ['notes'], days: ['sun'] })],
      ['list_specialists', () => ({})],
      ['count_doctors', () => ({ by: ['language', 'accepting'], specialties: ['GP'], near: 'Toronto' })],
      ['count_doctors', () => ({ by: ['accepting'], accepting: false })],
      [
        'explain_absence',
        () => ({ tool: 'search_doctors', id: cpso, arguments: { languages: ['Farsi'], minYears: 99 } }),
      ],
      [
        'explain_absence',
        () => ({
          tool: 'list_specialists',
          id,
          arguments: { specialty: 'heart doctor', within: 3, near: 'Pape' },
        }),
      ],
      ['explain_absence', () => ({ tool: 'search_clinics', id, arguments: { color: 'red' } })],
      ['whats_new', () => ({ list: 'doctors', since, arguments: { accepting: true }, limit: 20 })],
      ['whats_new', () => ({ list: 'clinics', since, arguments: { area: ['Scarborough'] } })],
      ['whats_new', () => ({ list: 'doctors', arguments: { languages: ['Klingon'], q: 'dr' } })],
      ['whats_new', () => ({ list: 'specialists', arguments: { specialty: 'heart doctor' } })],
      ['whats_new', () => ({ list: 'doctors', arguments: { near: 'Pape' } })],
      ['whats_new', () => ({ list: 'doctors', after: 'elsewhere' })],
      ['whats_new', () => ({ list: 'clinics', since: '2001-01-01' })],
      ['search_clinics', () => ({ near: 'Toronto', open: 'now', include: ['hours', 'contact'] })],
      ['get_directory_metadata', () => ({ kind: 'languages', contains: 'an' })],
      ['get_directory_summary', () => ({})],
    ])('%s', async (name, argumentsOf) => {
      const asked = { name, arguments: argumentsOf() };
      const [local, remote] = [await desktop.callTool(asked), await http.callTool(asked)];
      expect(substance(local)).toEqual(substance(remote));
    });

    it('what is new since yesterday is what the larger sample changed', async () => {
      const asked = { name: 'whats_new', arguments: { list: 'doctors', since } };
      expect(await desktop.callTool(asked)).toMatchObject({
        content: [{ text: expect.stringMatching(/^- \d{4}-\d\d-\d\d, .*cpso 9/m) }],
        structuredContent: { next: expect.any(String), more: true },
      });
    });

    it('resources', async () => {
      for (const uri of [
        'care://specialties',
        'care://languages',
        'care://summary',
        `care://doctors/${cpso}`,
        `care://clinics/${id}`,
      ]) {
        expect((await desktop.readResource({ uri })).contents).toEqual(
          (await http.readResource({ uri })).contents,
        );
      }
      await expect(desktop.readResource({ uri: 'care://doctors/1' })).rejects.toMatchObject({ code: -32602 });
    });
  },
);

/** An answer without what belongs to the connection that it came by. */
function substance({ content, structuredContent, isError, _meta }: Awaited<ReturnType<Client['callTool']>>) {
  return { content, structuredContent, isError, fault: _meta?.['care-atlas/fault'] };
}

describe('errors are the same as over HTTP', () => {
  it('the limit, with the seconds to wait', async () => {
    const client = await onDesktop({ CARE_ATLAS_KEY: keys.gateway });
    const ask = () => client.callTool({ name: 'get_directory_summary', arguments: {} });
    // The one request that is left goes to the search; advice on what nobody has would take more.
    const search = { name: 'search_doctors', arguments: { languages: ['Klingon'] } };
    expect(await client.callTool(search)).toMatchObject({
      structuredContent: { total: 0 },
      content: [
        { text: expect.stringContaining('The rate limit prevented the check of which filter to leave out') },
      ],
    });
    const { isError, content, _meta } = await ask();
    expect({ isError, content }).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: expect.stringMatching(/^The limit of requests per minute is reached\. Wait \d+ seconds/),
        },
      ],
    });
    expect(_meta?.['care-atlas/fault']).toEqual({
      code: 'rate_limited',
      retry_after_seconds: expect.any(Number),
    });
    await expect(client.readResource({ uri: 'care://summary' })).rejects.toMatchObject({ code: -32010 });
    await client.close();
  });

  it('an unknown key', async () => {
    const unknown = makeKey('live', (count) => randomBytes(count));
    const { text, fault } = await refusal({ CARE_ATLAS_KEY: unknown });
    expect(text).toMatch(/^The key in CARE_ATLAS_KEY is not valid, or no longer/);
    expect(text).not.toContain(unknown.slice(-8));
    expect(fault).toEqual({ code: 'unauthorized' });
  });

  it('a malformed key, which is not sent', async () => {
    const { text } = await refusal({
      CARE_ATLAS_KEY: 'a-secret-of-something-else',
      CARE_ATLAS_URL: 'http://127.0.0.1:9',
    });
    expect(text).toMatch(/^CARE_ATLAS_KEY is not a Care Atlas key/);
  });

  it('an unreachable service', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const { text, fault } = await refusal({ CARE_ATLAS_URL: `http://somebody:secret@${address}` });
    expect(text).toMatch(/^Care Atlas cannot be reached/);
    expect(text).toContain(`http://${address}/`);
    expect(text).not.toContain('secret');
    expect(fault).toEqual({ code: 'unavailable' });
  });

  it('the address of another server', async () => {
    const other = createServer((_request, response) => response.writeHead(404).end('Not here.'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const { text } = await refusal({ CARE_ATLAS_URL: `http://127.0.0.1:${port}` });
    other.close();
    expect(text).toMatch(/is not from Care Atlas/);
  });
});
