import {
  HEALTH_COMPONENTS,
  HEALTH_STATES,
  type HealthComponent,
  type HealthState,
} from '@care-atlas/domain/access';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** How a part of the deployment is, as it was last seen. */
@Entity('component_health')
export class ComponentHealthEntity {
  @PrimaryColumn('text') @OneOf(HEALTH_COMPONENTS) component: HealthComponent;
  @Column('text') @OneOf(HEALTH_STATES) state: HealthState;

  /** What was seen, for administrators; it holds no secret. */
  @Column('text') detail: string;

  /** Since when it has been in this state. */
  @Column(TIME) since: Date;

  @Column(TIME) checkedAt: Date;
}
