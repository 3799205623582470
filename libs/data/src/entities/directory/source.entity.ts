import { EVIDENCE_METHODS, type EvidenceMethod } from '@care-atlas/domain/records';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** What an operator states about a source. A null fact is that of the shipped data, if it has one. */
@Entity('source')
export class SourceEntity {
  /** As in the runs, e.g. "register". */
  @PrimaryColumn('text') name: string;

  @Column('text', { nullable: true }) publisher: string | null;
  @Column('text', { nullable: true }) licence: string | null;
  @Column('text', { nullable: true }) attribution: string | null;

  /** How it observes what its data does not say the method of. */
  @Column('text', { nullable: true }) @OneOf(EVIDENCE_METHODS) method: EvidenceMethod | null;

  /** Whether each complete extract confirms what the source says without a date: somebody keeps it current. */
  @Column('boolean', { default: false }) confirms: boolean;

  /** When an operator had it forgotten; what was imported before is not in the directory. */
  @Column(TIME, { nullable: true }) forgottenAt: Date | null;

  /** Whether the directory may serve what comes from it. */
  @Column('boolean', { default: true }) redistributable: boolean;
}
