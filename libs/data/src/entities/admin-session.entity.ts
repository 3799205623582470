import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far somebody has come in signing in: a password to change, a second factor to show, or done. */
export const SESSION_STAGES = ['new-password', 'second-factor', 'signed-in'] as const;
export type SessionStage = (typeof SESSION_STAGES)[number];

/** What is known when a session begins. It does not change: every step of signing in begins another session. */
export interface SessionFacts {
  readonly administratorId: string;
  readonly stage: SessionStage;
  /** ISO 8601. */
  readonly begunAt: string;
  readonly address: string;
  readonly userAgent: string;
}

/** A session of the dashboard. The names of the first three columns are those that connect-pg-simple writes. */
@Entity('admin_session')
export class AdminSessionEntity {
  /** SHA-256 of the session's id, base64url: who reads this table cannot take a session over. */
  @PrimaryColumn('text')
  sid: string;

  /** What was known when the session began; it does not change. */
  @Column('jsonb')
  sess: SessionFacts;

  /** When the row may be thrown away; the rules of timeouts are stricter. */
  @Column('timestamp with time zone')
  expire: Date;

  /** The last request that a person made; null as long as it is the one that began the session. */
  @Column({ type: 'timestamp with time zone', nullable: true })
  seenAt: Date | null;
}
