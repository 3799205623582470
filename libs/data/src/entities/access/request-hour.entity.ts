import { type Channel, CHANNELS } from '@care-atlas/domain/access';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** How many requests of a channel were for an operation within an hour, how many failed, and how long they took. */
@Entity('request_hour')
@Check('request_hour_requests_check', 'requests > 0')
export class RequestHourEntity {
  /** The start of the hour, UTC. */
  @PrimaryColumn(TIME) hour: Date;

  @PrimaryColumn('text') @OneOf(CHANNELS) channel: Channel;
  @PrimaryColumn('text') operation: string;
  @Column('bigint') requests: string;

  /** Those that were answered with a status of 500 or above. */
  @Column('bigint') failed: string;

  /** The number of requests in each bucket of durations. */
  @Column('bigint', { array: true }) durations: string[];
}
