import v8 from 'node:v8';
import fc from 'fast-check';
import { english } from '@care-atlas/domain/messages';
import { filtersOf, linksTo, linkWarning } from './page-links.js';

const MIDDLE = { total: 100, limit: 10, offset: 50, count: 10 };

/** Offsets of the pages by relation. */
function offsets(header: string | undefined): Record<string, number> {
  if (header === undefined) return {};
  const found = header.split(', ').map((link) => /^<\?.*limit=\d+&offset=(\d+)>; rel="(\w+)"$/.exec(link)!);
  return Object.fromEntries(found.map(([, at, rel]) => [rel!, Number(at)]));
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
  const header = linksTo('', { total, limit, offset, count: 0 });
  expect(header).toMatch(new RegExp(`^<\\?limit=${limit}&offset=0>; rel="first"`));
  expect(offsets(header)).toEqual(expected);
});

it('repeats the known parameters, encoded anew and in one order, and replaces the page', () => {
  const raw = { offset: '5', unknown: 'x', specialties: ['x,y', 'z'], q: 'a b&c', limit: '2' };
  const filters = filtersOf(raw, ['q', 'gender', 'specialties']);
  expect(filters).toBe('q=a%20b%26c&specialties=x%2Cy&specialties=z&');
  expect(linksTo(filters, MIDDLE)).toContain(`<?${filters}limit=10&offset=60>; rel="next"`);
});

it.each([
  [448, ['first', 'prev', 'next', 'last'], ''],
  [449, ['first', 'prev', 'next'], 'names no other page than next, prev, first.'],
  [619, ['prev', 'next'], 'names no other page than next, prev.'],
  [961, ['next'], 'names no other page than next.'],
  [1_985, [], 'which is left out.'],
])('with filters of %i characters: %j', (length, relations, warned) => {
  const filters = `q=${'x'.repeat(length - 3)}&`;
  expect(Object.keys(offsets(linksTo(filters, MIDDLE)))).toEqual(relations);
  const warning = linkWarning(filters);
  expect(warning === undefined).toBe(warned === '');
  expect(warning ? english(warning) : '').toContain(warned);
});

it('is never larger than 2,048 bytes, nor holds what a header must not, whatever the parameters', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 9_000 }));
  const number = fc.maxSafeNat();
  fc.assert(
    fc.property(texts, number, number, number, (q, total, limit, offset) => {
      const filters = filtersOf({ q }, ['q']);
      const header = linksTo(filters, { total, limit, offset, count: 0 }) ?? '';
      expect(Buffer.byteLength(header)).toBeLessThanOrEqual(2_048);
      expect(header).toMatch(/^(<[\x21\x23-\x3b\x3d\x3f-\x7e]*>; rel="\w+"(, |$))*$/);
      expect(new URLSearchParams(filters).get('q')).toBe(q);
    }),
  );
});

/** Bytes in memory that only full collections return. */
const oldBytes = () =>
  v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;

describe('filters of many sets of parameters', () => {
  const NAMES = Array.from({ length: 20 }, (_, i) => `parameter${i}`);
  const CALLS = 100_000;
  const MAX_BYTES = 30;
  /** Has no prototype, as the parameters that Fastify reads. */
  class Parameters {
    [name: string]: string;
  }
  Object.setPrototypeOf(Parameters.prototype, null);
  const requests = fc
    .sample(fc.subarray(NAMES, { minLength: 1, maxLength: 6 }), { numRuns: 20_000, seed: 1 })
    .map((names) => {
      const raw = new Parameters();
      for (const name of names) raw[name] = 'x';
      return raw;
    });

  it('leave nothing behind', () => {
    const bytesOfRound = () => {
      const before = oldBytes();
      for (let n = 0; n < CALLS; n++) filtersOf(requests[n % requests.length]!, NAMES);
      return (oldBytes() - before) / CALLS;
    };
    // A leak grows in every round; what the process itself does once, such as compiling, in one of them.
    expect(Math.min(bytesOfRound(), bytesOfRound(), bytesOfRound())).toBeLessThan(MAX_BYTES);
  });
});
