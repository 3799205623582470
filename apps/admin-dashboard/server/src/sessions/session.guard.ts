import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AdminSessionRepository } from '@care-atlas/data/administration';
import { includesRole, type Role } from '@care-atlas/domain/access';
import { ENDPOINTS } from '#contract/endpoints';
import type { SessionStatus } from '#contract/people/sign-in';
import { Dependencies } from '../dependencies.js';
import { DashboardError } from '../http/dashboard-error.js';
import { type DashboardRequest, NEEDED_ROLE, OPEN_TO } from '../http/endpoint.js';
import { sessionHash, sessionLimits } from './session-store.js';

/** Precision of the time at which a session was last active. */
const ACTIVITY_PRECISION_MS = 30_000;

/**
 * Finds the session of a request by its cookie, and admits the session statuses and the roles that the handler is open to.
 * The role is read with each request, so that a change counts from the next one on.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly dependencies: Dependencies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<DashboardRequest>();
    const openTo = this.reflector.get<readonly SessionStatus[] | undefined>(OPEN_TO, context.getHandler());
    await this.#findSession(request);
    const status: SessionStatus = request.liveSession?.stage ?? 'signed-out';
    if ((openTo ?? ['signed-in']).includes(status)) return this.#requireRole(request, context);
    throw new DashboardError('unauthorized', { code: status === 'signed-in' ? 'signed_in' : 'no_session' });
  }

  #requireRole({ liveSession }: DashboardRequest, context: ExecutionContext): true {
    const needed = this.reflector.get<Role | undefined>(NEEDED_ROLE, context.getHandler());
    if (!needed || liveSession?.stage !== 'signed-in' || includesRole(liveSession.role, needed)) return true;
    const params = { needed, role: liveSession.role };
    throw new DashboardError('forbidden', { code: 'role_needed', params });
  }

  async #findSession(request: DashboardRequest): Promise<void> {
    // The session plugin attaches an empty session to a request without one.
    if (request.session.administratorId === undefined) return;
    const { database, configuration, clock } = this.dependencies;
    const sessions = new AdminSessionRepository(database);
    const now = clock();
    const hash = sessionHash(request.session.sessionId);
    const session = await sessions.live(hash, sessionLimits(configuration), now);
    if (!session) return;
    request.liveSession = session;
    // An event stream reconnects without user activity, and EventSource cannot send a header.
    const inBackground =
      request.headers['x-background'] !== undefined || request.url.startsWith(ENDPOINTS.streamChanges.path);
    if (inBackground || now.getTime() - session.seenAt.getTime() < ACTIVITY_PRECISION_MS) return;
    await sessions.see(session.hash, now);
  }
}
