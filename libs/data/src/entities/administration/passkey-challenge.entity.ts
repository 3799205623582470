import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AdministratorEntity } from './administrator.entity.js';
import { CASCADE, OneOf, TIME } from '../columns.js';

export const CHALLENGE_PURPOSES = ['registration', 'second-factor', 'sign-in'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** What an authenticator is asked to sign: it is answered once, and soon. */
@Entity('passkey_challenge')
export class PasskeyChallengeEntity {
  @PrimaryColumn('text') challenge: string;
  @Column('text') @OneOf(CHALLENGE_PURPOSES) purpose: ChallengePurpose;

  /** Whom it was made for; null when that is only known from the answer. */
  @Column('uuid', { nullable: true }) @ForeignKey(() => AdministratorEntity, CASCADE) administratorId:
    | string
    | null;

  @Column(TIME) expiresAt: Date;
}
