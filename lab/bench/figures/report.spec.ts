import type { LoadResult } from '../load.js';
import { loadTable, ratioColumn } from './load-table.js';
import { documentText } from './report.js';

const loads = (...rates: number[]): LoadResult[] =>
  rates.map((rate) => ({ rate, cpu: 1e6 / rate, databaseCpu: 5, p50: 1, p99: 4, bytes: 8_000 }));
it('a table of loads gives ratios first, taken within each round', () => {
  const results = new Map([
    ['limit', loads(40_000, 20_000, 30_000)],
    ['own', loads(16_000, 10_000, 9_000)],
  ]);
  const text = loadTable('server', results, [ratioColumn('of the limit', results, 'limit')]);
  // 0.4, 0.5 and 0.3 of the limit: not the ratio of the medians, which is a third.
  expect(text).toContain('| own | **0.4** (0.3 – 0.5) | 10,000 | 100 | 5 | 1 / 4 | 8,000 |');
  expect(text).toContain('| limit | 1 | 30,000 |');
});

it('a document says how it was measured and which aims it reached', () => {
  const aims = [
    { what: 'rate', bound: 0.35, measured: 0.4 },
    { what: 'stall', bound: 50, atMost: true, measured: 60 },
  ] as const;
  const section = { name: 'limit', title: 'Limit', run: () => Promise.reject(new Error('not run')) };
  const text = documentText(section, { aims, blocks: ['A block.'] }, { rounds: 3 });
  expect(text).toMatch(
    /^# Limit\n\n`npm run bench -- limit` wrote this page on \d{4}-\d\d-\d\d with 3 rounds,/,
  );
  expect(text).toContain('| rate | at least 0.35 | **0.4** | yes |');
  expect(text).toContain('| stall | at most 50 | **60** | no |');
  expect(text.endsWith('\n\nA block.\n')).toBe(true);
});
