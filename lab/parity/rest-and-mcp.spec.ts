import { randomBytes } from 'node:crypto';
import { openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { FACETS } from '@care-atlas/domain/contract';
import { type Parameters, RandomQueries, seeded } from '../../tools/src/queries/random-query.js';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { torontoDate } from '@care-atlas/domain/rules';
import { RunningService } from '../../tools/test/stage/programs/running-service.js';
import { useTestDatabase } from '../../tools/test/stage/use-test-database.js';

const DOCTORS = 400;
const QUERIES = 25;
const SEED = 20_261_121;
const LISTS = ['specialties', 'languages', 'language', 'by'];
const TEXTS = ['q', 'gender', 'specialty'];
/** What a tool reads besides what is known of the clinics. */
const INCLUDED: Readonly<Record<string, string>> = { list_specialists: 'availability,location' };

type Json = Record<string, unknown>;
type Facets = Readonly<Record<string, readonly Json[]>>;
type Item = Json & { readonly id: string; readonly cpsoNumber: string };

const services: RunningService[] = [];
afterAll(async () => {
  for (const service of services) await service.stop();
});
const database = useTestDatabase(DOCTORS);
let apiUrl: string;
let mcpUrl: string;
let key: string;
let queries: RandomQueries;
let subjects: { readonly cpso: readonly string[]; readonly id: readonly string[] };

beforeAll(async () => {
  key = await mintKey();
  const [port, mcpPort] = [await freePort(), await freePort()];
  [apiUrl, mcpUrl] = [`http://127.0.0.1:${port}/api/v1`, `http://127.0.0.1:${mcpPort}/mcp`];
  const env = {
    DATABASE_URL: database.url,
    PORT: String(port),
    MCP_PORT: String(mcpPort),
    RATE_LIMIT_LIVE: '1000000',
  };
  for (const app of ['api', 'mcp'] as const) services.push(await RunningService.start(app, env));
  await readVocabulary();
});

async function mintKey(): Promise<string> {
  const connected = await openDatabase(database.url, PATIENT);
  const minted = makeKey('live', (count) => randomBytes(count));
  await new KeyRepository(connected).create({ kind: 'live', label: 'test' }, minted);
  await connected.close();
  return minted;
}

/** Reads values and ids to request. */
async function readVocabulary(): Promise<void> {
  const doctors = (await rest('/doctors', { limit: '100' }))['doctors'] as (Item & { name: string })[];
  const clinics = (await rest('/clinics', { limit: '100' }))['clinics'] as Item[];
  const values = async (kind: string) =>
    ((await rest(`/metadata/${kind}`))[kind] as { value: string }[]).map(({ value }) => value);
  subjects = {
    cpso: doctors.slice(0, 10).map(({ cpsoNumber }) => cpsoNumber),
    id: clinics.slice(0, 10).map(({ id }) => id),
  };
  queries = new RandomQueries(seeded(SEED), {
    specialties: await values('specialties'),
    languages: await values('languages'),
    names: doctors.map(({ name }) => name.replace('Dr. ', '')),
    registrationNumbers: subjects.cpso,
  });
}

async function rest(path: string, parameters: Parameters = {}): Promise<Json> {
  const answer = await fetch(`${apiUrl}${path}?${new URLSearchParams(parameters).toString()}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Json;
}

/** Calls a tool by the protocol of 2026-07-28, which is one request. */
async function tool(name: string, args: Json = {}): Promise<Json> {
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const answer = await fetch(mcpUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta: meta },
    }),
  });
  const { result } = (await answer.json()) as { result: { structuredContent: Json } };
  return result.structuredContent;
}

/** The parameters as a model writes them: flags, numbers and lists instead of texts. Tools refuse a flag that is false. */
function typed(parameters: Parameters): Json {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      if (TEXTS.includes(name)) return [[name, value]];
      if (value === 'false') return [];
      return [[name, LISTS.includes(name) ? value.split(',') : JSON.parse(value)]];
    }),
  );
}

/** An object without what a tool leaves out: fields by name, and what is null. */
function without(object: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(object).filter(([name, value]) => !names.includes(name) && value !== null),
  );
}

type Fact = Readonly<Record<'answer' | 'code' | 'state' | 'method', string>> & {
  readonly observedAt: string | null;
  readonly dated?: false;
  readonly walkIn?: boolean;
};

/** What is known of a clinic's acceptance, as a tool shows it: a day, and nothing that is usual. */
function acceptance(item: Item, of = 'availability'): Json {
  const { answer, code, state, observedAt, dated, method, walkIn } = (
    item[of] as { readonly accepting: Fact }
  ).accepting;
  const terms = { ...(walkIn && { walkIn }) };
  if (observedAt === null) return { answer, ...terms };
  const more = {
    ...terms,
    ...(!['unknown', 'newpt'].includes(code) && { code }),
    ...(state !== 'confirmed' && { state }),
  };
  return {
    answer,
    ...more,
    observedAt: torontoDate(observedAt),
    ...(dated === false && { dated }),
    method,
  };
}

/** Members of one doctor, which a clinic with several who match does not have. */
const OF_ONE = ['gender', 'languages', 'yearsOfPractice', 'dataFreshness'];

function doctorFacts(item: Item): Json {
  const { count = 1, doctors = [] } = (item['atClinic'] ?? {}) as {
    readonly count?: number;
    readonly doctors?: readonly Item[];
  };
  const isOne = count === 1;
  const summary = without(item['clinic'] as Json, 'lat', 'lng', ...(isOne ? [] : ['acceptingNewPatients']));
  const facts = without(item, 'id', 'syncedAt', 'availability', 'atClinic', ...(isOne ? [] : OF_ONE));
  const [, ...others] = doctors.map(({ name, cpsoNumber, specialties }) => {
    const isAlike = JSON.stringify(specialties) === JSON.stringify(item['specialties']);
    return `${String(name)} (cpso ${cpsoNumber})${isAlike ? '' : `, ${(specialties as string[]).join(' and ')}`}`;
  });
  return {
    ...facts,
    clinic: { ...summary, acceptance: acceptance(item) },
    ...(!isOne && { atClinic: { count, others } }),
  };
}

function clinicFacts(item: Item): Json {
  return { ...without(item, 'availability'), acceptance: acceptance(item) };
}

function serviceFacts(item: Item): Json {
  const own = acceptance(item, 'serviceAvailability');
  return {
    ...without(item, 'availability', 'serviceAvailability', 'lat', 'lng'),
    ...((own['observedAt'] !== undefined || own['answer'] !== 'unknown') && { acceptance: own }),
    clinicAcceptance: acceptance(item),
  };
}

/** Reviews as the connector gives them: every line marked as a quotation. */
function quoted(reviews: readonly Json[]): Json[] {
  return reviews.map((review) => ({ ...review, text: String(review['text']).replaceAll(/^/gm, '> ') }));
}

describe('REST and MCP return the same facts', () => {
  it.each<[string, (q: RandomQueries) => Parameters, string, string, (item: Item) => Json]>([
    ['/doctors', (random) => random.doctors(), 'search_doctors', 'doctors', doctorFacts],
    ['/doctors/search', (random) => random.search(), 'search_doctors', 'doctors', doctorFacts],
    ['/clinics', (random) => random.clinics(), 'search_clinics', 'clinics', clinicFacts],
    ['/specialists', (random) => random.specialists(), 'list_specialists', 'clinics', serviceFacts],
  ])('%s', async (path, invent, name, list, factsOf) => {
    let matched = 0;
    for (let i = 0; i < QUERIES; i++) {
      const parameters = invent(queries);
      const isGrouped = path === '/doctors' && parameters['sort'] !== 'years' && !('clinic' in parameters);
      const request: Parameters = {
        ...parameters,
        limit: '10',
        include: INCLUDED[name] ?? 'availability',
        ...(isGrouped && { group: 'clinic' }),
      };
      const exact = await rest(path, request);
      // The tool asks for names alike when an exact name finds nobody.
      const isForgiving = path === '/doctors/search' && exact['total'] === 0;
      const answer = isForgiving ? await rest(path, { ...request, match: 'forgiving' }) : exact;
      const result = await tool(name, typed(parameters));
      // The hours of the days that were asked about come without asking.
      const rows = (result[list] as Json[]).map((row) => without(row, 'openingHours', 'specialHours'));
      matched += rows.length;
      const total = answer['doctorTotal'] ?? answer['total'];
      expect({ parameters, total: result['total'] }).toEqual({ parameters, total });
      expect(rows).toEqual((answer[list] as Item[]).slice(0, rows.length).map(factsOf));
      expect(rows.length + Number(result['leftOut'] ?? 0)).toBe(answer['count']);
    }
    expect(matched).toBeGreaterThan(0);
  });

  it('/doctors/facets', async () => {
    let matched = 0;
    for (let i = 0; i < QUERIES; i++) {
      const {
        limit: _limit,
        offset: _offset,
        ...filters
      } = i % 2 === 0 ? queries.doctors() : queries.search();
      const parameters = { ...filters, by: FACETS.slice(0, 1 + (i % FACETS.length)).join() };
      const { total, facets } = (await rest('/doctors/facets', parameters)) as {
        total: number;
        facets: Facets;
      };
      const result = await tool('count_doctors', typed(parameters));
      const leftOut = (result['leftOut'] ?? {}) as Readonly<Record<string, number>>;
      const kept = Object.entries(facets).map(([by, values]) => [
        by,
        values.slice(0, values.length - (leftOut[by] ?? 0)),
      ]);
      expect({ parameters, total: result['total'], facets: result['facets'] }).toEqual({
        parameters,
        total,
        facets: Object.fromEntries(kept),
      });
      matched += total;
    }
    expect(matched).toBeGreaterThan(0);
  });

  it.each<[string, string, (q: RandomQueries) => Parameters]>([
    ['doctors', 'search_doctors', (random) => random.doctors()],
    ['search', 'search_doctors', (random) => random.search()],
    ['clinics', 'search_clinics', (random) => random.clinics()],
    ['specialists', 'list_specialists', (random) => random.specialists()],
  ])('/explain?list=%s', async (list, search, invent) => {
    const ids = list === 'doctors' || list === 'search' ? subjects.cpso : subjects.id;
    const reasons = new Set<unknown>();
    for (let i = 0; i < QUERIES; i++) {
      const drawn = Object.entries(invent(queries));
      // A flag that is false is warned of, and tools refuse it.
      const parameters: Parameters = Object.fromEntries(drawn.filter(([, value]) => value !== 'false'));
      const id = ids[i % ids.length]!;
      const expected = await rest('/explain', { limit: '10', ...parameters, list, id });
      const result = await tool('explain_absence', { tool: search, id, arguments: typed(parameters) });
      const { syncedAt: _syncedAt, cautions: _cautions, ...explanation } = result;
      expect({ parameters, ...explanation }).toEqual({ parameters, id, ...expected });
      for (const { reason } of expected['failed'] as Json[]) reasons.add(reason);
    }
    expect(reasons.size).toBeGreaterThan(1);
  });

  it('/doctors/{cpso}', async () => {
    for (const cpso of subjects.cpso) {
      const doctor = (await rest(`/doctors/${cpso}`, { include: 'availability,registration' }))[
        'doctor'
      ] as Json & {
        reviews: Json[];
      };
      const expected = { ...without(doctor), reviews: quoted(doctor.reviews) };
      expect((await tool('get_doctor', { cpso }))['doctor']).toEqual(expected);
    }
  });

  it('/clinics/{id}', async () => {
    for (const id of subjects.id) {
      const clinic = (await rest(`/clinics/${id}`, { include: 'availability,hours' }))['clinic'] as Json & {
        doctors: Json[];
      };
      const result = (await tool('get_clinic', { id }))['clinic'] as Json & { doctors: Json[] };
      expect(result).toEqual({ ...clinic, doctors: clinic.doctors.slice(0, result.doctors.length) });
    }
  });

  it.each([
    ['doctors', 'cpso', 'list_doctor_reviews', 'rating'],
    ['clinics', 'id', 'list_clinic_reviews', 'aggregate'],
  ] as const)('/%s/{%s}/reviews', async (path, subject, name, sum) => {
    for (const value of subjects[subject]) {
      const answer = await rest(`/${path}/${value}/reviews`, { limit: '10' });
      const result = await tool(name, { [subject]: value });
      const rows = result['reviews'] as Json[];
      expect({ total: result['total'], [sum]: result[sum] }).toEqual({
        total: answer['total'],
        [sum]: without(answer[sum] as Json),
      });
      expect(rows).toEqual(quoted((answer['reviews'] as Json[]).slice(0, rows.length)));
    }
  });

  it.each([
    ['doctors', 'cpso', 'get_doctor_review_signals'],
    ['clinics', 'id', 'get_clinic_review_signals'],
  ] as const)('/%s/{%s}/signals', async (path, subject, name) => {
    for (const value of subjects[subject]) {
      const answer = await rest(`/${path}/${value}/signals`);
      expect(without(await tool(name, { [subject]: value }), 'syncedAt', 'cautions')).toEqual(
        without(answer, 'total', 'count'),
      );
    }
  });

  it.each(['specialties', 'languages'])('/metadata/%s', async (kind) => {
    const { [kind]: values, total } = await rest(`/metadata/${kind}`);
    const result = await tool('get_directory_metadata', { kind });
    const rows = result['values'] as Json[];
    expect(result['total']).toBe(total);
    expect(rows).toEqual((values as Json[]).slice(0, rows.length));
  });

  it('/doctors/summary', async () => {
    const answer = (await rest('/doctors/summary')) as Json & { bySpecialty: Json[] };
    const result = (await tool('get_directory_summary')) as Json & { bySpecialty: Json[] };
    expect(without(result, 'syncedAt')).toEqual({
      ...answer,
      bySpecialty: answer.bySpecialty.slice(0, result.bySpecialty.length),
    });
  });
});
