import type { Database } from '../connection/database.js';

/** How failures slow further attempts down. */
export interface AttemptRule {
  /** So many failures cost nothing. */
  readonly free: number;
  /** The longest wait, in seconds. It begins with one second and doubles. */
  readonly longestSeconds: number;
}

const FORGOTTEN_AFTER = '1 day';

// An attempt counts as a failure until it has succeeded: however many are made at once, they are let in one by one.
const BEGIN = `insert into sign_in_attempt as known (subject, failures, blocked_until, forgotten_at)
  values ($1, 1, $2, $2::timestamptz + interval '${FORGOTTEN_AFTER}')
  on conflict (subject) do update set
    failures = case when known.forgotten_at <= $2 then 1 else known.failures + 1 end,
    blocked_until = case when known.forgotten_at <= $2 or known.failures + 1 < $3 then $2
      else $2 + least($4, power(2, least(known.failures + 1 - $3, 30))) * interval '1 second' end,
    forgotten_at = excluded.forgotten_at
  where known.blocked_until <= $2
  returning failures`;

/** Attempts to sign in, by account and by address: the more fail, the longer the next one has to wait. */
export class SignInAttemptRepository {
  constructor(private readonly database: Database) {}

  /**
   * Begins an attempt, unless it comes too early; one that does costs nothing.
   * @param subject whom or what the failures are counted for
   * @returns 0, or how many seconds to wait
   */
  async begin(subject: string, rule: AttemptRule, now: Date): Promise<number> {
    const { rowCount } = await this.database.pool.query(BEGIN, [
      subject,
      now,
      rule.free,
      rule.longestSeconds,
    ]);
    if (rowCount === 1) return 0;
    const { rows } = await this.database.pool.query<{ blockedUntil: Date }>(
      'select blocked_until as "blockedUntil" from sign_in_attempt where subject = $1',
      [subject],
    );
    const milliseconds = (rows[0]?.blockedUntil.getTime() ?? 0) - now.getTime();
    return Math.max(1, Math.ceil(milliseconds / 1000));
  }

  /** Forgets the failures of a subject, after a success. */
  async succeed(subject: string): Promise<void> {
    await this.database.pool.query('delete from sign_in_attempt where subject = $1', [subject]);
  }

  /** Gives back an attempt that succeeded, and leaves the failures before it as they are. */
  async excuse(subject: string): Promise<void> {
    await this.database.pool.query(
      `with last as (delete from sign_in_attempt where subject = $1 and failures = 1)
      update sign_in_attempt set failures = failures - 1 where subject = $1 and failures > 1`,
      [subject],
    );
  }

  /** Throws away what is forgotten. */
  async prune(now: Date): Promise<void> {
    await this.database.pool.query('delete from sign_in_attempt where forgotten_at <= $1', [now]);
  }
}
