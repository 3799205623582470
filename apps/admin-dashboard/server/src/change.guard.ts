import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SURROUNDINGS, type Surroundings } from './surroundings.js';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets a change through only when the dashboard's own page asks for it: the browser says so by Sec-Fetch-Site or
 * Origin, and the page has the CSRF token of this session.
 */
@Injectable()
export class ChangeGuard implements CanActivate {
  readonly #origin: string;

  constructor(@Inject(SURROUNDINGS) { configuration }: Surroundings) {
    this.#origin = new URL(configuration.url).origin;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (READING.has(request.method)) return true;
    if (!this.#isFromHere(request)) {
      throw new DirectoryError('forbidden', `A change has to come from the page at ${this.#origin}.`);
    }
    await checkToken(request);
    return true;
  }

  // Every browser of today sends one of the two with a change; what sends neither is none.
  #isFromHere({ headers }: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site } = headers;
    if (site === undefined && origin === undefined) return false;
    return (
      (site === undefined || site === 'same-origin') && (origin === undefined || origin === this.#origin)
    );
  }
}

/** Asks the plugin, which would answer by itself otherwise: with a body unlike that of all other refusals. */
function checkToken(request: FastifyRequest): Promise<void> {
  return new Promise((accept, refuse) => {
    const send = () =>
      refuse(
        new DirectoryError('forbidden', 'The CSRF token is missing or out of date: load the page again.'),
      );
    request.server.csrfProtection(request, { send } as unknown as FastifyReply, () => accept());
  });
}
