import type { Database } from '../connection/database.js';

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

/** A session that goes on, of somebody who may sign in. */
export interface LiveSession extends Omit<SessionFacts, 'begunAt'> {
  /** SHA-256 of its id. */
  readonly hash: string;
  readonly name: string;
  readonly begunAt: Date;
  readonly seenAt: Date;
}

/** After how long a session ends, in milliseconds. */
export interface SessionLimits {
  /** Without a request. */
  readonly idleMs: number;
  /** Whatever happens. */
  readonly absoluteMs: number;
  /** While signing in is not done. */
  readonly unfinishedMs: number;
}

interface SessionRow {
  readonly hash: string;
  readonly sess: SessionFacts;
  readonly name: string;
  readonly seenAt: Date | null;
}

/** The sessions of the dashboard, by the hash of their id. */
export class AdminSessionRepository {
  constructor(private readonly database: Database) {}

  /** @returns undefined when there is no such session, or when it is over */
  async live(hash: string, limits: SessionLimits, now: Date): Promise<LiveSession | undefined> {
    const [session] = await this.#sessions('s.sid = $1', hash);
    return session && goesOn(session, limits, now) ? session : undefined;
  }

  /** Somebody's sessions that go on and are signed in, the newest first. */
  async of(administratorId: string, limits: SessionLimits, now: Date): Promise<LiveSession[]> {
    const sessions = await this.#sessions('a.id = $1', administratorId);
    return sessions
      .filter((session) => session.stage === 'signed-in' && goesOn(session, limits, now))
      .toSorted((a, b) => b.begunAt.getTime() - a.begunAt.getTime());
  }

  /** Notes a request. A session that has ended meanwhile stays ended. */
  async see(hash: string, now: Date): Promise<void> {
    await this.database.pool.query('update admin_session set seen_at = $2 where sid = $1', [hash, now]);
  }

  /** Ends one of somebody's sessions. Whether there was this one. */
  async end(administratorId: string, hash: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      `delete from admin_session where sid = $2 and sess->>'administratorId' = $1`,
      [administratorId, hash],
    );
    return rowCount === 1;
  }

  /** Ends all of somebody's sessions but one. How many there were. */
  async endOthers(administratorId: string, keptHash = ''): Promise<number> {
    const { rowCount } = await this.database.pool.query(
      `delete from admin_session where sid <> $2 and sess->>'administratorId' = $1`,
      [administratorId, keptHash],
    );
    return rowCount ?? 0;
  }

  async #sessions(condition: string, value: string): Promise<LiveSession[]> {
    const { rows } = await this.database.pool.query<SessionRow>(
      `select s.sid as hash, s.sess, s.seen_at as "seenAt", a.name
      from admin_session s join administrator a on a.id = (s.sess->>'administratorId')::uuid
      where ${condition} and a.disabled_at is null`,
      [value],
    );
    return rows.map(({ hash, sess, name, seenAt }) => {
      const { administratorId, stage, address, userAgent } = sess;
      const begunAt = new Date(sess.begunAt);
      return { hash, name, administratorId, stage, address, userAgent, begunAt, seenAt: seenAt ?? begunAt };
    });
  }
}

function goesOn({ stage, begunAt, seenAt }: LiveSession, limits: SessionLimits, now: Date): boolean {
  const age = now.getTime() - begunAt.getTime();
  if (stage !== 'signed-in') return age < limits.unfinishedMs;
  return age < limits.absoluteMs && now.getTime() - seenAt.getTime() < limits.idleMs;
}
