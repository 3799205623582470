import { jsonMembers, partsOf, memberStart } from './parts.js';

interface Wire {
  readonly id: string;
  readonly years: number;
}

// The type checker fails as soon as one of the tables marked @ts-expect-error compiles.
it('a table that leaves out a declared member does not compile', () => {
  // @ts-expect-error `years` is declared and not written
  expect(partsOf<Wire>()({ own: (id: string) => ({ id }) })).toBeDefined();
});

it('a table that writes an undeclared member does not compile', () => {
  // @ts-expect-error `name` is written and not declared
  const parts = partsOf<Wire>()({ own: (id: string) => ({ id, name: id }), years: 'years' });
  expect(parts).toBeDefined();
});

it('a table that writes a member of another type does not compile', () => {
  // @ts-expect-error `years` is a number
  expect(partsOf<Wire>()({ own: (id: string) => ({ id, years: id }) })).toBeDefined();
});

it('a table that writes every member returns its parts', () => {
  const parts = partsOf<Wire>()({ own: (id: string) => ({ id }), years: 'years' });
  expect(`{${jsonMembers(parts.own('a'))}${memberStart(parts.years)}5}`).toBe('{"id":"a","years":5}');
});
