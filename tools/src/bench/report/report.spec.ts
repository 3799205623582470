import type { SizeCost } from '../growth/growth.js';
import type { Slice } from '../load.js';
import type { Results } from '../results.js';
import { LIMIT } from '../throughput/limit.js';
import { DOCTORS, HELD } from '../throughput/ours.js';
import { report } from './report.js';

const slices = (...rates: number[]): Slice[] =>
  rates.map((rate) => ({
    rate,
    cpu: 1e6 / rate,
    database: 5,
    generator: 8,
    failed: 0,
    p50: 1,
    p99: 4,
    bytes: 8_000,
  }));

const THROUGHPUT: Results['throughput'] = {
  measured: [
    { name: LIMIT, group: 'limit', slices: slices(40_000, 20_000, 30_000) },
    { name: DOCTORS, group: 'ours', slices: slices(16_000, 10_000, 9_000) },
    { name: HELD, group: 'ours', slices: slices(24_000, 15_000, 9_000) },
    { name: 'Fastify, tuned SQL per request', group: 'statements', slices: slices(1_000, 500, 300) },
    { name: 'PostGraphile', group: 'products', slices: slices(400, 250, 300) },
  ],
  rounds: 3,
  doctors: 25_000,
  queries: 24_000,
  size: 7_900,
  memory: 300,
  peers: {
    tables: 'create table doctors (id integer);',
    files: [{ name: 'postgraphile.mjs', text: 'const preset = {};' }],
    agreements: new Map<string, { asked: number; alike: number } | string>([
      ['PostGraphile', { asked: 200, alike: 199 }],
      ['Platformatic DB', 'could not be installed: no network'],
    ]),
  },
};

const size = (doctors: number, loaded: number, rate: number): SizeCost => ({
  doctors,
  model: { load: 1, arrays: 11, heap: 1, operations: { [DOCTORS]: 20 } },
  start: 2,
  memory: { started: loaded, loaded },
  slices: new Map([[DOCTORS, slices(rate, rate)]]),
  swap: {
    failed: 0,
    stallBefore: 10,
    stall: 60,
    seconds: 3,
    memory: { before: loaded, most: 2 * loaded, after: loaded },
  },
});

const GROWTH: Results['growth'] = {
  sizes: [size(25_000, 100, 10_000), size(225_000, 180, 6_000)],
  rounds: 2,
  starts: { first: 12, second: 4 },
  reviews: 20,
};

const CIRCUMSTANCES = {
  machine: '2 × Some Processor',
  node: 'v24.0.0',
  measured: new Set(['limit', 'ours', 'peers', 'growth'] as const),
  minutes: 20,
  profile: false,
};

/** What a row of a table says, after its first cell. */
const restOf = (text: string, start: string) => lineOf(text, start).split(' | ').slice(1).join(' | ');
const lineOf = (text: string, start: string) =>
  text.split('\n').find((line) => line.startsWith(`| ${start}`))!;

describe('the report', () => {
  const results: Results = { throughput: THROUGHPUT, scale: undefined, growth: GROWTH };
  const text = report(results, CIRCUMSTANCES);

  it('gives ratios first, taken within each round', () => {
    // 0.4, 0.5 and 0.3 of the limit: not the ratio of the medians, which is a third.
    const row = text.slice(text.indexOf('## Against the limit'));
    expect(lineOf(row, DOCTORS)).toContain(`| ${DOCTORS} | **0.4** (0.3 – 0.5) | 1 | 10,000 | 100 |`);
  });

  it('says of each alternative how many times as fast the service is, and how many answers were alike', () => {
    expect(lineOf(text, 'PostGraphile')).toContain('**40** (30 – 40)');
    expect(lineOf(text, 'PostGraphile')).toContain('199 of 200');
    expect(lineOf(text, 'Platformatic DB')).toContain('could not be installed: no network');
  });

  it('says what is reached of what is aimed at', () => {
    expect(restOf(text, 'GET /doctors, of the limit')).toBe('at least 0.35 | **0.4** | yes |');
    expect(restOf(text, 'GET /doctors, times the fastest product')).toBe('at least 40 | **40** | yes |');
    expect(restOf(text, '304, throughput')).toBe('at least 1.3 | **1.5** | yes |');
    expect(restOf(text, 'throughput with 225,000 doctors')).toBe('at least 0.5 | **0.6** | yes |');
    expect(restOf(text, 'memory of a process per 100,000')).toBe('at most 50 | **40** | yes |');
    expect(restOf(text, 'longest stall')).toBe('at most 50 | **60** | no |');
  });

  it('leaves out what was not measured, and says so', () => {
    expect(text).toContain('Not measured in this run: scale.');
    expect(text).not.toContain('## Two processes');
    const growth = report({ ...results, throughput: undefined }, CIRCUMSTANCES);
    expect(growth).toContain('## Growth');
    expect(growth).not.toMatch(/## (Against|Capacity)|of the limit/);
  });

  it('leads to what stands in the way, when that is written', () => {
    expect(text).not.toContain('profile.md');
    expect(report(results, { ...CIRCUMSTANCES, profile: true })).toContain('[profile](profile.md)');
  });
});
