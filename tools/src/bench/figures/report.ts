import { digits, paragraph, table } from './markdown.js';
import type { Aim, DocumentName, Section, SectionReport } from '../section.js';

const TITLES: Readonly<Record<DocumentName, string>> = {
  reads: 'Benchmarks of reads',
  keys: 'Benchmark of the key check',
  imports: 'Benchmarks of imports',
  connector: 'Benchmark of the connector',
};
const INTRODUCTION = `\`npm run bench\` writes this document; \`npm run bench -- --help\` lists its sections, each of
which can run alone. Compare the ratios: everything in a table is measured in turns, in a different order each round, so
that a disturbance of the machine affects all of it alike. Ratios are taken within each round and shown as **median**
(minimum – maximum); other figures are medians. The load generator (wrk, 32 connections) and PostgreSQL share the cores
with the measured server, so rates are lower bounds. The kernel counts processor time per process, independently of
that.`;

/** Where and how a section was measured. */
export interface Circumstances {
  /** e.g. "2 × Some Processor, Node v24.0.0". */
  readonly machine: string;
  readonly date: string;
  readonly rounds: number;
  readonly minutes: number;
}

/** Renders a section as Markdown, with its aims first. */
export function sectionText({ title }: Section, report: SectionReport, circumstances: Circumstances): string {
  const { machine, date, rounds, minutes } = circumstances;
  const how = `Measured on ${date} in ${Math.ceil(minutes)} min, ${rounds === 1 ? '1 round' : `${rounds} rounds`}, on ${machine}.`;
  return [`## ${title}`, paragraph(how), ...aimsTable(report.aims ?? []), ...report.blocks].join('\n\n');
}

function aimsTable(aims: readonly Aim[]): string[] {
  if (aims.length === 0) return [];
  const rows = aims.map(({ what, bound, atMost, measured }) => {
    const reached = atMost ? measured <= bound : measured >= bound;
    const aim = `${atMost ? 'at most' : 'at least'} ${bound}`;
    return [what, aim, `**${digits(measured)}**`, reached ? 'yes' : 'no'];
  });
  return [table(['aim', 'bound', 'measured', 'reached'], rows)];
}

/**
 * Puts a section into its document and keeps the others as they are.
 * @param existing the document as it was; empty if there is none
 * @param order the names of all sections of the document
 */
export function updateDocument(
  existing: string,
  { name, document }: Section,
  text: string,
  order: readonly string[],
): string {
  const [, ...parts] = existing.split(/^<!-- section: (\w+) -->$/m);
  const sections = new Map<string, string>();
  for (let i = 0; i < parts.length; i += 2) sections.set(parts[i]!, parts[i + 1]!.trim());
  sections.set(name, text);
  const blocks = order
    .filter((each) => sections.has(each))
    .map((each) => `<!-- section: ${each} -->\n\n${sections.get(each)!}`);
  return `${[`# ${TITLES[document]}`, paragraph(INTRODUCTION), ...blocks].join('\n\n')}\n`;
}
