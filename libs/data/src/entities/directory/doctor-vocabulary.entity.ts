import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { DoctorEntity } from './doctor.entity.js';
import { LanguageEntity, SpecialtyEntity } from './vocabulary.entity.js';
import { CASCADE } from '../columns.js';

/** A specialty of a doctor; position 1 is the main one. */
@Entity('doctor_specialty')
@Unique(['registrationNumber', 'position'])
export class DoctorSpecialtyEntity {
  @PrimaryColumn('text') @ForeignKey(() => DoctorEntity, CASCADE) registrationNumber: string;
  @PrimaryColumn('smallint') @Index() @ForeignKey(() => SpecialtyEntity) specialtyId: number;
  @Column('smallint') position: number;
}

/** A language a doctor speaks, in the order in which the source names them. */
@Entity('doctor_language')
@Unique(['registrationNumber', 'position'])
export class DoctorLanguageEntity {
  @PrimaryColumn('text') @ForeignKey(() => DoctorEntity, CASCADE) registrationNumber: string;
  @PrimaryColumn('smallint') @Index() @ForeignKey(() => LanguageEntity) languageId: number;
  @Column('smallint') position: number;
}
