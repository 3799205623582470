import type { Agreement } from '../peers/agreement.js';
import { type Results, slicesOf } from '../results.js';
import { spread, table } from '../table.js';
import { LIMIT } from '../throughput/limit.js';
import { DOCTORS } from '../throughput/ours.js';
import { rateRatios } from './rate-ratio.js';
import { SLICE_COLUMNS, sliceCells } from './slice-cells.js';

/** What people might put on the same tables instead. */
export function peersSection(results: Results): string {
  const { throughput } = results;
  if (!throughput?.peers) return '';
  const { tables, files, agreements } = throughput.peers;
  const shown = throughput.measured.filter(
    ({ name, group }) => group === 'statements' || group === 'products' || name === DOCTORS,
  );
  const rows = shown.map(({ name, slices }) => {
    const times = name === DOCTORS ? '1' : spread(rateRatios(slicesOf(results, DOCTORS), slices));
    return [
      name,
      times,
      spread(rateRatios(slices, slicesOf(results, LIMIT))),
      alike(agreements.get(name)),
      ...sliceCells(slices),
    ];
  });
  const absent = [...agreements].flatMap(([name, found]) =>
    typeof found === 'string' ? [[name, found]] : [],
  );
  return `## Against alternatives

The same question on the same data in the same PostgreSQL: the filters of GET /doctors, the exact total, 25 doctors
with their clinic. The alternatives get tables made for the question: the clinic's facts copied to the doctor, years
of practice as a number, the order of lists as the id, indexes on what is filtered. They check no key, count no
limits and validate nothing, which is in their favour. The tuned statement even finds its items stored as they are
sent. "As ours" counts how many of some queries were answered with the same total and the same doctors in the same
order, before anything was measured.

${table(['server', 'GET /doctors is … times as fast', 'of the limit', 'as ours', ...SLICE_COLUMNS], rows)}
${absent.length > 0 ? `\n${table(['not measured', 'why'], absent)}\n` : ''}
<details><summary>Their tables and configurations</summary>

\`\`\`sql
${tables}
\`\`\`

${files.map(({ name, text }) => `\`tools/peers/${name}\`\n\n\`\`\`${name.endsWith('json') ? 'json' : 'js'}\n${text}\n\`\`\``).join('\n\n')}

</details>
`;
}

function alike(found: Agreement | string | undefined): string {
  return typeof found === 'object' ? `${found.alike} of ${found.asked}` : '–';
}
