import { HEALTH_COMPONENTS, type HealthComponent } from '@care-atlas/domain/access';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf } from '../columns.js';

/** For how long of a day a component was in each state. What is missing from 24 hours was not watched. */
@Entity('health_day')
export class HealthDayEntity {
  /** The day, UTC. */
  @PrimaryColumn('date') day: string;

  @PrimaryColumn('text') @OneOf(HEALTH_COMPONENTS) component: HealthComponent;

  /** Seconds. */
  @Column('integer') up: number;
  @Column('integer') degraded: number;
  @Column('integer') down: number;
}
