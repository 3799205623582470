import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AdministratorEntity } from './administrator.entity.js';
import { CASCADE, TIME } from '../columns.js';

/** A code that stands in for an authenticator once, known by a keyed hash only. */
@Entity('recovery_code')
@Check('recovery_code_hash_check', 'octet_length(hash) = 32')
export class RecoveryCodeEntity {
  @PrimaryColumn('uuid') @ForeignKey(() => AdministratorEntity, CASCADE) administratorId: string;

  @PrimaryColumn('bytea') hash: Buffer;
  @Column(TIME, { nullable: true }) usedAt: Date | null;
}
