import type { Slice } from '../load.js';
import { type Results, slicesOf } from '../results.js';
import { median } from '../statistics.js';
import { digits, spread, table } from '../table.js';
import type { Group } from '../throughput/contestant.js';
import { LIMIT } from '../throughput/limit.js';
import { DOCTORS } from '../throughput/ours.js';
import type { Measured, Throughput } from '../throughput/throughput.js';
import { rateRatios } from './rate-ratio.js';

const HEAD = [
  'answers/s',
  'server CPU, µs per answer',
  'PostgreSQL CPU, µs per answer',
  'p50 / p99, ms',
  'bytes',
];

/** The limit and what the service reaches of it. */
export function throughputSection(results: Results): string {
  const { throughput } = results;
  if (!throughput) return '';
  const { rounds, queries, doctors, size, memory } = throughput;
  const rows = of(throughput, ['limit', 'ours']).map(({ name, slices }) => {
    const ratio = name === LIMIT ? '1' : ofLimit(results, name);
    return [name, ratio, toDoctors(results, name), ...cells(slices)];
  });
  return `## Against the limit

The limit is \`node:http\` answering ${size} constant bytes, the average size of a body of GET /doctors, to the very requests that
the service is sent. Constant Fastify and Nest show what the framework takes. Everything of ours runs as it is shipped,
as processes of their own: key check against PostgreSQL, validation, limits, all headers. GET /doctors is asked at random
among ${queries} different queries over ${doctors} doctors, as are the other lists, GET /doctors/{cpso} for as many doctors, and
the connector's tool search_doctors over HTTP. "304" are clients that hold the answer already. Medians of ${rounds} rounds; ratios are taken
within each round (least – most).

${table(['server', 'of the limit', 'of GET /doctors', ...HEAD], rows)}

After all of it the API held ${Math.round(memory)} MB of resident memory.
`;
}

/** What people might put on the same tables instead. */
export function peersSection(results: Results): string {
  const { throughput } = results;
  if (!throughput?.peers) return '';
  const { tables, files, agreements } = throughput.peers;
  const reference = of(throughput, ['ours']).find(({ name }) => name === DOCTORS)!;
  const rows = [reference, ...of(throughput, ['peers'])].map(({ name, slices }) => {
    const times = name === DOCTORS ? '1' : spread(rateRatios(slicesOf(results, DOCTORS), slices));
    return [name, times, ofLimit(results, name), alike(agreements.get(name)), ...cells(slices)];
  });
  const absent = [...agreements].flatMap(([name, found]) =>
    typeof found === 'string' ? [[name, found]] : [],
  );
  return `## Against alternatives

The same question on the same data in the same PostgreSQL: the filters of GET /doctors, the exact total, 25 doctors with their
clinic. The alternatives get tables made for the question: the clinic's facts copied to the doctor, years of
practice as a number, the order of lists as the id, indexes on what is filtered. They check no key, count no limits and
validate nothing, which is in their favour. The tuned statement even finds its items stored as they are sent. "As ours"
counts how many of some queries were answered with the same total and the same doctors in the same order, before anything was measured.

${table(['server', 'GET /doctors is … times as fast', 'of the limit', 'as ours', ...HEAD], rows)}
${absent.length > 0 ? `\n${table(['not measured', 'why'], absent)}\n` : ''}
<details><summary>Their tables and configurations</summary>

\`\`\`sql
${tables}
\`\`\`

${files.map(({ name, text }) => `\`tools/peers/${name}\`\n\n\`\`\`${name.endsWith('json') ? 'json' : 'js'}\n${text}\n\`\`\``).join('\n\n')}

</details>
`;
}

function of({ measured }: Throughput, groups: readonly Group[]): readonly Measured[] {
  return measured.filter(({ group }) => groups.includes(group));
}

function ofLimit(results: Results, name: string): string {
  return spread(rateRatios(slicesOf(results, name), slicesOf(results, LIMIT)));
}

function toDoctors(results: Results, name: string): string {
  return name === DOCTORS ? '1' : spread(rateRatios(slicesOf(results, name), slicesOf(results, DOCTORS)));
}

function alike(found: { readonly asked: number; readonly alike: number } | string | undefined): string {
  return typeof found === 'object' ? `${found.alike} of ${found.asked}` : '–';
}

/** What a row shows of slices, after its ratios. */
export function cells(slices: readonly Slice[]): string[] {
  const middle = (pick: (slice: Slice) => number) => digits(median(slices.map(pick)));
  return [
    middle(({ rate }) => rate),
    middle(({ cpu }) => cpu),
    middle(({ database }) => database),
    `${middle(({ p50 }) => p50)} / ${middle(({ p99 }) => p99)}`,
    middle(({ bytes }) => bytes),
  ];
}
