import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an operator states about a source. A null fact is that of the shipped data, if it has one. */
@Entity('source')
export class SourceEntity {
  /** As in the runs, e.g. "register". */
  @PrimaryColumn('text') name: string;

  @Column('text', { nullable: true }) publisher: string | null;
  @Column('text', { nullable: true }) licence: string | null;
  @Column('text', { nullable: true }) attribution: string | null;

  /** Whether the directory may serve what comes from it. */
  @Column('boolean', { default: true }) redistributable: boolean;
}
