import { createHash } from 'node:crypto';
import { Chance } from '../../../test/random-directory.js';
import { type Candidate, stratifiedSample } from './stratified-sample.js';
import { wilsonInterval } from './wilson-interval.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const AREAS = { Toronto: 113, Ajax: 40, Markham: 27, Uxbridge: 1 };
const CANDIDATES: readonly Candidate[] = Object.entries(AREAS).flatMap(([area, count]) =>
  Array.from({ length: count }, (_, i) => ({ key: `${area}-${i}`, strata: [`area=${area}`] })),
);
const draw = (size: number, seed = 'a', candidates = CANDIDATES) =>
  stratifiedSample(candidates, { seed, size, datasetVersion: '7-0123abcd' }, sha256);
const keysOf = (sample: readonly Candidate[]) => sample.map(({ key }) => key);

it('is the same for the same seed and version, in whatever order the records come', () => {
  const shuffled = new Chance(1).shuffled(CANDIDATES);
  expect(keysOf(draw(50, 'a', shuffled))).toEqual(keysOf(draw(50)));
  expect(keysOf(draw(50, 'b'))).not.toEqual(keysOf(draw(50)));
  const other = stratifiedSample(CANDIDATES, { seed: 'a', size: 50, datasetVersion: '8-0123abcd' }, sha256);
  expect(keysOf(other)).not.toEqual(keysOf(draw(50)));
});

it('draws each stratum by its share, rounded up or down, and nobody twice', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e'])
    for (const size of [1, 10, 50, 180, 181]) {
      const sample = draw(size, seed);
      expect(new Set(keysOf(sample)).size).toBe(size);
      for (const [area, count] of Object.entries(AREAS)) {
        const drawn = sample.filter(({ strata }) => strata[0] === `area=${area}`).length;
        expect(Math.abs(drawn - (size * count) / CANDIDATES.length)).toBeLessThan(1);
      }
    }
});

it('draws every record equally often', () => {
  const DRAWS = 400;
  const counts = new Map<string, number>();
  for (let seed = 0; seed < DRAWS; seed++)
    for (const { key } of draw(45, String(seed))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const shares = CANDIDATES.map(({ key }) => (counts.get(key) ?? 0) / DRAWS);
  // A quarter of them, and at most four standard deviations from it.
  expect(Math.min(...shares)).toBeGreaterThan(0.16);
  expect(Math.max(...shares)).toBeLessThan(0.34);
});

it('has an interval that contains the share of all records in at least 95 % of the draws', () => {
  // Strata differ, as areas do.
  const isCorrect = ({ key }: Candidate) =>
    Number.parseInt(sha256(key).slice(0, 4), 16) / 65_536 < (key.startsWith('Toronto') ? 0.9 : 0.6);
  const share = CANDIDATES.filter(isCorrect).length / CANDIDATES.length;
  const DRAWS = 300;
  let covered = 0;
  for (let seed = 0; seed < DRAWS; seed++) {
    const sample = draw(60, `coverage-${seed}`);
    const { low, high } = wilsonInterval(sample.filter(isCorrect).length, sample.length);
    if (low <= share && share <= high) covered++;
  }
  expect(covered / DRAWS).toBeGreaterThanOrEqual(0.95);
});
