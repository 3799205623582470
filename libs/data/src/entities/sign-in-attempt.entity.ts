import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How often signing in failed of late, by account and by address. */
@Entity('sign_in_attempt')
@Check('sign_in_attempt_failures_check', 'failures > 0')
export class SignInAttemptEntity {
  /** A keyed hash: what people type into the field for the name may be a password. */
  @PrimaryColumn('text')
  subject: string;

  @Column('integer')
  failures: number;

  /** Until then nobody is let try. */
  @Column('timestamp with time zone')
  blockedUntil: Date;

  /** When it will be forgotten, unless there is another failure. */
  @Column('timestamp with time zone')
  forgottenAt: Date;
}
