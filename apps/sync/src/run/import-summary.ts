import type { SyncChange, SyncCounts, SyncReject } from '@care-atlas/data/sync';
import { changeLines } from './change-lines.js';

interface ReasonCount {
  readonly reason: string;
  readonly rows: number;
}

/** What an import did. With `--json` it is printed as it is. */
export interface ImportSummary extends Omit<SyncCounts, 'read'> {
  readonly source: string;
  readonly file: string;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  readonly dryRun: boolean;
  readonly complete: boolean;
  /** The rows of the file. Each was created, updated, unchanged, left out or rejected. */
  readonly rows: number;
  /** Valid rows that the directory does not include. */
  readonly leftOut: readonly ReasonCount[];
  /** Rows that are used, but not completely. */
  readonly notes: readonly ReasonCount[];
  /** The first 100 rejected rows. */
  readonly rejections: readonly SyncReject[];
  /** The file with all rejected rows; null without any. */
  readonly rejectsFile: string | null;
  /** Why no missing record expired or closed; null unless a rejected row prevented it. */
  readonly notice: string | null;
  /** The first changes of a dry run. */
  readonly differences: readonly SyncChange[];
  readonly seconds: number;
  /** The dataset version that the import made; null for a dry run. */
  readonly version: string | null;
  readonly runId: string | null;
}

const SHOWN_REJECTIONS = 10;
const SHOWN_HASH = 12;

/** Counts that are shown only when they are not zero. */
const EVENTS: readonly (readonly [keyof SyncCounts & keyof ImportSummary, string])[] = [
  ['expired', 'doctors expired'],
  ['unexpired', 'doctors active again'],
  ['opened', 'clinics made from practice addresses'],
  ['closed', 'clinics closed, or stations removed'],
  ['reopened', 'clinics open again'],
  ['kept', 'clinics kept open because a listed doctor practices there'],
];

/**
 * Returns a summary as text.
 * @param next what to do after the import
 */
export function summaryText(summary: ImportSummary, next: string): string {
  const { leftOut, notes, rejected, rejections, rejectsFile, notice, dryRun } = summary;
  const counts: [number, string][] = [
    [summary.rows, 'read'],
    [summary.created, 'created'],
    [summary.updated, 'updated'],
    [summary.unchanged, 'unchanged'],
    ...leftOut.map(({ rows, reason }): [number, string] => [rows, `left out: ${reason}`]),
    [rejected, rejectsFile ? `rejected: see ${rejectsFile}` : 'rejected'],
    ...notes.map(({ rows, reason }): [number, string] => [rows, `with ${reason}`]),
    ...EVENTS.filter(([name]) => summary[name] !== 0).map(([name, what]): [number, string] => [
      summary[name],
      what,
    ]),
  ];
  const width = Math.max(...counts.map(([count]) => String(count).length));
  const shown = rejections.slice(0, SHOWN_REJECTIONS);
  const result = dryRun ? 'Dry run, nothing imported:' : 'Imported';
  return [
    `${result} ${summary.source} from ${summary.file} (SHA-256 ${summary.sha256.slice(0, SHOWN_HASH)}…). Rows:`,
    ...counts.map(([count, what]) => `  ${String(count).padStart(width)} ${what}`),
    ...shown.map(({ line, reason }) => `    line ${line}: ${reason}`),
    ...(rejected > shown.length ? [`    and ${rejected - shown.length} more`] : []),
    ...(notice === null ? [] : [notice]),
    ...(dryRun ? differenceLines(summary.differences) : versionLines(summary, next)),
  ].join('\n');
}

function versionLines({ version, runId }: ImportSummary, next: string): string[] {
  return [
    `The dataset version is now ${version}; running services load it automatically.`,
    `To see every change: npm run sync -- diff ${runId?.slice(0, 8)}`,
    next,
  ];
}

function differenceLines(differences: readonly SyncChange[]): string[] {
  if (differences.length === 0) return ['Nothing would change.'];
  return [`The first changes (${differences.length}) would be:`, ...differences.flatMap(changeLines)];
}
