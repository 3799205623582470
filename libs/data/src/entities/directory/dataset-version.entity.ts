import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SyncRunEntity } from '../imports/sync-run.entity.js';
import { BIGINT_AS_NUMBER, TIME } from '../columns.js';

/** A state of the directory. The highest number is the newest. */
@Entity('dataset_version')
export class DatasetVersionEntity {
  /** A bigint: the driver hands it over as text. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) number: string;

  /** Random: it tells the versions of a rebuilt database from those of the one before. */
  @Column({ type: 'text', unique: true, default: () => "encode(uuid_send(gen_random_uuid()), 'hex')" })
  tag: string;

  @Column('uuid', { nullable: true })
  @Index()
  @ForeignKey(() => SyncRunEntity, { onDelete: 'SET NULL' })
  runId: string | null;

  @Column(TIME, { default: () => 'now()' }) createdAt: Date;

  /** The number of the last change up to this version; null in versions from before there was a feed of changes. */
  @Column({ type: 'bigint', nullable: true, transformer: BIGINT_AS_NUMBER }) lastChange: number | null;
}
