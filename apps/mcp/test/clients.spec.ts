import type { Client as AnyClient, ClientOptions } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { TOOLS } from '../src/tools/tools.js';
import { TestMcp } from './test-mcp.js';

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start()));
afterAll(() => mcp.stop());

/** The part of both generations of the client library that the tests use. */
type Connected = Pick<
  AnyClient,
  'listTools' | 'callTool' | 'listPrompts' | 'getPrompt' | 'complete' | 'close'
> &
  Pick<AnyClient, 'listResources' | 'listResourceTemplates' | 'readResource' | 'getInstructions'>;

async function oldClient(): Promise<Connected> {
  const client = new OldClient({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${mcp.keys.live}` } };
  await client.connect(new OldTransport(new URL(mcp.url), { requestInit }));
  return client as unknown as Connected;
}

function newClient(mode: NonNullable<ClientOptions['versionNegotiation']>['mode']): Promise<Connected> {
  return mcp.connect({ versionNegotiation: { mode } });
}

describe.each<[string, () => Promise<Connected>]>([
  ['the current client, negotiating', () => newClient('auto')],
  ['the current client, pinned to 2026-07-28', () => newClient({ pin: '2026-07-28' })],
  ['the current client, by handshake', () => newClient('legacy')],
  ['the previous client', oldClient],
])('%s', (_name, connect) => {
  let client: Connected;
  beforeAll(async () => (client = await connect()));
  afterAll(() => client.close());

  it('receives the instructions', () => {
    expect(client.getInstructions()).toContain('phone the clinic to confirm');
  });

  it('lists every tool in a fixed order', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  });

  it('receives an answer in both forms', async () => {
    const answer = await client.callTool({
      name: 'search_doctors',
      arguments: { languages: ['Tamil'], accepting: true, limit: 2 },
    });
    expect(answer.isError).toBeFalsy();
    expect(answer.structuredContent).toMatchObject({ count: 2, offset: 0, nextOffset: 2 });
    expect(answer.content).toEqual([{ type: 'text', text: expect.stringContaining('offset=2') }]);
  });

  it('reads resources, and completes their ids', async () => {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'care://specialties',
      'care://languages',
      'care://summary',
    ]);
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'care://doctors/{cpso}',
      'care://clinics/{id}',
    ]);
    const { contents } = await client.readResource({ uri: 'care://doctors/900002' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      doctor: { cpsoNumber: '900002' },
    });
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'care://doctors/{cpso}' },
      argument: { name: 'cpso', value: 'wei chen' },
    });
    expect(completion.values).toContain('900002');
  });

  it('gets prompts, and completes their arguments', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'find_doctor',
      'find_clinic',
      'compare_doctors',
      'read_reviews_critically',
    ]);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'find_doctor' },
      argument: { name: 'language', value: 'ta' },
    });
    expect(completion.values).toEqual(['Tamil']);
    const { messages } = await client.getPrompt({
      name: 'find_doctor',
      arguments: { specialty: 'Cardiology' },
    });
    expect(messages[0]).toMatchObject({ content: { text: expect.stringContaining('Cardiology') } });
  });

  it('receives a clear error for what does not exist', async () => {
    await expect(client.callTool({ name: 'find_doctors', arguments: {} })).rejects.toThrow(
      /There is no tool 'find_doctors'/,
    );
    await expect(client.readResource({ uri: 'care://doctors/1' })).rejects.toMatchObject({ code: -32602 });
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow(
      /find_doctor, find_clinic, compare_doctors/,
    );
  });
});
