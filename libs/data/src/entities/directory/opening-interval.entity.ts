import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { CASCADE } from '../columns.js';

/** A span in which a clinic is open, in minutes after the local midnight at which its day begins. */
@Entity('opening_interval')
@Check('opening_interval_weekday_check', 'weekday between 1 and 7')
@Check('opening_interval_span_check', 'opens >= 0 and opens < 1440 and opens < closes and closes <= 2880')
export class OpeningIntervalEntity {
  @PrimaryColumn('uuid') @ForeignKey(() => ClinicEntity, CASCADE) clinicId: string;

  /** ISO weekday: 1 is Monday, 7 is Sunday. */
  @PrimaryColumn('smallint') weekday: number;

  @PrimaryColumn('smallint') opens: number;
  /** Null if not known. */
  @Column('smallint', { nullable: true }) closes: number | null;
}
