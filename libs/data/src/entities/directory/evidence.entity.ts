import { type Fact, FACTS } from '@care-atlas/domain/records';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** The kinds of records that facts are about. */
export const EVIDENCE_RECORDS = ['clinic', 'service', 'doctor'] as const;
export type EvidenceRecordKind = (typeof EVIDENCE_RECORDS)[number];

/**
 * What a source says about a fact. A row is written when that changes, not when it is confirmed. Whether clinics accept
 * patients is in the observations, and what doctors had before in their records: only earlier releases write rows of them.
 */
@Entity('evidence')
export class EvidenceEntity {
  @PrimaryColumn('text') @OneOf(EVIDENCE_RECORDS) record: EvidenceRecordKind;

  /** The id of a clinic, or the ids of the clinic and the specialty of a service. */
  @PrimaryColumn('text') key: string;

  @PrimaryColumn('text') @OneOf(FACTS) field: Fact;

  /** As in the runs, e.g. "clinics". */
  @PrimaryColumn('text') source: string;

  /** Null if it no longer says anything. */
  @Column('jsonb', { nullable: true }) value: unknown;

  /** What the source said before; null if it never said anything else. */
  @Column('jsonb', { nullable: true }) previous: unknown;

  /**
   * When the source said so last; null while it is the source that described the record last, and says so: the record
   * has the time then. Of a live source: when a complete extract last confirmed it; null if none did.
   */
  @Column(TIME, { nullable: true }) observedAt: Date | null;

  /**
   * The time of the extract in which the source first said this value. Its data has no date for it: this is its
   * observation, unless a complete extract confirmed it. Null in a row of an earlier release, until the next import of the source.
   */
  @Column(TIME, { nullable: true }) since: Date | null;
}
