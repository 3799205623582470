import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** The kinds of records about a doctor or a clinic, the subject, without which they are not in the directory. */
export const DETAIL_KINDS = ['service', 'observation', 'review'] as const;
export type DetailKind = (typeof DETAIL_KINDS)[number];

/** The kinds of records that sources are kept of. */
export const SOURCE_RECORD_KINDS = ['clinic', 'doctor', ...DETAIL_KINDS] as const;
export type SourceRecordKind = (typeof SOURCE_RECORD_KINDS)[number];

/** What a source said of a field, where it differs from what the record says of all fields. */
export interface StoredSaid {
  /** Since when it says so, ISO 8601; absent: since the record was first listed. */
  readonly since?: string;
  /** The newest extract that says so; absent: the newest extract that has the record. */
  readonly until?: string;
  /** What it said before. */
  readonly previous?: { readonly value: unknown; readonly until: string };
}

/** Values as the source says them, and why they do not count, by column. */
type Doubts = Readonly<Record<string, { readonly value: string; readonly reason: string }>>;

/** What one source says about one record. The directory is computed from these, and from corrections. */
@Entity('source_record')
@Check('source_record_said_check', `said is null or jsonb_typeof(said) = 'object'`)
export class SourceRecordEntity {
  @PrimaryColumn('text') @OneOf(SOURCE_RECORD_KINDS) kind: SourceRecordKind;
  /** The id of the clinic that the record alone would be, or a registration number; of a detail, what identifies it. */
  @PrimaryColumn('text') key: string;
  /** As in the runs, e.g. "clinics". Last in the key, so that the records of all sources are found by theirs. */
  @PrimaryColumn('text') source: string;

  /** The values as the source gives them, by field; null where it says that it does not know. */
  @Column('jsonb') fields: Readonly<Record<string, unknown>>;
  @Column('jsonb', { nullable: true }) said: Readonly<Record<string, StoredSaid>> | null;

  /** What its newest extract says that is doubtful or cannot be read, by column of the file; null where nothing. */
  @Column('jsonb', { nullable: true }) doubts: Doubts | null;

  /** The times of the oldest and the newest extract that lists the record. */
  @Column(TIME) firstListed: Date;
  @Column(TIME) extractedAt: Date;
  /** The time of the first extract that says that the record has ended; null while it is listed. */
  @Column(TIME, { nullable: true }) endedAt: Date | null;
  /** The newest complete extract of a live source that has the record; null if none does. */
  @Column(TIME, { nullable: true }) confirmedAt: Date | null;

  /** Whether the source was forgotten: its records only tell which clinics are one. */
  @Column('boolean', { default: false }) forgotten: boolean;

  /** Of a clinic: its address without its spelling, the same without the postal code, and its telephone. */
  @Column('uuid', { nullable: true }) @Index({ where: 'address_key is not null' }) addressKey: string | null;
  @Column('uuid', { nullable: true }) @Index({ where: 'place_key is not null' }) placeKey: string | null;
  @Column('text', { default: '' }) @Index({ where: `phone <> ''` }) phone: string;

  /** Of a detail: the id of the clinic or the registration number of the doctor that it is about. */
  @Column('text', { nullable: true }) @Index({ where: 'subject is not null' }) subject: string | null;
}
