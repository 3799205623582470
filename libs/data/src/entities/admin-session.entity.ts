import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A session of the dashboard. The names of the first three columns are those that connect-pg-simple writes. */
@Entity('admin_session')
export class AdminSessionEntity {
  /** SHA-256 of the session's id, base64url: who reads this table cannot take a session over. */
  @PrimaryColumn('text')
  sid: string;

  /** What was known when the session began; it does not change. */
  @Column('jsonb')
  sess: object;

  /** When the row may be thrown away; the rules of timeouts are stricter. */
  @Column('timestamp with time zone')
  expire: Date;

  /** The last request that a person made; null as long as it is the one that began the session. */
  @Column({ type: 'timestamp with time zone', nullable: true })
  seenAt: Date | null;
}
