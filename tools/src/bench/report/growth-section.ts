import type { Growth, SizeCost } from '../growth/growth.js';
import { median } from '../statistics.js';
import { digits, spread, table } from '../table.js';
import { rateRatios } from './rate-ratio.js';
import { SLICE_COLUMNS, sliceCells } from './slice-cells.js';

/** Megabytes of resident memory that a process under load, outside a swap, holds for every 100,000 doctors more. */
export function memoryPer100k({ sizes }: Growth): number {
  const [first, last] = [sizes[0]!, sizes.at(-1)!];
  // Of a single size, all that it holds.
  if (first === last) return (last.memory.loaded / last.doctors) * 100_000;
  return ((last.memory.loaded - first.memory.loaded) / (last.doctors - first.doctors)) * 100_000;
}

/** What growing costs. */
export function growthSection(growth: Growth | undefined): string {
  if (!growth) return '';
  const { sizes, rounds, starts } = growth;
  const [first] = sizes as [SizeCost, ...SizeCost[]];
  const kinds = Object.keys(first.model.operations);
  const head = sizes.map(({ doctors }) => `${doctors.toLocaleString('en')} doctors`);
  const asked = [...first.slices.keys()];
  const throughput = asked.flatMap((name) =>
    sizes.map(({ doctors, slices }) => [
      name,
      doctors.toLocaleString('en'),
      doctors === first.doctors ? '1' : spread(rateRatios(slices.get(name)!, first.slices.get(name)!)),
      ...sliceCells(slices.get(name)!),
    ]),
  );
  const row = (what: string, pick: (size: SizeCost) => number) => [
    what,
    ...sizes.map((size) => digits(pick(size))),
  ];
  return `## Growth

The larger directories hold the first one several times over under other numbers: doctors, clinics with their hours,
and services. The reviews are those of the first one in all of them, about five for each of its doctors, and take
${digits(growth.reviews)} MB there. All sizes were served side by side; ${rounds} rounds, ratios within each.

${table(['asked', 'doctors', 'of the first size', ...SLICE_COLUMNS], throughput)}

Inside the process, without HTTP: processor time of one operation of \`Directory\` on random queries, microseconds.

${table(
  ['operation', ...head],
  kinds.map((kind) => row(kind, ({ model }) => model.operations[kind]!)),
)}

${table(
  ['start, memory, new versions', ...head],
  [
    row('the read model loaded from PostgreSQL, s', ({ model }) => model.load),
    row('API, from start to listening, s', ({ start }) => start),
    row('columns of the read model, outside the heap, MB', ({ model }) => model.arrays),
    row('what else of it is on the heap, MB', ({ model }) => model.heap),
    row('API, resident when it listens, MB', ({ memory }) => memory.started),
    row('API, resident after the load, MB', ({ memory }) => memory.loaded),
    row('API, resident at most during a swap, MB', ({ swap }) => swap.memory.most),
    row(
      'longest stall of the event loop under the same load without a swap, ms',
      ({ swap }) => swap.stallBefore,
    ),
    row('longest stall of the event loop in a swap under load, ms', ({ swap }) => swap.stall),
    row('requests that failed during a swap', ({ swap }) => swap.failed),
    row('from a new version until it is served, under load, s', ({ swap }) => swap.seconds),
  ],
)}

A process holds ${digits(memoryPer100k(growth))} MB for every 100,000 doctors more, without reviews of theirs. The whole product, from the
command to the first answer: ${starts.first.toFixed(1)} s the first time, when it makes the database and loads the
sample, ${starts.second.toFixed(1)} s after that.
`;
}

/** The throughput of the largest size over that of the first, GET /doctors. */
export function growthRatio({ sizes }: Growth): number {
  const [name] = [...sizes[0]!.slices.keys()];
  return median(rateRatios(sizes.at(-1)!.slices.get(name!)!, sizes[0]!.slices.get(name!)!));
}
