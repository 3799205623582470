import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A normalized specialty name. Two spellings that fold to the same text are one specialty. */
@Entity('specialty')
export class SpecialtyEntity {
  @PrimaryGeneratedColumn('identity', { type: 'smallint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column({ type: 'text', unique: true })
  name: string;

  @Column({ type: 'text', unique: true })
  foldedName: string;
}

/** A normalized language name. Two spellings that fold to the same text are one language. */
@Entity('language')
export class LanguageEntity {
  @PrimaryGeneratedColumn('identity', { type: 'smallint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column({ type: 'text', unique: true })
  name: string;

  @Column({ type: 'text', unique: true })
  foldedName: string;
}
