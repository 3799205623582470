import { type Results, slicesOf } from '../results.js';
import { spread, table } from '../table.js';
import { LIMIT } from '../throughput/limit.js';
import { DOCTORS } from '../throughput/ours.js';
import { rateRatios } from './rate-ratio.js';
import { SLICE_COLUMNS, sliceCells } from './slice-cells.js';

/** The limit and what the service reaches of it. */
export function throughputSection(results: Results): string {
  const { throughput } = results;
  if (!throughput) return '';
  const { rounds, queries, doctors, size, memory } = throughput;
  const rows = throughput.measured
    .filter(({ group }) => group === 'limit' || group === 'ours')
    .map(({ name, slices }) => {
      const ratio = (other: string) =>
        name === other ? '1' : spread(rateRatios(slices, slicesOf(results, other)));
      return [name, ratio(LIMIT), ratio(DOCTORS), ...sliceCells(slices)];
    });
  return `## Against the limit

The limit is \`node:http\` answering ${size} constant bytes, the average size of a body of GET /doctors, to the very
requests that the service is sent. Constant Fastify and Nest show what the framework takes; "Directory alone", what
reading the query and answering it takes without anything around it. Everything of ours runs as it is shipped, as
processes of their own: key check against PostgreSQL, validation, all headers, and limits that are counted, but so
high that nobody is refused. GET /doctors is asked at random among ${queries} different queries over ${doctors}
doctors, as are the other lists, GET /doctors/{cpso} for as many doctors, and the connector's tool search_doctors over
HTTP. "304" are clients that hold the answer already. Medians of ${rounds} rounds; ratios are taken within each round
(least – most).

${table(['server', 'of the limit', 'of GET /doctors', ...SLICE_COLUMNS], rows)}

After all of it the API held ${Math.round(memory)} MB of resident memory.
`;
}
