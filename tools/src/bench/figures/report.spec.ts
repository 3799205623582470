import type { LoadResult } from '../load.js';
import { loadTable, ratioColumn } from './load-table.js';
import { sectionText, updateDocument } from './report.js';
import { SECTIONS } from '../sections/sections.js';

const loads = (...rates: number[]): LoadResult[] =>
  rates.map((rate) => ({ rate, cpu: 1e6 / rate, databaseCpu: 5, failed: 0, p50: 1, p99: 4, bytes: 8_000 }));
const [limit, alternatives] = ['limit', 'alternatives'].map((name) =>
  SECTIONS.find((section) => section.name === name)!,
);
const ORDER = ['limit', 'alternatives'];
const CIRCUMSTANCES = { machine: '2 × Some Processor', date: '2026-11-22', rounds: 3, minutes: 1.2 };

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

it('a section says how it was measured and which aims it reached', () => {
  const text = sectionText(
    limit!,
    {
      aims: [
        { what: 'rate', bound: 0.35, measured: 0.4 },
        { what: 'stall', bound: 50, atMost: true, measured: 60 },
      ],
      blocks: ['A block.'],
    },
    CIRCUMSTANCES,
  );
  expect(text).toMatch(/^## Against the limit\n\nMeasured on 2026-11-22 in 2 min, 3 rounds, on 2 × Some/);
  expect(text).toContain('| rate | at least 0.35 | **0.4** | yes |');
  expect(text).toContain('| stall | at most 50 | **60** | no |');
  expect(text.endsWith('\n\nA block.')).toBe(true);
});

it('a document keeps the sections that did not run, in their order', () => {
  const first = updateDocument('', alternatives!, '## Alternatives\n\nOld.', ORDER);
  const second = updateDocument(first, limit!, '## Limit', ORDER);
  const third = updateDocument(second, alternatives!, '## Alternatives\n\nNew.', ORDER);
  expect(first).toMatch(/^# Benchmarks of reads\n\n`npm run bench` writes/);
  expect(second.indexOf('## Limit')).toBeLessThan(second.indexOf('Old.'));
  expect(third).toBe(second.replace('Old.', 'New.'));
});
