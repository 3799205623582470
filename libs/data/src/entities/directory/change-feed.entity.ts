import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { BIGINT_AS_NUMBER } from '../columns.js';

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
