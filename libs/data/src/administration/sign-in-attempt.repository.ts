import { LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { SignInAttemptEntity } from '../entities/administration/sign-in-attempt.entity.js';

/** How long failures delay further attempts. */
export interface AttemptRule {
  /** The number of failures without a wait. */
  readonly free: number;
  /** The longest wait, in seconds. It begins with one second and doubles. */
  readonly longestSeconds: number;
}

const FORGOTTEN_AFTER = '1 day';

/** Attempts to sign in, by account and by address: the more fail, the longer the next one has to wait. */
export class SignInAttemptRepository {
  readonly #attempts: Repository<SignInAttemptEntity>;

  constructor(database: DatabaseScope) {
    this.#attempts = database.getRepository(SignInAttemptEntity);
  }

  /**
   * Begins an attempt, unless it comes too early; such an attempt costs nothing.
   * @param subject the account or address that the failures are counted for
   * @returns 0, or how many seconds to wait
   */
  async begin(subject: string, { free, longestSeconds }: AttemptRule, now: Date): Promise<number> {
    const values = [subject, now, free, longestSeconds];
    const begun = await this.#attempts.query<unknown[]>(BEGIN, values);
    if (begun.length === 1) return 0;
    const attempt = await this.#attempts.findOneBy({ subject });
    const milliseconds = (attempt?.blockedUntil.getTime() ?? 0) - now.getTime();
    return Math.max(1, Math.ceil(milliseconds / 1000));
  }

  /** Forgets the failures of a subject, after a success. */
  async succeed(subject: string): Promise<void> {
    await this.#attempts.delete({ subject });
  }

  /** Takes back an attempt that succeeded, and leaves the failures before it. */
  async excuse(subject: string): Promise<void> {
    const { affected } = await this.#attempts.delete({ subject, failures: 1 });
    if (affected === 0) await this.#attempts.decrement({ subject, failures: MoreThan(1) }, 'failures', 1);
  }

  /** Deletes what is forgotten. */
  async prune(now: Date): Promise<void> {
    await this.#attempts.delete({ forgottenAt: LessThanOrEqual(now) });
  }
}

// An attempt counts as a failure until it has succeeded: of any number at once, one at a time is admitted.
const BEGIN = `insert into sign_in_attempt as known (subject, failures, blocked_until, forgotten_at)
  values ($1, 1, $2, $2::timestamptz + interval '${FORGOTTEN_AFTER}')
  on conflict (subject) do update set
    failures = case when known.forgotten_at <= $2 then 1 else known.failures + 1 end,
    blocked_until = case when known.forgotten_at <= $2 or known.failures + 1 < $3 then $2
      else $2 + least($4, power(2, least(known.failures + 1 - $3, 30))) * interval '1 second' end,
    forgotten_at = excluded.forgotten_at
  where known.blocked_until <= $2
  returning failures`;
