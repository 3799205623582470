import { HEALTH_COMPONENTS, type HealthComponent } from '@care-atlas/domain/access';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** A time in which a component was degraded or down. */
@Entity('health_incident')
export class HealthIncidentEntity {
  @PrimaryColumn('text') @OneOf(HEALTH_COMPONENTS) component: HealthComponent;
  @PrimaryColumn(TIME) startedAt: Date;

  /** Null while it lasts. */
  @Column(TIME, { nullable: true }) endedAt: Date | null;

  @Column('text') @OneOf(['degraded', 'down']) state: 'degraded' | 'down';

  /** What was seen first, for administrators. */
  @Column('text') detail: string;
}
