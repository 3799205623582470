import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from '../columns.js';

/** The steps of signing in: a password to change, a second factor to show, or done. */
export const SESSION_STAGES = ['new-password', 'second-factor', 'signed-in'] as const;
export type SessionStage = (typeof SESSION_STAGES)[number];

/** The facts at the start of a session. They do not change: every step of signing in starts another session. */
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
  /** SHA-256 of the session's id, base64url: a reader of this table cannot take over a session. */
  @PrimaryColumn('text') sid: string;

  /** Written once, at the start. */
  @Column('jsonb') sess: SessionFacts;

  /** When the row may be deleted; the timeouts are stricter. */
  @Column(TIME) expire: Date;

  /** The last request of a person; null while that is the one that started the session. */
  @Column(TIME, { nullable: true }) seenAt: Date | null;
}
