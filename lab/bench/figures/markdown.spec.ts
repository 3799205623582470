import { digits, paragraph, spread, table } from './markdown.js';

it('a table has a head, a rule and rows', () => {
  expect(table(['server', 'rate'], [['ours', 7]])).toBe('| server | rate |\n| --- | --- |\n| ours | 7 |');
});

describe('digits', () => {
  it.each([
    [12_345.6, '12,346'],
    [100, '100'],
    [34.56, '34.6'],
    [1.234, '1.23'],
    [0.3456, '0.35'],
    [0.009876, '0.0099'],
    [0, '0'],
    [Number.NaN, '–'],
  ])('of %p are %p', (value, text) => {
    expect(digits(value)).toBe(text);
  });
});

describe('a spread', () => {
  it('is the median between the least and the most', () => {
    expect(spread([0.3, 0.1, 0.2])).toBe('**0.2** (0.1 – 0.3)');
  });

  it('of nothing is a dash', () => {
    expect(spread([])).toBe('–');
  });
});

it('a paragraph has lines of at most 120 characters, with all its words', () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
  const lines = paragraph(`${words.slice(0, 7).join(' ')}\n   ${words.slice(7).join(' ')}\n`).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  expect(lines[0]!.length).toBeGreaterThan(110);
  expect(lines.flatMap((line) => line.split(' '))).toEqual(words);
});
