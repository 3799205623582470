import type { LiveSession } from '@care-atlas/data/administration';
import type { FastifyRequest } from 'fastify';

/** A request and its session, if it has one. */
export interface DashboardRequest extends FastifyRequest {
  liveSession?: LiveSession;
}

/** A request whose session the guard has verified. */
export interface SessionRequest extends FastifyRequest {
  liveSession: LiveSession;
}
