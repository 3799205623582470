import type { LiveSession } from '@care-atlas/data/administration';
import type { FastifyRequest } from 'fastify';

/** A request, and the session that it belongs to if it belongs to one. */
export interface VisitorRequest extends FastifyRequest {
  visitor?: LiveSession;
}

/** A request of somebody whose session the guard has found. */
export interface AdministratorRequest extends FastifyRequest {
  visitor: LiveSession;
}
