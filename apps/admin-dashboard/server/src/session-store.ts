import { createHash } from 'node:crypto';
import { Store } from '@fastify/session';
import connectPgSimple from 'connect-pg-simple';
import type { SessionFacts } from '@care-atlas/data/administration';

declare module 'fastify' {
  interface Session extends Partial<SessionFacts> {}
}

/** connect-pg-simple was written for express-session; all that it takes of it is the class to extend. */
const PostgresStore = connectPgSimple({ Store } as unknown as Parameters<typeof connectPgSimple>[0]);

/** The form in which a session's id is kept: who reads the table cannot take a session over. */
export function sessionHash(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}

/**
 * Sessions in PostgreSQL, by the hash of their id. A session is written when it begins and never again: writing is an
 * upsert, and would bring one back that was ended meanwhile.
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
