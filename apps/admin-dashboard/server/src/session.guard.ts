import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AdminSessionRepository, type SessionLimits } from '@care-atlas/data/administration';
import { DirectoryError } from '@care-atlas/domain/contract';
import { sessionHash } from './session-store.js';
import { STAGES, type VisitorStage } from './stage.decorator.js';
import { sessionLimits, SURROUNDINGS, type Surroundings } from './surroundings.js';
import type { VisitorRequest } from './visitor.js';

/** How exactly it is known when somebody was last seen. */
const SEEN_EVERY_MS = 30_000;

/** Finds the session of a request, and lets in whom the route is open to. Nothing but the session's cookie counts. */
@Injectable()
export class SessionGuard implements CanActivate {
  readonly #sessions: AdminSessionRepository;
  readonly #limits: SessionLimits;
  readonly #clock: () => Date;

  constructor(
    private readonly reflector: Reflector,
    @Inject(SURROUNDINGS) { database, configuration, clock }: Surroundings,
  ) {
    this.#sessions = new AdminSessionRepository(database);
    this.#limits = sessionLimits(configuration);
    this.#clock = clock;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<VisitorRequest>();
    const open = this.reflector.get<readonly VisitorStage[] | undefined>(STAGES, context.getHandler());
    await this.#recognise(request);
    const stage: VisitorStage = request.visitor?.stage ?? 'signed-out';
    if ((open ?? ['signed-in']).includes(stage)) return true;
    throw new DirectoryError(
      'unauthorized',
      stage === 'signed-in'
        ? 'You are signed in already.'
        : 'Sign in first: there is no session, or it has ended.',
    );
  }

  async #recognise(request: VisitorRequest): Promise<void> {
    // A session that the store knows carries facts; a visitor without one is given an empty one.
    if (request.session.administratorId === undefined) return;
    const now = this.#clock();
    const session = await this.#sessions.live(sessionHash(request.session.sessionId), this.#limits, now);
    if (!session) return;
    request.visitor = session;
    // A stream that reconnects by itself is no sign of a person, and cannot say so in a header.
    const background =
      request.headers['x-background'] !== undefined || request.url.startsWith('/api/changes');
    if (background || now.getTime() - session.seenAt.getTime() < SEEN_EVERY_MS) return;
    await this.#sessions.see(session.hash, now);
  }
}
