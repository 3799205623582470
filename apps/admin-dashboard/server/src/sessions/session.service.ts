import { Injectable } from '@nestjs/common';
import {
  type Administrator,
  AdminSessionRepository,
  type SessionStage,
} from '@care-atlas/data/administration';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecondFactor } from '#contract/people/sign-in';
import { AuditLog, clientOf } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DashboardError } from '../http/dashboard-error.js';
import type { Answer, Exchange, SessionRequest } from '../http/endpoint.js';
import { sessionCookie, sessionHash, sessionLimits } from './session-store.js';

/** The session as its client sees it. */
export type SessionState = Answer<'getSession'>;

/** Returns what a CSRF token is bound to: a session, or "nobody" without one. */
export function csrfTokenOwner(request: FastifyRequest): string {
  return request.session?.administratorId === undefined ? 'nobody' : sessionHash(request.session.sessionId);
}

/** Begins, describes and ends sessions. */
@Injectable()
export class SessionService {
  constructor(
    private readonly audit: AuditLog,
    private readonly dependencies: Dependencies,
  ) {}

  /** Begins a session with a new id; the previous session ends. @param factors with status second-factor */
  async begin(
    { request, reply }: Exchange,
    owner: Pick<Administrator, 'id' | 'name' | 'role'>,
    status: SessionStage,
    factors: readonly SecondFactor[] = [],
  ): Promise<SessionState> {
    const { configuration, clock } = this.dependencies;
    // The browser would drop the cookie, and the sign-in would fail without an explanation.
    if (configuration.url.startsWith('https:') && request.protocol !== 'https') {
      throw new DashboardError('forbidden', { code: 'https_only', params: { url: configuration.url } });
    }
    const begunAt = clock();
    await request.session.regenerate();
    Object.assign(request.session, {
      administratorId: owner.id,
      stage: status,
      begunAt: begunAt.toISOString(),
      ...clientOf(request),
    });
    return this.#state(csrfToken(request, reply), owner, status, begunAt, factors);
  }

  /** Ends a sign-in with a session that may do everything. @param by how the person signed in, for the audit log */
  async complete(
    exchange: Exchange,
    person: Pick<Administrator, 'id' | 'name' | 'role'>,
    by: string,
  ): Promise<SessionState> {
    const state = await this.begin(exchange, person, 'signed-in');
    await this.audit.record(exchange.request, { action: 'sign-in', actor: person.name, details: { by } });
    return state;
  }

  /** @param factors of the session's owner */
  describe({ request, reply }: Exchange, factors: readonly SecondFactor[]): SessionState {
    const { liveSession } = request;
    const token = csrfToken(request, reply);
    if (!liveSession) {
      const { issuer, label } = this.dependencies.configuration.oidc;
      return { status: 'signed-out', csrfToken: token, provider: issuer === '' ? null : label };
    }
    const { stage, begunAt } = liveSession;
    return this.#state(token, liveSession, stage, begunAt, factors);
  }

  /** Signs out: ends the session of the request. */
  async end({ request, reply }: Exchange<SessionRequest>): Promise<void> {
    const { administratorId, hash } = request.liveSession;
    await this.audit.change(request, 'sign-out', (transaction) =>
      new AdminSessionRepository(transaction).end(administratorId, hash),
    );
    await request.session.destroy();
    const { name, options } = sessionCookie('session', this.dependencies.configuration.url);
    reply.clearCookie(name, options);
  }

  #state(
    token: string,
    { name, role }: Pick<Administrator, 'name' | 'role'>,
    status: SessionStage,
    begunAt: Date,
    factors: readonly SecondFactor[],
  ): SessionState {
    if (status === 'new-password') return { status, csrfToken: token, name };
    if (status === 'second-factor') return { status, csrfToken: token, name, factors };
    const { configuration } = this.dependencies;
    const endsAt = new Date(begunAt.getTime() + sessionLimits(configuration).absoluteMs);
    return { status, csrfToken: token, name, role, endsAt, idleMinutes: configuration.idleMinutes };
  }
}

function csrfToken(request: FastifyRequest, reply: FastifyReply): string {
  return reply.generateCsrf({ userInfo: csrfTokenOwner(request) });
}
