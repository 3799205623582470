import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The end of a backup, recorded by the program that made it. */
@Entity('backup_run')
export class BackupRunEntity {
  @PrimaryColumn({ type: 'timestamp with time zone', default: () => 'clock_timestamp()' })
  finishedAt: Date;

  @Column('boolean')
  succeeded: boolean;
}
