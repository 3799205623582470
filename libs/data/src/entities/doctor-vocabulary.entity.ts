import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { DoctorEntity } from './doctor.entity.js';
import { LanguageEntity, SpecialtyEntity } from './vocabulary.entity.js';

/** A specialty of a doctor; position 1 is the main one. */
@Entity('doctor_specialty')
@Unique(['registrationNumber', 'position'])
export class DoctorSpecialtyEntity {
  @PrimaryColumn('text')
  registrationNumber: string;

  @ManyToOne(() => DoctorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'registration_number' })
  doctor: Relation<DoctorEntity>;

  @PrimaryColumn('smallint')
  @Index()
  specialtyId: number;

  @ManyToOne(() => SpecialtyEntity)
  @JoinColumn({ name: 'specialty_id' })
  specialty: Relation<SpecialtyEntity>;

  @Column('smallint')
  position: number;
}

/** A language a doctor speaks, in the order in which the source names them. */
@Entity('doctor_language')
@Unique(['registrationNumber', 'position'])
export class DoctorLanguageEntity {
  @PrimaryColumn('text')
  registrationNumber: string;

  @ManyToOne(() => DoctorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'registration_number' })
  doctor: Relation<DoctorEntity>;

  @PrimaryColumn('smallint')
  @Index()
  languageId: number;

  @ManyToOne(() => LanguageEntity)
  @JoinColumn({ name: 'language_id' })
  language: Relation<LanguageEntity>;

  @Column('smallint')
  position: number;
}
