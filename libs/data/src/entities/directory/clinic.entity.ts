import {
  ACCEPTANCE_CODES,
  type AcceptanceCode,
  CLINIC_ORIGINS,
  CLINIC_TYPES,
  POSITION_SOURCES,
  type ClinicOrigin,
  type ClinicType,
  type PositionSource,
  type SpecialDays,
} from '@care-atlas/domain/records';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

@Entity('clinic')
@Check('clinic_lat_check', 'lat between -90 and 90')
@Check('clinic_lng_check', 'lng between -180 and 180')
@Check('clinic_special_days_check', `jsonb_typeof(special_days) = 'array'`)
export class ClinicEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;

  /** The folded name, by which clinics are ordered. */
  @Column('text') searchName: string;

  @Column('text') address: string;
  @Column('text') postalCode: string;
  @Column('double precision') lat: number;
  @Column('double precision') lng: number;
  @Column('text') @OneOf(POSITION_SOURCES) positionSource: PositionSource;
  @Column('text') phone: string;
  @Column('text') website: string;
  @Column('text') @OneOf(CLINIC_TYPES) type: ClinicType;
  @Column('boolean', { nullable: true }) wheelchair: boolean | null;
  @Column('boolean', { nullable: true }) virtualVisits: boolean | null;
  @Column('boolean') nearSubway: boolean;

  /** Sentences about the hours of the source that the intervals do not say; empty without any. */
  @Column('text', { default: '' }) hoursNote: string;

  /** The days on which other hours count than those of the week, in the order of the source. */
  @Column({ type: 'jsonb', default: () => "'[]'" }) specialDays: readonly SpecialDays[];

  @Column('boolean', { nullable: true }) accepting: boolean | null;
  @Column('text') @OneOf(CLINIC_ORIGINS) origin: ClinicOrigin;
  @Column(TIME) syncedAt: Date;

  /** The source that described the clinic last; empty before it was recorded. */
  @Column('text', { default: '' }) source: string;

  /** When the extract was made that described the clinic last; null before it was recorded. */
  @Column(TIME, { nullable: true }) extractedAt: Date | null;

  /** When the clinic was found to have closed: it is kept for the references to it, and no longer shown. */
  @Column(TIME, { nullable: true }) closedAt: Date | null;

  /** UUID of the address without its spelling, by which the register's addresses find it; null until computed. */
  @Column('uuid', { nullable: true }) @Index() addressKey: string | null;

  /** The same without the postal code; null also for an address that this does not identify. */
  @Column('uuid', { nullable: true }) @Index() placeKey: string | null;

  /** When the observation was made that `accepting` rests on. */
  @Column(TIME, { nullable: true }) acceptingObservedAt: Date | null;

  /** How that observation was made; empty when the source does not say. */
  @Column('text', { default: '' }) acceptingMethod: string;

  /** Who made it; empty if that was not recorded. */
  @Column('text', { default: '' }) acceptingSource: string;

  /** Whom the clinic accepts, if the source says. */
  @Column('text', { nullable: true }) @OneOf(ACCEPTANCE_CODES) acceptingCode: AcceptanceCode | null;
}
