import type { ImportGuard, ImportSettings } from '@care-atlas/data/sync';
import type { EvidenceDays } from '@care-atlas/domain/rules';
import type { Excess, ReadLimits } from '../limits/read-limits.js';
import type { ImportSummary } from '../run/import-summary.js';

/** What a process shall do with one uploaded file. */
export interface Task {
  readonly kind: 'check' | 'import';
  /** The id of the job. */
  readonly id: string;
  /** How often the job had been lost when this worker got it: another worker gets it only with a higher count. */
  readonly losses: number;
  readonly databaseUrl: string;
  /** The name of its source. */
  readonly source: string;
  readonly path: string;
  readonly fileName: string;
  /** Where rejected rows go. */
  readonly rejects: string;
  readonly settings: ImportSettings;
  /** What was confirmed by name; null where nothing had to be. */
  readonly guard: ImportGuard | null;
  /** Who imports, for the audit. */
  readonly actor: string;
  readonly limits: ReadLimits;
  /** The days for which observations hold, for the report; by default those of the domain. */
  readonly evidenceDays: EvidenceDays | undefined;
  /** The process that gave the task: without it, nobody enforces the limits. */
  readonly parent: number;
}

/** How a task ended, as the process reports it. */
export type Report =
  | { readonly kind: 'checked'; readonly guard: ImportGuard | null; readonly summary: ImportSummary }
  | { readonly kind: 'imported'; readonly summary: ImportSummary }
  /** Another import runs. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The database cannot do its work at the moment. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** How a task ended, for the process that gave it. */
export type Outcome =
  | Report
  | ({ readonly kind: 'exceeded' } & Excess)
  /** The process ended without a report. */
  | { readonly kind: 'lost'; readonly how: string }
  /** It was stopped by the signal. */
  | { readonly kind: 'stopped' };

/** What the process sends: lines of progress, and at its end the report. */
export type Message = { readonly kind: 'progress'; readonly line: string } | Report;
