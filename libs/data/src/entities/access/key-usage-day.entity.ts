import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TIME } from '../columns.js';

/** How often a key was used within a day for an operation, with an outcome. It outlives the counts of the hours. */
@Entity('key_usage_day')
@Check('key_usage_day_requests_check', 'requests > 0')
@Index('key_usage_day_key_id_day_idx', ['keyId', 'day'])
export class KeyUsageDayEntity {
  /** The start of the day, UTC. */
  @PrimaryColumn(TIME) day: Date;

  /** As in `KeyUsageEntity`. */
  @PrimaryColumn('uuid') keyId: string;

  @PrimaryColumn('text') operation: string;
  @PrimaryColumn('smallint') status: number;
  @Column('bigint') requests: string;
}
