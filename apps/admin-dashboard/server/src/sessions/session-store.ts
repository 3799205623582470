import { createHash } from 'node:crypto';
import { Store } from '@fastify/session';
import connectPgSimple from 'connect-pg-simple';
import type { SessionFacts, SessionLimits } from '@care-atlas/data/administration';
import type { DashboardConfiguration } from '@care-atlas/server/configuration';

declare module 'fastify' {
  interface Session extends Partial<SessionFacts> {}
}

const MINUTE_MS = 60_000;
/** Time from the first to the last step of a sign-in. */
const SIGN_IN_MINUTES = 10;

export function sessionLimits({ idleMinutes, sessionHours }: DashboardConfiguration): SessionLimits {
  return {
    idleMs: idleMinutes * MINUTE_MS,
    absoluteMs: sessionHours * 60 * MINUTE_MS,
    unfinishedMs: SIGN_IN_MINUTES * MINUTE_MS,
  };
}

/**
 * Returns the name and the attributes of a cookie. Uses the prefix `__Host-` over TLS, which binds the cookie to the
 * host. Browsers reject the prefix on plain HTTP.
 * @param url the dashboard's public address
 */
export function sessionCookie(purpose: 'session' | 'csrf' | 'provider', url: string) {
  const secure = url.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}care-atlas-${purpose}`;
  return { name, options: { path: '/', httpOnly: true, sameSite: 'strict', secure } } as const;
}

/** Returns the stored form of a session id, with which a reader of the table cannot take over the session. */
export function sessionHash(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}

/** connect-pg-simple expects express-session, but uses only its Store class. */
const PostgresStore = connectPgSimple({ Store } as unknown as Parameters<typeof connectPgSimple>[0]);
type PostgresStore = InstanceType<typeof PostgresStore>;

/**
 * Stores sessions in PostgreSQL by the hash of their id. A session is written once, when it begins: a later upsert
 * would restore a session that was ended in the meantime.
 */
export class HashedSessionStore extends PostgresStore {
  override get(...[id, done]: Parameters<PostgresStore['get']>): void {
    super.get(sessionHash(id), done);
  }

  override set(...[id, session, done]: Parameters<PostgresStore['set']>): void {
    super.set(sessionHash(id), session, done);
  }

  override destroy(...[id, done]: Parameters<PostgresStore['destroy']>): void {
    super.destroy(sessionHash(id), done);
  }
}
