import { EXPIRED } from './directory-records.js';
import { TestApi, type TestAnswer } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const BASE = 'http://localhost:3000/api/v1';

/** The links of a page, by relation, as paths below the address of the API. */
function linksOf({ headers }: TestAnswer): Record<string, string> {
  const links = (headers['link'] ?? '').split(', ').map((link) => {
    const [, url = '', rel = ''] = /^<([^<>"\s]+)>; rel="(\w+)"$/.exec(link) ?? [];
    expect(url.startsWith(BASE)).toBe(true);
    return [rel, url.slice(BASE.length)] as const;
  });
  return Object.fromEntries(links);
}

/** What identifies the items of a page. */
function itemsOf(answer: TestAnswer): string[] {
  const body = answer.json<Record<string, unknown>>();
  const items = Object.values(body).find((value) => Array.isArray(value)) as Record<string, unknown>[];
  return items.map((item) => JSON.stringify(item));
}

/** Follows a relation from page to page. */
async function follow(path: string, rel: 'next' | 'prev', key = api.keys.live): Promise<TestAnswer[]> {
  const pages: TestAnswer[] = [];
  for (
    let at: string | undefined = path;
    at !== undefined && pages.length < 100;
    at = linksOf(pages.at(-1)!)[rel]
  ) {
    pages.push(await api.ask(at, { key }));
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
  ['/clinics/0b6c2a9e-7f43-5d1b-9a57-3c1f0e8d2b64/reviews?limit=5', 12],
  ['/specialists?specialty=Cardiology&limit=1', 3],
] as const;

describe.each(LISTS)('%s', (path, size) => {
  it('next leads from the first page to the last, through each record exactly once', async () => {
    const pages = await follow(path, 'next');
    const items = pages.flatMap(itemsOf);
    const totals = new Set(pages.map((page) => page.json<{ total: number }>().total));
    expect(totals).toEqual(new Set([size ?? items.length]));
    expect(new Set(items).size).toBe(items.length);
    const whole = await api.ask(path.replace(/limit=\d+/, 'limit=100'));
    expect(items).toEqual(itemsOf(whole));
    expect(items.length).toBeGreaterThan(1);
    const last = await api.ask(linksOf(pages[0]!)['last']!);
    expect(itemsOf(last)).toEqual(itemsOf(pages.at(-1)!));
  });

  it('prev leads back from the last page to the first', async () => {
    const forth = await follow(path, 'next');
    const start = linksOf(forth[0]!)['last']!;
    const back = await follow(start, 'prev');
    expect(back.map(({ body }) => body)).toEqual(forth.map(({ body }) => body).toReversed());
    expect(linksOf(back.at(-1)!)['prev']).toBeUndefined();
    expect(linksOf(forth.at(-1)!)['next']).toBeUndefined();
  });
});

it('first is the first page from wherever one stands', async () => {
  const first = await api.ask(linksOf(await api.ask('/doctors?limit=7&offset=23'))['first']!);
  expect(itemsOf(first)).toEqual(itemsOf(await api.ask('/doctors?limit=7')));
});

it('a page beyond the end leads back to the end', async () => {
  const links = linksOf(await api.ask('/doctors?limit=10&offset=500'));
  expect(links['next']).toBeUndefined();
  expect(itemsOf(await api.ask(links['prev']!))).toEqual(
    itemsOf(await api.ask('/doctors?limit=10&offset=30')),
  );
});

it('an empty list and an empty page have links that end', async () => {
  expect(Object.keys(linksOf(await api.ask('/doctors?specialties=none')))).toEqual(['first', 'last']);
  expect(Object.keys(linksOf(await api.ask('/doctors?limit=0')))).toEqual(['first', 'last']);
});

it('links of the sandbox keep to its page size', async () => {
  const pages = await follow('/doctors?limit=100', 'next', api.keys.sandbox);
  expect(pages.map((page) => itemsOf(page).length)).toEqual([10, 10, 10, 10]);
  expect(new Set(pages.flatMap(itemsOf)).size).toBe(40);
});

it('links keep the other parameters, and nothing that a header must not hold', async () => {
  const answer = await api.ask(
    '/doctors?specialties=Family%20Medicine&x=%0d%0aSet-Cookie:a&y="<>&offset=1&limit=2',
  );
  const [, query = ''] = linksOf(answer)['next']!.split('?');
  const parameters = new URLSearchParams(query);
  expect(parameters.get('specialties')).toBe('Family Medicine');
  expect([parameters.get('limit'), parameters.get('offset')]).toEqual(['2', '3']);
  expect(answer.headers['link']).not.toMatch(/[\r\n]/);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

it('repeating a request gives the same answer, byte for byte', async () => {
  const [one, two] = await Promise.all([api.ask('/doctors?limit=100'), api.ask('/doctors?limit=100')]);
  expect(one.body).toBe(two.body);
  expect(one.body).not.toContain(EXPIRED.name);
});
