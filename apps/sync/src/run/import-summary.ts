import type {
  NamedChange,
  RemovedSample,
  RunReport,
  SyncCounts,
  SyncReject,
  SyncResult,
} from '@care-atlas/data/sync';
import { shortened } from '../rows/clean-text.js';
import type { UnknownColumn } from '../rows/columns.js';
import { firstChangeLines, versionLines } from './change-lines.js';
import { leftOutText, reportLines } from './report-lines.js';

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
  /** The map or profile that the columns were read with. */
  readonly map: string | null;
  /** The time of the extract, ISO 8601. */
  readonly extractedAt: string;
  /** Whether the same file was imported before, and no time was stated: it confirms nothing since then. */
  readonly repeats: boolean;
  /** The rows of the file. Each was created, updated, unchanged, waiting, left out or rejected. */
  readonly rows: number;
  /** Valid rows that the directory does not include. */
  readonly leftOut: readonly ReasonCount[];
  /** Columns of the file that are ignored, because the source does not have them. */
  readonly unknownColumns: readonly UnknownColumn[];
  /** Rows that are used, but not completely. */
  readonly notes: readonly (ReasonCount & {
    /** The first different ones, where the reason alone does not say what was done. */
    readonly examples?: readonly string[];
  })[];
  /** The first 100 rejected rows. */
  readonly rejections: readonly SyncReject[];
  /** The number of rows of which bad values were left out. */
  readonly noted: number;
  /** The first 100 of them. */
  readonly fieldNotes: readonly SyncReject[];
  /** The file with all rejected rows and rows with notes; null without any. */
  readonly rejectsFile: string | null;
  /** Why no missing record expired or closed; null unless a rejected row prevented it. */
  readonly notice: string | null;
  /** The sample records that were removed (`--replace-sample`); null without any. */
  readonly removedSample: RemovedSample | null;
  /** What changed by field, what expired, and what was left out. */
  readonly report: RunReport;
  /** What the directory has none of after the import. */
  readonly lacks: SyncResult['lacks'];
  /** The first changes of a dry run. */
  readonly differences: readonly NamedChange[];
  /** The number of all changes. */
  readonly changed: number;
  readonly seconds: number;
  /** The dataset version that the import made; null for a dry run. */
  readonly version: string | null;
  readonly runId: string | null;
}

const SHOWN_REJECTIONS = 10;
/** A reason may list more than a hundred accepted words; the rejects file has all. */
const SHOWN_CHARACTERS = 400;
const SHOWN_HASH = 12;
const SHOWN_COLUMNS = 20;

/** Counts that are shown only when they are not zero. */
const EVENTS: readonly (readonly [keyof SyncCounts & keyof ImportSummary, one: string, many: string])[] = [
  ['expired', 'doctor expired', 'doctors expired'],
  ['unexpired', 'doctor active again', 'doctors active again'],
  ['opened', 'clinic made from a practice address', 'clinics made from practice addresses'],
  ['closed', 'clinic closed', 'clinics closed'],
  ['reopened', 'clinic open again', 'clinics open again'],
  [
    'kept',
    'clinic kept open because a listed doctor practices there',
    'clinics kept open because a listed doctor practices there',
  ],
  [
    'matched',
    'from an earlier import found its doctor or clinic',
    'from earlier imports found their doctor or clinic',
  ],
];
/** What the runs of stations count as closed. */
const STATIONS_CLOSED = ['station removed', 'stations removed'] as const;

/** What to do after an import. */
interface NextSteps {
  readonly next: string | ((summary: ImportSummary) => string);
  /** The command that imports the corrected rejects file. */
  readonly mending?: string | undefined;
}

