import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AdministratorEntity } from './administrator.entity.js';
import { BIGINT_AS_NUMBER, CASCADE, TIME } from '../columns.js';

/** A WebAuthn credential. Its private half never leaves the person's device. */
@Entity('passkey')
export class PasskeyEntity {
  /** The credential's id, base64url. */
  @PrimaryColumn('text') id: string;

  @Column('uuid') @Index() @ForeignKey(() => AdministratorEntity, CASCADE) administratorId: string;

  /** COSE. */
  @Column('bytea') publicKey: Buffer;

  /** How often the authenticator says that it was used; zero for one that does not count. */
  @Column({ type: 'bigint', transformer: BIGINT_AS_NUMBER }) counter: number;

  @Column('text', { array: true }) transports: string[];
  @Column('text') label: string;

  /** Copied to the person's other devices. */
  @Column('boolean') synced: boolean;

  @Column(TIME) createdAt: Date;
  @Column(TIME, { nullable: true }) lastUsedAt: Date | null;
}
