import { Inject, Injectable } from '@nestjs/common';
import type { SessionStage } from '@care-atlas/data/administration';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecondFactor, SessionState } from '../../contract/sign-in.js';
import { whereabouts } from './audit-trail.js';
import { sessionHash } from './session-store.js';
import { sessionLimits, SURROUNDINGS, type Surroundings } from './surroundings.js';
import type { VisitorRequest } from './visitor.js';

/** Whose session it is to be. */
export interface SessionOwner {
  readonly id: string;
  readonly name: string;
  /** What this person can show besides a password. */
  readonly factors: readonly SecondFactor[];
}

/** Whom a CSRF token is made for: a session, or a visitor without one. */
export function tokenOwner(request: FastifyRequest): string {
  return request.session?.administratorId === undefined ? 'nobody' : sessionHash(request.session.sessionId);
}

/** Begins and describes sessions. */
@Injectable()
export class SessionBook {
  constructor(@Inject(SURROUNDINGS) private readonly surroundings: Surroundings) {}

  /** Begins a session of a new id; the one before ends. */
  async begin(
    request: VisitorRequest,
    reply: FastifyReply,
    owner: SessionOwner,
    stage: SessionStage,
  ): Promise<SessionState> {
    const { configuration, clock } = this.surroundings;
    // The browser would not keep the cookie, and the person would not know why nothing happens.
    if (configuration.url.startsWith('https:') && request.protocol !== 'https') {
      throw new DirectoryError(
        'forbidden',
        `The dashboard is only used over https, at ${configuration.url}. Behind a proxy, TRUST_PROXY has to name it.`,
      );
    }
    const begunAt = clock();
    await request.session.regenerate();
    Object.assign(request.session, {
      administratorId: owner.id,
      stage,
      begunAt: begunAt.toISOString(),
      ...whereabouts(request),
    });
    return this.#state(request, reply, owner, stage, begunAt);
  }

  /** Where the visitor stands. */
  describe(request: VisitorRequest, reply: FastifyReply, factors: readonly SecondFactor[]): SessionState {
    const { visitor } = request;
    if (!visitor) return { stage: 'signed-out', csrfToken: csrfToken(request, reply) };
    const owner = { id: visitor.administratorId, name: visitor.name, factors };
    return this.#state(request, reply, owner, visitor.stage, visitor.begunAt);
  }

  #state(
    request: VisitorRequest,
    reply: FastifyReply,
    { name, factors }: SessionOwner,
    stage: SessionStage,
    begunAt: Date,
  ): SessionState {
    const token = csrfToken(request, reply);
    if (stage === 'new-password') return { stage, csrfToken: token, name };
    if (stage === 'second-factor') return { stage, csrfToken: token, name, factors };
    const { configuration } = this.surroundings;
    const endsAt = new Date(begunAt.getTime() + sessionLimits(configuration).absoluteMs).toISOString();
    return { stage, csrfToken: token, name, endsAt, idleMinutes: configuration.idleMinutes };
  }
}

function csrfToken(request: FastifyRequest, reply: FastifyReply): string {
  return reply.generateCsrf({ userInfo: tokenOwner(request) });
}
