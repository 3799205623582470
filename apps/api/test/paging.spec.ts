import { EXPIRED } from '../../../libs/domain/test/invented-directory.js';
import { TestApi, type TestAnswer } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

/** Returns the links of a page by relation, as queries relative to the address of the page. */
function linksOf({ headers }: TestAnswer): Record<string, string> {
  const links = (headers['link'] ?? '').split(', ').map((link) => {
    const [, query = '', rel = ''] = /^<(\?[^<>"\s]+)>; rel="(\w+)"$/.exec(link) ?? [];
    expect(query).not.toBe('');
    return [rel, query] as const;
  });
  return Object.fromEntries(links);
}

/** Returns the target of a link, below the address of the API. */
function resolved(query: string, page: string): string {
  const { pathname, search } = new URL(query, new URL(page, 'http://localhost'));
  return `${pathname}${search}`;
}

/** Returns the identifiers of the items on a page. */
function itemsOf(answer: TestAnswer): string[] {
  const body = answer.json<Record<string, unknown>>();
  const items = Object.values(body).find((value) => Array.isArray(value)) as Record<string, unknown>[];
  return items.map((item) => JSON.stringify(item));
}

/** Follows a relation from page to page. */
async function follow(path: string, rel: 'next' | 'prev', key = api.keys.live): Promise<TestAnswer[]> {
  const pages: TestAnswer[] = [];
  let at: string | undefined = path;
  while (at !== undefined && pages.length < 100) {
    const page = await api.ask(at, { key });
    pages.push(page);
    const query: string | undefined = linksOf(page)[rel];
    at = query && resolved(query, at);
  }
  return pages;
}

const LISTS = [
  ['/doctors?limit=7', 40],
  ['/doctors?limit=1', 40],
  ['/doctors?limit=40', 40],
  ['/doctors?specialties=Family%20Medicine,Cardiology&minYears=10&limit=3', undefined],
  ['/doctors/search?q=%C3%89lise&limit=2', undefined],
  ['/doctors/900001/reviews?limit=4', 35],
  ['/clinics?limit=4', 6],
  ['/clinics?lat=43.7&lng=-79.4&limit=2&include=notes', 6],
  ['/clinics/b94bb043-f527-42bf-9c0b-68ebace5405b/reviews?limit=5', 12],
  ['/specialists?specialty=Cardiology&limit=1', 3],
] as const;

describe.each(LISTS)('%s', (path, size) => {
  it('next leads from the first page to the last, with each record exactly once', async () => {
    const pages = await follow(path, 'next');
    const items = pages.flatMap(itemsOf);
    const totals = new Set(pages.map((page) => page.json<{ total: number }>().total));
    expect(totals).toEqual(new Set([size ?? items.length]));
    expect(new Set(items).size).toBe(items.length);
    const whole = await api.ask(path.replace(/limit=\d+/, 'limit=100'));
    expect(items).toEqual(itemsOf(whole));
    expect(items.length).toBeGreaterThan(1);
    const last = await api.ask(resolved(linksOf(pages[0]!)['last']!, path));
    expect(itemsOf(last)).toEqual(itemsOf(pages.at(-1)!));
  });

  it('prev leads back from the last page to the first', async () => {
    const forth = await follow(path, 'next');
    const start = resolved(linksOf(forth[0]!)['last']!, path);
    const back = await follow(start, 'prev');
    expect(back.map(({ body }) => body)).toEqual(forth.map(({ body }) => body).toReversed());
    expect(linksOf(back.at(-1)!)['prev']).toBeUndefined();
    expect(linksOf(forth.at(-1)!)['next']).toBeUndefined();
  });
});

it('first leads to the first page from any page', async () => {
  const links = linksOf(await api.ask('/doctors?limit=7&offset=23'));
  const first = await api.ask(`/doctors${links['first']}`);
  expect(itemsOf(first)).toEqual(itemsOf(await api.ask('/doctors?limit=7')));
});

it('a page beyond the end leads back to the end', async () => {
  const links = linksOf(await api.ask('/doctors?limit=10&offset=500'));
  expect(links['next']).toBeUndefined();
  expect(itemsOf(await api.ask(`/doctors${links['prev']}`))).toEqual(
    itemsOf(await api.ask('/doctors?limit=10&offset=30')),
  );
});

it('the links of an empty list and an empty page end', async () => {
  expect(Object.keys(linksOf(await api.ask('/doctors?specialties=none')))).toEqual(['first', 'last']);
  expect(Object.keys(linksOf(await api.ask('/doctors?limit=0')))).toEqual(['first', 'last']);
});

it('sandbox links use the sandbox page size', async () => {
  const pages = await follow('/doctors?limit=100', 'next', api.keys.sandbox);
  expect(pages.map((page) => itemsOf(page).length)).toEqual([10, 10, 10, 10]);
  expect(new Set(pages.flatMap(itemsOf)).size).toBe(40);
});

it('links keep the known parameters, and nothing that is invalid in a header', async () => {
  const answer = await api.ask(
    '/doctors?specialties=Family%20Medicine,a&%6Canguages=English&x=%0d%0aSet-Cookie:a&y="<>&%6Fffset=1&%6Cimit=2',
  );
  expect(linksOf(answer)['next']).toBe(
    '?specialties=Family%20Medicine%2Ca&languages=English&limit=2&offset=3',
  );
  expect(answer.headers['set-cookie']).toBeUndefined();
});

const filtered = (length: number) =>
  api.ask(`/doctors?limit=1&languages=English${',english'.repeat(length / 8)}`);

it('omits links that do not fit, least important first, with a warning', async () => {
  const [some, none] = [await filtered(1_200), await filtered(8_000)];
  expect(Object.keys(linksOf(some))).toEqual(['next']);
  expect(some.json<{ warnings: string[] }>().warnings).toEqual([
    'The query is too long to repeat for every page: the Link header names no other page than next.',
  ]);
  expect(none.headers['link']).toBeUndefined();
  expect(none.json<{ warnings: string[] }>().warnings).toEqual([
    'The query is too long to repeat in the Link header, which is left out. Use limit and offset for other pages.',
  ]);
});

it('a repeated request has the same answer, byte for byte', async () => {
  const [one, two] = await Promise.all([api.ask('/doctors?limit=100'), api.ask('/doctors?limit=100')]);
  expect(one.body).toBe(two.body);
  expect(one.body).not.toContain(EXPIRED.name);
});
