import { median } from './statistics.js';

type Cells = readonly (string | number)[];

/** Renders a table. */
export function table(head: readonly string[], rows: readonly Cells[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Breaks the text of a paragraph into lines of at most 120 characters. */
export function paragraph(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return words.replaceAll(/(.{1,120})(?: |$)/g, '$1\n').trimEnd();
}

/** Renders the median of several measurements with the minimum and the maximum. */
export function spread(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return `**${digits(median(values))}** (${digits(Math.min(...values))} – ${digits(Math.max(...values))})`;
}

/** Renders a number: whole from 100 on, with three significant digits from 1 on, and two below. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(Math.abs(value) >= 1 ? 3 : 2)));
}
