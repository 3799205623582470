import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ClinicEntity } from './clinic.entity.js';
import { DoctorEntity } from './doctor.entity.js';
import { CASCADE } from '../columns.js';

/** A clinic where a doctor practises besides the primary one. */
@Entity('additional_location')
@Unique(['registrationNumber', 'position'])
export class AdditionalLocationEntity {
  @PrimaryColumn('text') @ForeignKey(() => DoctorEntity, CASCADE) registrationNumber: string;
  @PrimaryColumn('uuid') @Index() @ForeignKey(() => ClinicEntity, CASCADE) clinicId: string;

  /** 1, 2, … in the order in which the source names them. */
  @Column('smallint') position: number;
}
