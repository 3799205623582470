import type { Role } from '@care-atlas/domain/access';
import { Not, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { AdminSessionEntity, type SessionFacts } from '../entities/administration/admin-session.entity.js';

export {
  SESSION_STAGES,
  type SessionFacts,
  type SessionStage,
} from '../entities/administration/admin-session.entity.js';

/** A session that has not ended, of an administrator who may sign in. */
export interface LiveSession extends Omit<SessionFacts, 'begunAt'> {
  /** SHA-256 of its id. */
  readonly hash: string;
  readonly name: string;
  readonly role: Role;
  readonly begunAt: Date;
  readonly seenAt: Date;
}

/** The maximum duration of a session, in milliseconds. */
export interface SessionLimits {
  /** Without a request. */
  readonly idleMs: number;
  /** In any case. */
  readonly absoluteMs: number;
  /** Before signing in is complete. */
  readonly unfinishedMs: number;
}

interface SessionRow {
  readonly hash: string;
  readonly facts: SessionFacts;
  readonly name: string;
  readonly role: Role;
  readonly seenAt: Date | null;
}

const IS_OF = `sess ->> 'administratorId' = :administratorId`;

/** The sessions of the dashboard, by the hash of their id. */
export class AdminSessionRepository {
  readonly #sessions: Repository<AdminSessionEntity>;

  constructor(database: DatabaseScope) {
    this.#sessions = database.getRepository(AdminSessionEntity);
  }

  /** @returns undefined when there is no such session, or when it is over */
  async live(hash: string, limits: SessionLimits, now: Date): Promise<LiveSession | undefined> {
    const [session] = await this.#select('sid = $1', hash);
    return session && goesOn(session, limits, now) ? session : undefined;
  }

  /** Returns the live, signed-in sessions of an administrator, the newest first. */
  async of(administratorId: string, limits: SessionLimits, now: Date): Promise<LiveSession[]> {
    const sessions = await this.#select('id = $1', administratorId);
    return sessions
      .filter((session) => session.stage === 'signed-in' && goesOn(session, limits, now))
      .toSorted((a, b) => b.begunAt.getTime() - a.begunAt.getTime());
  }

  /** Records the time of a request. A session that has ended meanwhile stays ended. */
  async see(hash: string, now: Date): Promise<void> {
    await this.#sessions.update({ sid: hash }, { seenAt: now });
  }

  /** Ends one session of an administrator. Returns whether there was this one. */
  async end(administratorId: string, hash: string): Promise<boolean> {
    const ending = this.#sessions.createQueryBuilder().delete().where({ sid: hash });
    return (await ending.andWhere(IS_OF, { administratorId }).execute()).affected === 1;
  }

  /** Ends all sessions of an administrator but one. Returns how many. */
  async endOthers(administratorId: string, keptHash = ''): Promise<number> {
    const ending = this.#sessions
      .createQueryBuilder()
      .delete()
      .where({ sid: Not(keptHash) });
    return (await ending.andWhere(IS_OF, { administratorId }).execute()).affected ?? 0;
  }

  async #select(condition: string, value: string): Promise<LiveSession[]> {
    const rows = await this.#sessions.query<SessionRow[]>(
      `select sid as hash, sess as facts, seen_at as "seenAt", name, role
      from admin_session join administrator on id = (sess ->> 'administratorId')::uuid and disabled_at is null
      where ${condition}`,
      [value],
    );
    return rows.map(({ hash, facts, name, role, seenAt }) => {
      const { administratorId, stage, address, userAgent } = facts;
      const begunAt = new Date(facts.begunAt);
      return {
        hash,
        name,
        role,
        administratorId,
        stage,
        address,
        userAgent,
        begunAt,
        seenAt: seenAt ?? begunAt,
      };
    });
  }
}

function goesOn({ stage, begunAt, seenAt }: LiveSession, limits: SessionLimits, now: Date): boolean {
  const age = now.getTime() - begunAt.getTime();
  if (stage !== 'signed-in') return age < limits.unfinishedMs;
  return age < limits.absoluteMs && now.getTime() - seenAt.getTime() < limits.idleMs;
}
