import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AdministratorEntity } from './administrator.entity.js';
import { oneOf } from './column-check.js';

export const CHALLENGE_PURPOSES = ['registration', 'second-factor', 'sign-in'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** What an authenticator is asked to sign: it is answered once, and soon. */
@Entity('passkey_challenge')
@Check('passkey_challenge_purpose_check', oneOf('purpose', CHALLENGE_PURPOSES))
export class PasskeyChallengeEntity {
  @PrimaryColumn('text')
  challenge: string;

  @Column('text')
  purpose: ChallengePurpose;

  /** Whom it was made for; null when that is only known from the answer. */
  @Column({ type: 'uuid', nullable: true })
  administratorId: string | null;

  @ManyToOne(() => AdministratorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'administrator_id' })
  administrator: Relation<AdministratorEntity> | null;

  @Column('timestamp with time zone')
  expiresAt: Date;
}
