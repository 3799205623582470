import { rateRatios } from './rate-ratio.js';
import { ONE, type Scale, TWO } from '../scale.js';
import { spread, table } from '../table.js';
import { SLICE_COLUMNS, sliceCells } from './slice-cells.js';

/** One process against two. */
export function scaleSection(scale: Scale | undefined): string {
  if (!scale) return '';
  const { slices, store, rounds } = scale;
  const [one, two] = [slices.get(ONE)!, slices.get(TWO)!];
  const rows = [
    [ONE, '1', ...sliceCells(one)],
    [TWO, spread(rateRatios(two, one)), ...sliceCells(two)],
  ];
  const counting = store
    ? 'They count limits in one store that speaks the Redis protocol, in both cases.'
    : 'redis-server is not installed here: each process counts limits for itself, which two must not do in earnest.';
  return `## Two processes against one

GET /doctors, ${rounds} rounds, the generator with two threads in both cases, each of which asks one process.
${counting} What two processes reach is bounded by the cores that the generator and PostgreSQL leave them.

${table(['served by', 'of one process', ...SLICE_COLUMNS], rows)}
`;
}
