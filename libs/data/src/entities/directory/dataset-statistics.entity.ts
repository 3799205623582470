import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DatasetVersionEntity } from './dataset-version.entity.js';

/** What a dataset version held when it was made, for pictures over time. */
@Entity('dataset_statistics')
export class DatasetStatisticsEntity {
  @PrimaryColumn('bigint') version: string;

  @OneToOne(() => DatasetVersionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version' })
  dataset: Relation<DatasetVersionEntity>;

  /** Listed doctors. */
  @Column('integer') doctors: number;

  /** Open clinics. */
  @Column('integer') clinics: number;

  /**
   * Listed doctors by the day, UTC, on which the register last confirmed them, and by "never". How many of them are
   * fresh follows from it for any number of days.
   */
  @Column('jsonb') confirmations: Readonly<Record<string, number>>;
}
