import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AdministratorEntity } from './administrator.entity.js';
import { BIGINT_AS_NUMBER } from './bigint-number.js';

/** A WebAuthn credential. Its private half never leaves the person's device. */
@Entity('passkey')
export class PasskeyEntity {
  /** The credential's id, base64url. */
  @PrimaryColumn('text')
  id: string;

  @Column('uuid')
  @Index()
  administratorId: string;

  @ManyToOne(() => AdministratorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'administrator_id' })
  administrator: Relation<AdministratorEntity>;

  /** COSE. */
  @Column('bytea')
  publicKey: Buffer;

  /** How often the authenticator says that it was used; zero for one that does not count. */
  @Column({ type: 'bigint', transformer: BIGINT_AS_NUMBER })
  counter: number;

  @Column('text', { array: true })
  transports: string[];

  @Column('text')
  label: string;

  /** Copied to the person's other devices. */
  @Column('boolean')
  synced: boolean;

  @Column('timestamp with time zone')
  createdAt: Date;

  @Column({ type: 'timestamp with time zone', nullable: true })
  lastUsedAt: Date | null;
}
