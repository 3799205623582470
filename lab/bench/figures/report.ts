import { cpus } from 'node:os';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';
import { digits, paragraph, table } from './markdown.js';

/** Renders the document of a section: the circumstances of the run, the aims, and the results. */
export function documentText(
  { name, title }: Section,
  { aims = [], blocks }: SectionReport,
  { rounds }: Pick<BenchRun, 'rounds'>,
): string {
  const circumstances = `\`npm run bench -- ${name}\` wrote this page on ${new Date().toISOString().slice(0, 10)} with
    ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node
    ${process.version}. [How it measures](README.md#method).`;
  const head = ['aim', 'bound', 'measured', 'reached'];
  const reached = aims.length > 0 ? [table(head, aims.map(aimCells))] : [];
  return `${[`# ${title}`, paragraph(circumstances), ...reached, ...blocks].join('\n\n')}\n`;
}

function aimCells({ what, bound, atMost, measured }: Aim): string[] {
  const isReached = atMost ? measured <= bound : measured >= bound;
  return [
    what,
    `${atMost ? 'at most' : 'at least'} ${bound}`,
    `**${digits(measured)}**`,
    isReached ? 'yes' : 'no',
  ];
}
