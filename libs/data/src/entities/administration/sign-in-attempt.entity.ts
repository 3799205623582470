import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from '../columns.js';

/** The number of recent failures to sign in, by account and by address. */
@Entity('sign_in_attempt')
@Check('sign_in_attempt_failures_check', 'failures > 0')
export class SignInAttemptEntity {
  /** A keyed hash, because people may type a password into the field for the name. */
  @PrimaryColumn('text') subject: string;

  @Column('integer') failures: number;

  /** Attempts before this time are refused. */
  @Column(TIME) blockedUntil: Date;

  /** When it expires, unless there is another failure. */
  @Column(TIME) forgottenAt: Date;
}
