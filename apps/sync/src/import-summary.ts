import type { Rejection } from './tally.js';

/** What an import did; with `--json` it is printed as it is. */
export interface ImportSummary {
  readonly source: string;
  readonly file: string;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  /** Rows of the file. Each was created, updated, unchanged, left out or rejected. */
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly leftOut: readonly { readonly reason: string; readonly rows: number }[];
  readonly rejected: number;
  /** The first 100 rejected rows. */
  readonly rejections: readonly Rejection[];
  /** The dataset version that the import made. */
  readonly version: string;
  readonly runId: string;
}

const SHOWN_REJECTIONS = 10;
const SHOWN_HASH = 12;

/** The summary for a person, in lines. */
export function summaryText(summary: ImportSummary, next: string): string {
  const { created, updated, unchanged, leftOut, rejected, rejections } = summary;
  const counts: [number, string][] = [
    [summary.rows, 'read'],
    [created, 'created'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    ...leftOut.map(({ rows, reason }): [number, string] => [rows, `left out: ${reason}`]),
    [rejected, 'rejected'],
  ];
  const width = Math.max(...counts.map(([count]) => String(count).length));
  const shown = rejections.slice(0, SHOWN_REJECTIONS);
  return [
    `Imported ${summary.source} from ${summary.file} (SHA-256 ${summary.sha256.slice(0, SHOWN_HASH)}…). Rows:`,
    ...counts.map(([count, what]) => `  ${String(count).padStart(width)} ${what}`),
    ...shown.map(({ line, reason }) => `    line ${line}: ${reason}`),
    ...(rejected > shown.length ? [`    and ${rejected - shown.length} more`] : []),
    `The dataset version is now ${summary.version}; services that run take it up by themselves.`,
    next,
  ].join('\n');
}
