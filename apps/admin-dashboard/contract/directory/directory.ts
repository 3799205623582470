import type { ClinicEvidence, FreshnessCounts } from '@care-atlas/domain/contract';
import type { Freshness } from '@care-atlas/domain/records';
import { Text, type Timestamp } from '../fields.js';

/** Doctors by freshness, and the percentage that the register has ever confirmed. */
export type FreshnessShare = Pick<FreshnessCounts, keyof FreshnessCounts>;

export interface DirectoryState {
  readonly version: string;
  readonly syncedAt: Timestamp;
  readonly doctors: number;
  readonly clinics: number;
  readonly acceptingNewPatients: number;
  readonly freshness: FreshnessShare;
  readonly register: RegisterState;
  /** Which clinics it has: none, only invented ones, or real ones. */
  readonly places: 'none' | 'sample' | 'real';
  /** Whether the shipped places can be imported: not without a folder of uploads, and not while it is done. */
  readonly openData: 'off' | 'ready' | 'running';
  /** Each dataset version of the last 90 days as of its creation, oldest first. */
  readonly history: readonly PastDirectory[];
}

export interface RegisterState {
  /** When the last complete run of the register finished; null if none has. */
  readonly lastCompleteRunAt: Timestamp | null;
  readonly freshDays: number;
  /** Whether the last complete run is older than `freshDays`. */
  readonly overdue: boolean;
}

export interface PastDirectory {
  readonly version: string;
  readonly at: Timestamp;
  /** The run that created the version; null for an empty directory, and for a newly measured accuracy. */
  readonly runId: string | null;
  readonly doctors: number;
  readonly clinics: number;
  readonly freshness: FreshnessShare;
}

/** Asks why a list has a record or not. */
export class ExplanationQuery {
  /** A list of GET /explain. */
  @Text(1, 20)
  list: string;

  @Text(1, 100)
  id: string;

  /** The query of the list, as an address has it; what comes before a question mark is ignored. */
  @Text(0, 8000, 'optional')
  query = '';
}

/** Asks for the evidence about a record. */
export class EvidenceQuery {
  /** A registration number, or the id of a clinic. */
  @Text(1, 100)
  id: string;
}

/** What sources say about the facts of a record. */
export type RecordEvidence = Pick<ClinicEvidence, 'evidence' | 'warnings'> & {
  /** The names of the clinics that are values, by id. */
  readonly names: Readonly<Record<string, string>>;
};

/** Every open clinic. */
export interface ClinicMap {
  readonly version: string;
  readonly clinics: readonly ClinicPoint[];
}

/** An array, to keep the answer small. `accepting` is null if unknown; `freshness` is that of the freshest doctor. */
export type ClinicPoint = readonly [
  id: string,
  name: string,
  lat: number,
  lng: number,
  accepting: boolean | null,
  /** Null if the clinic has no doctor. */
  freshness: Freshness | null,
];
