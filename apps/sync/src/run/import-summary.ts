import type { SyncChange, SyncCounts, SyncReject } from '@care-atlas/data/sync';
import { changeLines } from './change-text.js';

interface Counted {
  readonly reason: string;
  readonly rows: number;
}

/** What an import did; with `--json` it is printed as it is. */
export interface ImportSummary extends Omit<SyncCounts, 'read'> {
  readonly source: string;
  readonly file: string;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  readonly dryRun: boolean;
  readonly complete: boolean;
  /** Rows of the file. Each was created, updated, unchanged, left out or rejected. */
  readonly rows: number;
  readonly leftOut: readonly Counted[];
  /** Of rows that are used, though not all that they say could be kept. */
  readonly notes: readonly Counted[];
  /** The first 100 rejected rows. */
  readonly rejections: readonly SyncReject[];
  /** Where all of them are; null without any. */
  readonly rejectsFile: string | null;
  /** Why nothing expired or closed for being missing; null unless a rejected row prevented it. */
  readonly notice: string | null;
  /** The first changes, of a dry run only. */
  readonly differences: readonly SyncChange[];
  readonly seconds: number;
  /** The dataset version that the import made; null for a dry run. */
  readonly version: string | null;
  readonly runId: string | null;
}

const SHOWN_REJECTIONS = 10;
const SHOWN_HASH = 12;

/** Counts that are worth a line only when they are not nought. */
const EVENTS: readonly (readonly [keyof SyncCounts & keyof ImportSummary, string])[] = [
  ['expired', 'doctors expired'],
  ['unexpired', 'doctors came back'],
  ['opened', 'clinics made from practice addresses'],
  ['closed', 'clinics closed, or stations removed'],
  ['reopened', 'clinics open again'],
  ['kept', 'clinics kept open, because a listed doctor practises there'],
];

/**
 * The summary for a person, in lines.
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
  const did = dryRun ? 'Tried, and imported nothing:' : 'Imported';
  return [
    `${did} ${summary.source} from ${summary.file} (SHA-256 ${summary.sha256.slice(0, SHOWN_HASH)}…). Rows:`,
    ...counts.map(([count, what]) => `  ${String(count).padStart(width)} ${what}`),
    ...shown.map(({ line, reason }) => `    line ${line}: ${reason}`),
    ...(rejected > shown.length ? [`    and ${rejected - shown.length} more`] : []),
    ...(notice === null ? [] : [notice]),
    ...(dryRun ? differenceLines(summary.differences) : madeLines(summary, next)),
  ].join('\n');
}

function madeLines({ version, runId }: ImportSummary, next: string): string[] {
  return [
    `The dataset version is now ${version}; services that run take it up by themselves.`,
    `What changed, record by record: npm run sync -- diff ${runId?.slice(0, 8)}`,
    next,
  ];
}

function differenceLines(differences: readonly SyncChange[]): string[] {
  if (differences.length === 0) return ['Nothing would change.'];
  return [`The first ${differences.length} changes would be:`, ...differences.flatMap(changeLines)];
}
