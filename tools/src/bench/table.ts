import { median } from './statistics.js';

type Cells = readonly (string | number)[];

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly Cells[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: Cells): string {
  return `| ${cells.join(' | ')} |`;
}

/** The median of several measurements, with the least and the most. */
export function spread(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return `**${digits(median(values))}** (${digits(Math.min(...values))} – ${digits(Math.max(...values))})`;
}

/** A number as a person reads it: whole from 100 on, with three digits that count from 1 on, and two below. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(Math.abs(value) >= 1 ? 3 : 2)));
}
