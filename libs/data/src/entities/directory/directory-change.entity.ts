import { CHANGE_OPS, CHANGE_TYPES, type ChangeOp, type ChangeType } from '@care-atlas/domain/records';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { BIGINT_AS_NUMBER, OneOf } from '../columns.js';

/** A change of a listed record, as the feed of changes returns it. */
@Entity('directory_change')
export class DirectoryChangeEntity {
  /** Given under the lock of the run: later changes are committed later. */
  @PrimaryColumn({ type: 'bigint', transformer: BIGINT_AS_NUMBER }) seq: number;

  /** The number of the dataset version. */
  @Column('bigint') version: string;

  @Column('text') @OneOf(CHANGE_TYPES) type: ChangeType;

  /** As the feed names the record. */
  @Column('text') key: string;

  @Column('text') @OneOf(CHANGE_OPS) op: ChangeOp;

  /** The clinic that answers for a merged one. */
  @Column('uuid', { nullable: true }) survivor: string | null;

  /** The members that differ, of a record that was updated. Without any, only its images differ: no list shows that. */
  @Column('text', { array: true }) fields: readonly string[];

  /**
   * What the record was before the change, as `RecordImage`; null if it was not listed. `"same"` if only the clock moves the
   * record into lists or out of them; `"erased"` if the record, or the clinic that it shows, was hidden since.
   */
  @Column('json', { nullable: true }) imageBefore: unknown;

  /** The same after the change. */
  @Column('json', { nullable: true }) imageAfter: unknown;

  /** The day as of which the image before is judged; null in changes of releases that stored no images. */
  @Column('date', { nullable: true }) beforeOn: string | null;
}

/** Where the feed of changes begins and ends: one row. */
@Entity('change_feed')
@Check('change_feed_single_check', 'single')
export class ChangeFeedEntity {
  @PrimaryColumn('boolean', { default: true }) single: boolean;

  /** The number of the last change. */
  @Column({ type: 'bigint', default: 0, transformer: BIGINT_AS_NUMBER }) last: number;

  /** Changes up to this number are no longer kept. */
  @Column({ type: 'bigint', default: 0, transformer: BIGINT_AS_NUMBER }) pruned: number;

  /** The number of the first dataset version after a sample that real data replaced; 0 if there was none. */
  @Column({ type: 'bigint', default: 0, transformer: BIGINT_AS_NUMBER }) realFrom: number;

  /** The day of the last version, from which the next one says what only the clock moved; null before there was one. */
  @Column('date', { nullable: true }) judgedOn: string | null;
}
