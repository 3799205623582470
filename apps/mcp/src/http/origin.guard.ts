import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyRequest } from 'fastify';

/** Nest token of the connector's public URL. */
export const MCP_URL = Symbol('McpUrl');

/** Nest token of the origins whose pages may use the connector. */
export const ALLOWED_ORIGINS = Symbol('AllowedOrigins');

/**
 * Rejects requests that a foreign web page makes a browser send. The Host or Origin reveals a page that points its own
 * name to this machine (DNS rebinding).
 */
@Injectable()
export class OriginGuard implements CanActivate {
  readonly #names: string[];

  constructor(
    @Inject(MCP_URL) mcpUrl: string,
    @Inject(ALLOWED_ORIGINS) private readonly allowed: readonly string[],
  ) {
    this.#names = [new URL(mcpUrl).hostname, ...localhostAllowedHostnames()];
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const host = validateHostHeader(request.host, this.#names);
    const { origin } = request.headers;
    const isAllowed = validateOriginHeader(origin, this.#names).ok || this.allowed.includes(origin ?? '');
    if (host.ok && isAllowed) return true;
    throw new DirectoryError(
      'forbidden',
      `The connector answers only at ${this.#names[0]}, and only pages of that host.`,
    );
  }
}
