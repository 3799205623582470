import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Dependencies } from '../dependencies.js';
import { DashboardError } from './dashboard-error.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Admits a change only from the dashboard's own page: Sec-Fetch-Site or Origin must name it, and the request must
 * carry the CSRF token of the session.
 */
@Injectable()
export class CsrfGuard implements CanActivate {
  readonly #origin: string;

  constructor({ configuration }: Dependencies) {
    this.#origin = new URL(configuration.url).origin;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (SAFE_METHODS.has(request.method)) return true;
    if (!this.#isSameOrigin(request)) {
      throw new DashboardError('forbidden', { code: 'foreign_page', params: { origin: this.#origin } });
    }
    await checkToken(request);
    return true;
  }

  // Every current browser sends one of the two headers with a change; a request with neither is not from a browser.
  #isSameOrigin({ headers }: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site } = headers;
    if (site === undefined && origin === undefined) return false;
    return (
      (site === undefined || site === 'same-origin') && (origin === undefined || origin === this.#origin)
    );
  }
}

/** Runs the plugin with a reply that rejects, because the plugin's own error body differs from the dashboard's. */
function checkToken(request: FastifyRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const send = () => reject(new DashboardError('forbidden', { code: 'csrf_token' }));
    request.server.csrfProtection(request, { send } as unknown as FastifyReply, () => resolve());
  });
}
