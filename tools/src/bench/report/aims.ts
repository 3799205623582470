import type { Slice } from '../load.js';
import { type Results, slicesOf } from '../results.js';
import { median, ratios } from '../statistics.js';
import { digits, table } from '../table.js';
import { LIMIT } from '../throughput/limit.js';
import { DOCTORS, HELD } from '../throughput/ours.js';
import { growthRatio, memoryPer100k } from './growth-section.js';

/** Something that the service is meant to reach. */
interface Aim {
  readonly what: string;
  readonly bound: number;
  readonly atMost?: true;
  /** Undefined when it was not measured in this run. */
  readonly measured: number | undefined;
}

/** What is aimed at, and what was reached. */
export function aimsSection(results: Results): string {
  const rows = aims(results).flatMap(({ what, bound, atMost, measured }) => {
    if (measured === undefined || Number.isNaN(measured)) return [];
    const met = atMost ? measured <= bound : measured >= bound;
    return [
      [what, `${atMost ? 'at most' : 'at least'} ${bound}`, `**${digits(measured)}**`, met ? 'yes' : 'no'],
    ];
  });
  if (rows.length === 0) return '';
  return `## What is aimed at

${table(['what', 'aim', 'measured', 'reached'], rows)}
`;
}

const rate = ({ rate: value }: Slice) => value;
const cpu = ({ cpu: value }: Slice) => value;

function aims(results: Results): Aim[] {
  const { throughput, growth } = results;
  const ratio = (name: string, other: string, pick: (slice: Slice) => number) => {
    const [slices, others] = [slicesOf(results, name), slicesOf(results, other)];
    if (slices.length === 0 || others.length === 0) return undefined;
    return median(ratios(slices.map(pick), others.map(pick)));
  };
  const products = throughput?.measured.filter(({ group }) => group === 'products');
  const leads = products?.map(({ name }) => ratio(DOCTORS, name, rate) ?? Number.NaN) ?? [];
  const last = growth?.sizes.at(-1);
  const worst = growth && Math.max(...growth.sizes.map(({ swap }) => swap.stall));
  return [
    { what: 'GET /doctors, of the limit', bound: 0.35, measured: ratio(DOCTORS, LIMIT, rate) },
    {
      what: 'GET /doctors, times the fastest product on the same tables',
      bound: 40,
      measured: leads.length > 0 ? Math.min(...leads) : undefined,
    },
    {
      what: 'GET /doctors, p99 at 32 connections, times that of the limit',
      bound: 3,
      atMost: true,
      measured: ratio(DOCTORS, LIMIT, ({ p99 }) => p99),
    },
    {
      what: 'GET /doctors/search, server CPU, times that of GET /doctors',
      bound: 1.5,
      atMost: true,
      measured: ratio('GET /doctors/search', DOCTORS, cpu),
    },
    {
      what: 'GET /clinics by distance, server CPU, times that of GET /doctors',
      bound: 1.5,
      atMost: true,
      measured: ratio('GET /clinics by distance', DOCTORS, cpu),
    },
    { what: '304, throughput, times that of 200', bound: 1.3, measured: ratio(HELD, DOCTORS, rate) },
    {
      what: `throughput with ${last?.doctors.toLocaleString('en')} doctors, of that with the first size`,
      bound: 0.5,
      measured: growth && growth.sizes.length > 1 ? growthRatio(growth) : undefined,
    },
    {
      what: 'memory of a process per 100,000 doctors more, without reviews of theirs, outside a swap, MB',
      bound: 50,
      atMost: true,
      measured: growth && growth.sizes.length > 1 ? memoryPer100k(growth) : undefined,
    },
    { what: 'longest stall in a swap under load, any size, ms', bound: 50, atMost: true, measured: worst },
  ];
}
