import {
  CORRECTION_KINDS,
  CORRECTION_SUBJECTS,
  type CorrectionKind,
  type CorrectionSubject,
  REASON_LENGTH,
} from '@care-atlas/domain/records';
import {
  AnyObject,
  Instant,
  OneOf,
  type Page,
  PageQuery,
  SearchText,
  Text,
  type Timestamp,
  WholeNumber,
} from '../fields.js';
import type { ImportState } from '../imports/imports.js';

/** `due`: ends within 14 days. `settled`: the sources now say the same. Both apply. */
export const CORRECTION_STATES = ['active', 'due', 'settled', 'ended'] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];

/** Selects corrections; `text` is part of the record, its name, the values, the reason or a person. */
export class CorrectionQuery extends PageQuery {
  @OneOf(CORRECTION_STATES)
  state?: CorrectionState;

  @OneOf(CORRECTION_KINDS)
  kind?: CorrectionKind;

  @OneOf(CORRECTION_SUBJECTS)
  record?: CorrectionSubject;

  /** A column of the import that is corrected. */
  @SearchText()
  field?: string;

  /** Who made it. */
  @SearchText()
  by?: string;

  @SearchText()
  text?: string;
}

/** Newest first. */
export interface CorrectionList extends Page {
  readonly corrections: readonly Correction[];
  /** Everybody who made one. */
  readonly people: readonly string[];
  /** What is not carried out yet, or failed in the last days, newest first. */
  readonly decisions: readonly DecisionJob[];
}

export interface Correction {
  readonly id: number;
  readonly kind: CorrectionKind;
  readonly record: CorrectionSubject;
  /** The registration number of a doctor, or the id of a clinic or a review. */
  readonly key: string;
  readonly name: string;
  /** What the operator gave, by column of the import; of a merge the survivor, as `into`; of `apart` the other clinic, as `from`; of `reply` the `text`. */
  readonly given: Readonly<Record<string, string>>;
  /** The name of that other clinic; otherwise empty. */
  readonly otherName: string;
  readonly why: string;
  readonly madeBy: string;
  readonly madeAt: Timestamp;
  readonly until: Timestamp | null;
  readonly endedAt: Timestamp | null;
  /** Who withdrew it, and why; empty if nobody did. */
  readonly endedBy: string;
  readonly endedWhy: string;
  readonly isActive: boolean;
  readonly isDue: boolean;
  readonly isSettled: boolean;
}

/** A correction to make, or one to withdraw, and where that stands. */
export interface DecisionJob {
  readonly id: string;
  readonly state: ImportState;
  /** The correction to withdraw; null for one to make. */
  readonly withdraws: number | null;
  /** Of one to withdraw, `correct` and empty. */
  readonly kind: CorrectionKind;
  readonly record: CorrectionSubject;
  readonly key: string;
  /** The name of a doctor or clinic; empty of a review, and where the directory has no such record. */
  readonly name: string;
  readonly given: Readonly<Record<string, string>>;
  readonly why: string;
  readonly by: string;
  readonly at: Timestamp;
  /** What is being done; otherwise empty. */
  readonly progress: string;
  /** Why it failed, or of one that is done what it could not do; otherwise empty. */
  readonly reason: string;
}

/** A correction to make. The worker checks the values as an import does. */
export class NewCorrection {
  @OneOf(CORRECTION_KINDS, 'required')
  kind: CorrectionKind;

  @OneOf(CORRECTION_SUBJECTS, 'required')
  record: CorrectionSubject;

  @Text(1, 100)
  key: string;

  /** By column of the import; see Correction. */
  @AnyObject('optional')
  given: Record<string, string> = {};

  @Text(1, REASON_LENGTH)
  why: string;

  /** The last day, or a time on it: it ends at the end of that day in Toronto. */
  @Instant()
  until?: string;
}

export class Withdrawal {
  @WholeNumber('required', 1, 1_000_000_000)
  withdraws: number;

  @Text(1, REASON_LENGTH)
  why: string;
}

export const DUPLICATE_REASON_NAMES = [
  'address',
  'codes',
  'near',
  'phone',
  'website',
  'area',
  'beside',
  'street',
  'name',
] as const;
export type DuplicateReasonName = (typeof DUPLICATE_REASON_NAMES)[number];

/** What may be missing until it is certain that two clinics are one. */
export const DUPLICATE_GAP_NAMES = ['address', 'distance', 'phone', 'name'] as const;
export type DuplicateGapName = (typeof DUPLICATE_GAP_NAMES)[number];

/** That of the pair with most reasons first. */
export interface DuplicateList extends Page {
  readonly clusters: readonly DuplicateCluster[];
}

/** Clinics that are likely the same, each with at least one other of them. */
export interface DuplicateCluster {
  readonly clinics: readonly DuplicateClinic[];
  readonly pairs: readonly DuplicatePair[];
}

/** Two clinics that are likely the same. */
export interface DuplicatePair {
  /** Their ids. */
  readonly clinics: readonly [string, string];
  readonly reasons: readonly DuplicateReasonName[];
  /** The source that lists both, so that nothing joins them but a decision; null if there is none. */
  readonly listedBy: string | null;
  /** What would join them without a decision if no source listed both: alternatives, each of what is needed together. */
  readonly missing: readonly (readonly DuplicateGapName[])[];
  /** Null where a position is only that of a postal area. */
  readonly metres: number | null;
}

export interface DuplicateClinic {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly website: string;
  /** What the clinic comes from, e.g. "register". */
  readonly origin: string;
  /** The source that described it last, e.g. "clinics", and the time of its extract; empty and null where that is not known. */
  readonly source: string;
  readonly extractedAt: Timestamp | null;
  /** Null while the interface does not have the clinic. */
  readonly doctorCount: number | null;
  /** The first of its doctors. */
  readonly doctors: readonly string[];
}
