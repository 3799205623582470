import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A normalized name. Two spellings that fold to the same text are one word. */
abstract class WordEntity {
  @PrimaryGeneratedColumn('identity', { type: 'smallint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text', { unique: true }) name: string;
  @Column('text', { unique: true }) foldedName: string;
}

@Entity('specialty')
export class SpecialtyEntity extends WordEntity {}

@Entity('language')
export class LanguageEntity extends WordEntity {}
