import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { SyncRunEntity } from './sync-run.entity.js';

/** A state of the directory. The highest number is the newest. */
@Entity('dataset_version')
export class DatasetVersionEntity {
  /** A bigint: the driver hands it over as text. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  number: string;

  /** Random: it tells the versions of a rebuilt database from those of the one before. */
  @Column({ type: 'text', unique: true, default: () => "encode(uuid_send(gen_random_uuid()), 'hex')" })
  tag: string;

  @Column({ type: 'uuid', nullable: true })
  @Index()
  runId: string | null;

  @ManyToOne(() => SyncRunEntity, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'run_id' })
  run: Relation<SyncRunEntity> | null;

  @Column({ type: 'timestamp with time zone', default: () => 'now()' })
  createdAt: Date;
}
