import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from '../columns.js';

/** Which process watches the deployment: one of several dashboards. There is one row. */
@Entity('health_watch')
@Check('health_watch_single_check', 'single')
export class HealthWatchEntity {
  @PrimaryColumn('boolean', { default: true }) single: boolean;
  @Column('uuid', { nullable: true }) holder: string | null;

  /** Then another process may take over. */
  @Column(TIME, { nullable: true }) heldUntil: Date | null;
}
