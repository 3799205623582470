import { linksTo } from './answer-reply.js';

const BASE = 'https://atlas.example';

/** Offsets of the pages by relation. */
function offsets(total: number, limit: number, offset: number): Record<string, number> {
  const header = linksTo(BASE, '/doctors', { total, limit, offset, count: 0 });
  const found = [
    ...header.matchAll(/<https:\/\/atlas\.example\/doctors\?limit=(\d+)&offset=(\d+)>; rel="(\w+)"/g),
  ];
  expect(found.map(([, size]) => Number(size))).toEqual(found.map(() => limit));
  expect(header.split(', ')).toHaveLength(found.length);
  return Object.fromEntries(found.map(([, , at, rel]) => [rel!, Number(at)]));
}

it.each([
  ['the only page', 5, 10, 0, { first: 0, last: 0 }],
  ['exactly one page', 10, 10, 0, { first: 0, last: 0 }],
  ['the first of several', 25, 10, 0, { first: 0, next: 10, last: 20 }],
  ['one in the middle', 25, 10, 10, { first: 0, prev: 0, next: 20, last: 20 }],
  ['the last', 25, 10, 20, { first: 0, prev: 10, last: 20 }],
  ['one that ends with the list', 20, 10, 10, { first: 0, prev: 0, last: 10 }],
  ['one out of step', 25, 10, 3, { first: 0, prev: 0, next: 13, last: 20 }],
  ['one beyond the end', 25, 10, 100, { first: 0, prev: 15, last: 20 }],
  ['one of nothing', 0, 10, 0, { first: 0, last: 0 }],
  ['one beyond nothing', 0, 10, 50, { first: 0, prev: 0, last: 0 }],
  ['an empty one', 25, 0, 0, { first: 0, last: 24 }],
])('links of %s', (_what, total, limit, offset, expected) => {
  expect(offsets(total, limit, offset)).toEqual(expected);
});

it('keeps the other parameters as they were sent, and replaces the page', () => {
  const url = '/doctors?offset=5&q=a%20b&limit=2&specialties=x,y&limitless=1&limit=3';
  expect(linksTo(BASE, url, { total: 9, limit: 2, offset: 8, count: 1 })).toContain(
    '<https://atlas.example/doctors?q=a%20b&specialties=x,y&limitless=1&limit=2&offset=6>; rel="prev"',
  );
});

it('lets nothing end the URL of a link early', () => {
  const header = linksTo(BASE, '/doctors?x=>;rel="next"<', { total: 1, limit: 1, offset: 0, count: 1 });
  expect(header.match(/[<>"]/g)?.join('')).toBe('<>""<>""');
  expect(header).toContain('?x=%3E;rel=%22next%22%3C&limit=1');
});