/** Returns a summary as text. */
export function summaryText(summary: ImportSummary, { next, mending }: NextSteps): string {
  const { notes, waiting, rejected, rejections, noted, fieldNotes, rejectsFile, notice, dryRun } = summary;
  const { removedSample: sample, report } = summary;
  const leftOut = report.leftOut ?? summary.leftOut;
  const counts: [number, string, ...string[]][] = [
    [summary.rows, 'read'],
    [summary.created, 'created'],
    [summary.updated, 'updated'],
    [summary.unchanged, 'unchanged'],
    ...leftOut.map((left): [number, string] => [left.rows, `left out: ${leftOutText(left)}`]),
    ...(waiting > 0 ? [[waiting, 'wait for their doctor or clinic'] as [number, string]] : []),
    [rejected, rejected > 0 && rejectsFile ? `rejected: see ${rejectsFile}` : 'rejected'],
    ...(noted > 0 ? [[noted, `with values that were left out: see ${rejectsFile}`] as [number, string]] : []),
    ...notes.map(({ rows, reason, examples = [] }): [number, string, ...string[]] => [
      rows,
      `with ${reason}`,
      ...exampleLines(examples, rows),
    ]),
    ...EVENTS.filter(([name]) => summary[name] !== 0).map(([name, ...nouns]): [number, string] => {
      const [one, many] = name === 'closed' && summary.source === 'stations' ? STATIONS_CLOSED : nouns;
      return [summary[name], summary[name] === 1 ? one : many];
    }),
  ];
  const width = Math.max(...counts.map(([count]) => String(count).length));
  const result = dryRun ? 'Dry run, nothing imported:' : 'Imported';
  return [
    `${result} ${summary.source} from ${summary.file} (SHA-256 ${summary.sha256.slice(0, SHOWN_HASH)}…). Rows:`,
    ...counts.flatMap(([count, what, ...more]) => [`  ${String(count).padStart(width)} ${what}`, ...more]),
    ...rejectLines(rejections, rejected),
    ...rejectLines(fieldNotes, noted),
    ...(mending === undefined ? [] : [`Correct the values in that file, and import it: ${mending}`]),
    ...(sample
      ? [
          `${dryRun ? 'Would remove' : 'Removed'} sample data: ${sample.doctors} doctors and ${sample.clinics} clinics.`,
        ]
      : []),
    ...(notice === null ? [] : [notice]),
    ...unknownLines(summary.unknownColumns),
    ...(dryRun
      ? differenceLines(summary)
      : [...versionLines(summary), typeof next === 'string' ? next : next(summary)].filter(Boolean)),
    // The counts have them with their reasons.
    ...reportLines({ ...report, leftOut: [] }),
  ].join('\n');
}

/** Returns the first different examples of a note, and the number of its other rows. */
function exampleLines(examples: readonly string[], rows: number): string[] {
  const shown = examples.slice(0, SHOWN_REJECTIONS);
  return [
    ...shown.map((example) => `    ${example}`),
    ...(shown.length > 0 && rows > shown.length ? [`    and ${rows - shown.length} more`] : []),
  ];
}

/** Returns a reason, or its beginning, for a line of a message. */
export function shortReason(reason: string): string {
  return shortened(reason, SHOWN_CHARACTERS);
}

/** Returns the first rows and the number of the others. */
export function rejectLines(rejects: readonly SyncReject[], count: number): string[] {
  const shown = rejects.slice(0, SHOWN_REJECTIONS);
  return [
    ...shown.map(({ line, reason }) => `    line ${line ?? '?'}: ${shortReason(reason)}`),
    ...(count > shown.length && shown.length > 0 ? [`    and ${count - shown.length} more`] : []),
  ];
}

function unknownLines(columns: readonly UnknownColumn[]): string[] {
  const names = columns.map(({ column, nearest }) =>
    nearest ? `${column} (did you mean ${nearest}?)` : column,
  );
  const more = names.length > SHOWN_COLUMNS ? ` and ${names.length - SHOWN_COLUMNS} more` : '';
  return names.length === 0
    ? []
    : [`Unknown columns, which were ignored: ${names.slice(0, SHOWN_COLUMNS).join(', ')}${more}.`];
}

function differenceLines(summary: ImportSummary): string[] {
  const { differences, source } = summary;
  if (differences.length === 0) return ['Nothing would change.'];
  return [`The first changes (${differences.length}) would be:`, ...firstChangeLines(summary, source)];
}
