import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { TestMcp } from './test-mcp.js';

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start()));
afterAll(() => mcp?.stop());

/** The part of both generations of the client library that the tests use. */
type Connected = Pick<
  Client,
  | 'listTools'
  | 'callTool'
  | 'listPrompts'
  | 'getPrompt'
  | 'listResources'
  | 'listResourceTemplates'
  | 'getServerVersion'
  | 'getInstructions'
  | 'close'
>;

function requestInit(language: string | undefined) {
  const headers = { authorization: `Bearer ${mcp.keys.live}` };
  return { headers: language === undefined ? headers : { ...headers, 'accept-language': language } };
}

async function current(mode: 'auto' | 'legacy', language?: string, path = ''): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const url = new URL(mcp.url + path);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: requestInit(language) }));
  return client;
}

async function previous(language?: string): Promise<Connected> {
  const client = new OldClient({ name: 'test', version: '1.0.0' });
  await client.connect(new OldTransport(new URL(mcp.url), { requestInit: requestInit(language) }));
  return client as unknown as Connected;
}

const SEARCH = { name: 'search_doctors', arguments: { languages: ['Tamil'], limit: 2 } };
const textOf = ({ content }: Awaited<ReturnType<Connected['callTool']>>) =>
  (content as { text: string }[])[0]!.text;

/** Returns everything that a client sees before and in a call. */
async function seenBy(client: Connected) {
  const seen = {
    server: client.getServerVersion(),
    instructions: client.getInstructions(),
    tools: await client.listTools(),
    prompts: await client.listPrompts(),
    resources: await client.listResources(),
    templates: await client.listResourceTemplates(),
    prompt: await client.getPrompt({ name: 'find_doctor', arguments: { specialty: 'Cardiology' } }),
    answer: await client.callTool(SEARCH),
    unknown: await client.callTool({ name: 'get_doctor', arguments: { cpso: '1' } }),
  };
  await client.close();
  return seen;
}

describe.each<[string, (language?: string) => Promise<Connected>]>([
  ['the current client', (language) => current('auto', language)],
  ['the current client, by handshake', (language) => current('legacy', language)],
  ['the previous client', previous],
])('%s', (_name, connect) => {
  it.each(['en', 'en-CA,fr;q=0.8', '*', 'de'])(
    'sees the same for Accept-Language: %s as without',
    async (language) => {
      const [plain, asked] = [await seenBy(await connect()), await seenBy(await connect(language))];
      expect(asked).toEqual(plain);
      expect(plain.tools.tools[0]!.title).toBe('Search doctors');
    },
  );

  it('shows people French, models the same descriptions, and programs the same facts', async () => {
    const [english, french] = [
      await seenBy(await connect('en')),
      await seenBy(await connect('fr-CA,en;q=0.5')),
    ];
    expect(french.server).toMatchObject({ description: 'Médecins et cliniques du Grand Toronto.' });
    expect(french.tools.tools[0]!.title).toBe('Chercher des médecins');
    const plain = ({ title: _title, ...tool }: { title?: string }) => tool;
    expect(french.tools.tools.map(plain)).toEqual(english.tools.tools.map(plain));
    expect(french.instructions).toBe(english.instructions);
    expect(french.prompts.prompts[0]).toMatchObject({
      name: 'find_doctor',
      title: 'Trouver un médecin',
      arguments: expect.arrayContaining([
        { name: 'language', description: 'Langue à parler.', required: false },
      ]),
    });
    expect(french.resources.resources[0]).toMatchObject({ uri: 'care://specialties', title: 'Spécialités' });
    expect(french.templates.resourceTemplates[0]).toMatchObject({ title: 'Médecin' });
    expect(french.prompt.messages[0]!.content).toMatchObject({
      text: expect.stringMatching(
        /^Trouvez-moi un médecin dans le Grand Toronto\u00a0: cardiologie\.\nUtilisez search_doctors/,
      ),
    });
    expect(textOf(french.answer)).toContain('Médecins qui correspondent');
    expect(JSON.stringify(french.answer.structuredContent)).toBe(
      JSON.stringify(english.answer.structuredContent),
    );
    expect(textOf(french.unknown)).toBe(
      'Aucun médecin n’a ce numéro d’inscription. Trouvez-en un avec search_doctors.',
    );
  });
});

describe('each request', () => {
  const ask = async (language: string | undefined, method: string) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(language !== undefined && { 'accept-language': language }),
    };
    const message = { jsonrpc: '2.0', id: 1, method, params: { _meta } };
    const answer = await mcp.post(message, headers, mcp.keys.live);
    return { headers: answer.headers, ...((await answer.json()) as { result: { cacheScope: string } }) };
  };

  it('is answered in its own language, and says so', async () => {
    for (const [language, expected] of [
      ['fr', 'fr'],
      [undefined, 'en'],
      ['fr-FR', 'fr'],
      ['en', 'en'],
    ] as const) {
      const { headers, result } = await ask(language, 'tools/list');
      expect([headers.get('content-language'), headers.get('vary'), headers.get('cache-control')]).toEqual([
        expected,
        'Accept-Language, Cookie',
        'no-store, no-transform',
      ]);
      expect(JSON.stringify(result).includes('Chercher des médecins')).toBe(expected === 'fr');
    }
  });

  it.each(['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    '%s in French is not for caches that people share',
    async (method) => {
      expect((await ask('fr', method)).result.cacheScope).toBe('private');
      expect((await ask('en', method)).result.cacheScope).toBe('public');
    },
  );
});

it('search and fetch have French titles, and answers that stay as they are', async () => {
  const [english, french] = [await current('auto', 'en', '/search'), await current('auto', 'fr', '/search')];
  expect((await french.listTools()).tools.map(({ title }) => title)).toEqual([
    'Chercher dans le répertoire',
    'Voir une fiche',
  ]);
  for (const call of [
    { name: 'search', arguments: { query: 'cardiologist who speaks Tamil' } },
    { name: 'fetch', arguments: { id: 'doctor/900001' } },
  ]) {
    const { content, structuredContent } = await english.callTool(call);
    expect(await french.callTool(call)).toMatchObject({ content, structuredContent });
  }
  await Promise.all([english.close(), french.close()]);
});
