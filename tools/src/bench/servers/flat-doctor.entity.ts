import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

@Entity('clinics')
export class FlatClinic {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  address: string;

  @Column('double precision')
  lat: number;

  @Column('double precision')
  lng: number;

  @Column('text')
  phone: string;

  @Column('boolean')
  accepting: boolean;
}

/** A doctor in the flat tables. */
@Entity('doctors')
export class FlatDoctor {
  @PrimaryColumn('integer')
  id: number;

  @Column('text', { name: 'registration_number' })
  registrationNumber: string;

  @Column('text')
  name: string;

  @Column('text')
  gender: string;

  @Column('integer')
  years: number;

  @Column('text', { array: true })
  specialties: string[];

  @Column('text', { array: true })
  languages: string[];

  @Column('boolean')
  accepting: boolean;

  @Column('boolean')
  evening: boolean;

  @Column('boolean')
  weekend: boolean;

  @Column('boolean')
  wheelchair: boolean;

  @Column('boolean', { name: 'virtual_visits' })
  virtualVisits: boolean;

  @Column('boolean', { name: 'near_subway' })
  nearTTC: boolean;

  @ManyToOne(() => FlatClinic)
  @JoinColumn({ name: 'clinic_id' })
  clinic: Relation<FlatClinic>;

  @Column('timestamptz', { name: 'synced_at' })
  syncedAt: Date;
}
