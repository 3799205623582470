import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { uuid } from '../../../../libs/domain/test/builders.js';
import { TestMcp } from '../test-mcp.js';

interface Result {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly text?: string;
}

let mcp: TestMcp;
let client: Client;
beforeAll(async () => {
  mcp = await TestMcp.start();
  client = new Client({ name: 'research', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${mcp.keys.live}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${mcp.url}/search`), { requestInit }));
});
afterAll(async () => {
  await client?.close();
  await mcp?.stop();
});

/** Calls a tool, and returns its answer after a check that the one text says the same. */
async function call(name: string, args: Readonly<Record<string, unknown>>) {
  const { content, structuredContent } = await client.callTool({ name, arguments: args });
  expect(content.map(({ type }) => type)).toEqual(['text']);
  expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual(structuredContent);
  return structuredContent as unknown as Result & { results: Result[]; note: string };
}

it('offers two tools, without the resources and prompts that name others', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['search', true],
    ['fetch', true],
  ]);
  expect(tools[0]!.inputSchema).toMatchObject({ required: ['query'] });
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  expect(client.getInstructions()).not.toMatch(/search_doctors|count_doctors/);
  const unknown = client.callTool({ name: 'search_doctors', arguments: {} });
  await expect(unknown).rejects.toThrow("There is no tool 'search_doctors'.");
});

it.each([
  [
    'family doctor who speaks Tamil',
    /^clinic\//,
    /^Read as specialties=Family Medicine, languages=Tamil: 7 match at 3 clinics, 3 of them here\.$/,
  ],
  ['speaks Tamil or Mandarin', /^clinic\//, /^Read as languages=Tamil or Mandarin: \d+ match at/],
  ['Dr. Fatima Khan', /^doctor\/9000/, /By name/],
  ['Birchmount Family Health', /^clinic\//, /By name/],
  ['annex family health', /^clinic\//, /area=annex: 0 match.* By name: 3 match\.$/],
  ['clinics near M1K 2N1', /^clinic\//, /^Read as near=M1K 2N1: \d+ match, \d+ of them here\.$/],
  [
    'médecin de famille qui parle tamoul',
    /^clinic\//,
    /^Read as specialties=Family Medicine, languages=Tamil:/,
  ],
  [
    'famly doctor near Kennedy station',
    /^clinic\//,
    /^Read as specialties=Family Medicine, near=Kennedy station: /,
  ],
])('search finds %s', async (query, id, note) => {
  const { results, note: said } = await call('search', { query });
  expect(said).toMatch(note);
  expect(results[0]).toEqual({
    id: expect.stringMatching(id),
    title: expect.stringMatching(/, /),
    url: expect.stringMatching(/^http:\/\/localhost:3000\/(doctors|clinics)\//),
  });
});

it('search says why it finds nothing', async () => {
  const note = expect.stringMatching(/weekend=true/) as unknown;
  expect(await call('search', { query: 'clinic open on weekends' })).toEqual({ results: [], note });
});

it.each([
  ['a doctor who speaks Klingon', /^No list, .*“Klingon” \(known, but not in this directory\)\.$/],
  [
    'cheap dentist in Toronto',
    /^No list, because it would answer another question: “dentist” \(this directory lists physicians only; the public register is that of the Royal College of Dental Surgeons of Ontario\)\. Can be asked instead: “in Toronto” \(\d+, without “dentist”\)\.$/,
  ],
  [
    'family doctor in Hamilton',
    /“in Hamilton” \(outside the area of this directory, \d+ km from Burlington\)/,
  ],
  [
    'family doctor near Dufferin Street',
    /“near Dufferin Street” \(a street: name a crossing.+near Dufferin St and Queen St W, Toronto/,
  ],
  [
    'doctor not male',
    /“not male” \(a list cannot leave out what is named\)\. Can be asked instead: “female” \(\d+\)/,
  ],
  ['famly doctor with home visits, not female', /“home visits” \(known, but .*“not female” \(a list cannot/],
  [
    `Dr. Fatima Khan ${'please '.repeat(1_000)}`,
    /^No list, .*“please .*…” \(only the first 200 characters of a question are read: ask a shorter one\)/,
  ],
  ['médico que fale português', /“médico” \(not understood\), .* Questions are read in English and French\./],
  ['best doctor', /^The question names nothing to look for\. Ask the user/],
  ['chest pain', /^Call 9-1-1 now/],
  ['je veux mourir', /^Call or text 9-8-8 now, .* Appelez ou textez le 9-8-8/],
])('search has no list, and says why: %s', async (query, note) => {
  const answer = await call('search', { query });
  expect(answer).toEqual({ results: [], note: expect.stringMatching(note) });
  // What is to be called comes first in the text as well.
  expect(Object.keys(answer)).toEqual(['note', 'results']);
});

it('search names alike names in the note, and lists none', async () => {
  const { results, note } = await call('search', { query: 'Dr. Fatima Kahn' });
  expect(results).toEqual([]);
  expect(note).toMatch(
    /“Fatima Kahn” \(no listed doctor has this name; others have one .* Listed names that are alike: Dr\. Fatima Khan/,
  );
});

it('fetch returns every result of a search in full', async () => {
  for (const query of ['cardiologist', 'Annex Family Health']) {
    const { results } = await call('search', { query });
    for (const { id, title, url } of results.slice(0, 3)) {
      const record = await call('fetch', { id });
      expect(record).toMatchObject({ id, url, metadata: { syncedAt: expect.any(String) } });
      // Of a clinic, the search also names the doctors who match.
      expect(title.startsWith(record.title)).toBe(true);
      expect(record.text).toContain('phone the clinic to confirm');
    }
  }
  expect((await call('fetch', { id: `clinic/${uuid(0)}` })).text).toContain('Doctors listed there');
});

it.each(['doctor/1', 'clinic/nowhere', 'nothing', ''])(
  'fetch refuses %j, and names the tool that finds ids',
  async (id) => {
    const { content, isError } = await client.callTool({ name: 'fetch', arguments: { id } });
    expect(isError).toBe(true);
    expect(content).toEqual([
      expect.objectContaining({ text: expect.stringMatching(id ? /search/ : /id is required/) }),
    ]);
  },
);

it('is a resource of its own for clients that log in, whose tokens are those of the connector', async () => {
  const path = '/.well-known/oauth-protected-resource/mcp/search';
  const unsigned = await fetch(`${mcp.url}/search`, { method: 'POST', body: '{}' });
  expect(unsigned.headers.get('www-authenticate')).toContain(
    `resource_metadata="http://localhost:3001${path}"`,
  );
  const metadata = (await (await fetch(`${mcp.origin}${path}`)).json()) as object;
  expect(metadata).toMatchObject({ resource: 'http://localhost:3001/mcp/search' });
  const page = await fetch(`${mcp.url}/search`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('Connect your assistant');
  expect((await fetch(`${mcp.url}/search`)).status).toBe(405);
});

it('counts calls like those of the other tools', async () => {
  await call('search', { query: 'cardiologist' });
  expect(await mcp.usage()).toContainEqual(expect.objectContaining({ operation: 'search', status: 200 }));
});
