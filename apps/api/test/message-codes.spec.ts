import type { ClinicList } from '@care-atlas/domain/contract';
import { english, type Said } from '@care-atlas/domain/messages';
import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
afterAll(() => api.stop());

const PATH = '/clinics?include=notes&languages=Klingon,English&limit=500&open=x';
/** Asks with a preference, whose members are not in the OpenAPI document. */
const preferring = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  api.askBeside(`/api/v1${path}`, {
    authorization: `Bearer ${api.keys.live}`,
    prefer: 'wait=5, messages=codes',
    ...headers,
  });

interface Messages {
  readonly messages: { readonly warnings: readonly Said[]; readonly notes?: readonly (readonly Said[])[] };
}

it('a client that prefers codes gets them beside the sentences, which stay', async () => {
  const [plain, preferred] = [await api.ask(PATH), await preferring(PATH)];
  const { messages, ...rest } = preferred.json<ClinicList & Messages>();
  expect(JSON.stringify(rest)).toBe(plain.body);
  expect(messages.warnings.map(english)).toEqual(rest.warnings);
  expect(messages.warnings).toContainEqual({ code: 'limit_capped', params: { limit: 500, maximum: 100 } });
  expect(messages.notes?.map((notes) => notes.map(english))).toEqual(rest.clinics.map(({ notes }) => notes));
  expect(messages.notes?.flat()).toContainEqual({ code: 'confirm_by_phone' });
  expect(preferred.headers).toMatchObject({
    'preference-applied': 'messages=codes',
    vary: 'Authorization, Accept, Prefer, accept-encoding',
  });
  expect(plain.headers).not.toHaveProperty('preference-applied');
});

it('the two answers have different entity tags, so that a client never takes one for the other', async () => {
  const [plain, preferred] = [await api.ask(PATH), await preferring(PATH)];
  expect(preferred.etag).not.toBe(plain.etag);
  const held = { 'if-none-match': preferred.etag };
  expect((await preferring(PATH, held)).status).toBe(304);
  expect((await api.ask(PATH, { headers: held })).status).toBe(200);
});

it.each(['/doctors/900001', '/metadata/specialties', '/doctors/900001/signals', '/doctors/facets?by=gender'])(
  'GET %s has no messages without warnings',
  async (path) => {
    const { messages, ...rest } = (await preferring(path)).json<Messages>();
    expect(messages).toEqual({ warnings: [] });
    expect(rest).toEqual((await api.ask(path)).json());
  },
);

it('with some members only, the codes are those of what is left', async () => {
  const messagesOf = async (fields: string) =>
    (await preferring(`/clinics?include=notes&limit=1&fields=${fields}`)).json<Messages>().messages;
  expect(await messagesOf('notes')).toMatchObject({
    warnings: [],
    notes: [[{ code: 'confirm_by_phone' }, {}]],
  });
  expect(await messagesOf('name,phone')).toEqual({
    warnings: [{ code: 'absent_fields', params: { names: ['phone'] } }],
  });
});

it('GET /changes with a list has the codes of its warnings', async () => {
  const path = '/changes?list=clinics&languages=Klingon';
  const [plain, preferred] = [await api.ask(path), await preferring(path)];
  const { messages, ...rest } = preferred.json<{ readonly warnings: readonly string[] } & Messages>();
  expect(rest).toEqual(plain.json());
  expect(messages.warnings.map(english)).toEqual(rest.warnings);
  expect(messages.warnings[0]).toMatchObject({ code: expect.any(String) });
});

it.each(['messages=words', 'respond-async', ''])('ignores the preference %j', async (prefer) => {
  const answer = await api.ask(PATH, { headers: { prefer } });
  expect(answer.json()).not.toHaveProperty('messages');
});
