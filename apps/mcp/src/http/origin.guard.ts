import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyRequest } from 'fastify';

/** Where the connector is, and the other origins whose pages may use it. */
export class AllowedPages {
  constructor(
    readonly mcpUrl: string,
    readonly origins: readonly string[],
  ) {}
}

/**
 * Rejects requests that a foreign web page makes a browser send. The Host or Origin reveals a page that points its own
 * name to this machine (DNS rebinding).
 */
@Injectable()
export class OriginGuard implements CanActivate {
  readonly #names: string[];

  constructor(private readonly pages: AllowedPages) {
    this.#names = [new URL(pages.mcpUrl).hostname, ...localhostAllowedHostnames()];
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const host = validateHostHeader(request.host, this.#names);
    const { origin } = request.headers;
    const isAllowed =
      validateOriginHeader(origin, this.#names).ok || this.pages.origins.includes(origin ?? '');
    if (host.ok && isAllowed) return true;
    throw new DirectoryError(
      'forbidden',
      `The connector answers only at ${this.#names[0]}, and only pages of that host.`,
    );
  }
}
