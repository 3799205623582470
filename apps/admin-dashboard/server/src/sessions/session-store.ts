import { createHash } from 'node:crypto';
import { Store } from '@fastify/session';
import connectPgSimple from 'connect-pg-simple';
import type { SessionFacts } from '@care-atlas/data/administration';

declare module 'fastify' {
  interface Session extends Partial<SessionFacts> {}
}

/** connect-pg-simple expects express-session, but uses only its Store class. */
const PostgresStore = connectPgSimple({ Store } as unknown as Parameters<typeof connectPgSimple>[0]);

/** Returns the stored form of a session id, with which a reader of the table cannot take over the session. */
export function sessionHash(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}

/**
 * Stores sessions in PostgreSQL by the hash of their id. A session is written once, when it begins: a later upsert
 * would restore a session that was ended in the meantime.
 */
export class HashedSessionStore extends PostgresStore {
  override get(...[id, done]: Parameters<InstanceType<typeof PostgresStore>['get']>): void {
    super.get(sessionHash(id), done);
  }

  override set(...[id, session, done]: Parameters<InstanceType<typeof PostgresStore>['set']>): void {
    super.set(sessionHash(id), session, done);
  }

  override destroy(...[id, done]: Parameters<InstanceType<typeof PostgresStore>['destroy']>): void {
    super.destroy(sessionHash(id), done);
  }
}
