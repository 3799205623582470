import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyRequest } from 'fastify';

/** Token of the connector's public URL among Nest's providers. */
export const MCP_URL = Symbol('McpUrl');

/** Token of the origins among Nest's providers whose pages are let in. */
export const ALLOWED_ORIGINS = Symbol('AllowedOrigins');

/**
 * Refuses what a browser was led here to send: a page on the web that let its own name point to this machine
 * (DNS rebinding) shows by its Host or Origin.
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
    const welcome = validateOriginHeader(origin, this.#names).ok || this.allowed.includes(origin ?? '');
    if (host.ok && welcome) return true;
    throw new DirectoryError(
      'forbidden',
      `The connector answers at ${this.#names[0]} only, and pages from there.`,
    );
  }
}
