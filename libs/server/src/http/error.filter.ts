import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
  Logger,
  Optional,
} from '@nestjs/common';
import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { DirectoryError, type ErrorCode } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_STATUS, errorBody } from './error-body.js';
import { LIMIT_HEADERS } from '../limits/rate-limit.guard.js';
import { NOT_MODIFIED } from '../answers/revalidation.js';
import { RouteMethods } from './route-methods.js';

/** Token of what 401 asks for, as `WWW-Authenticate` says it: "Bearer" unless a service provides something else. */
export const CHALLENGE = Symbol('Challenge');

/** The one place where a refusal gets its status, headers and body. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  readonly #log = new Logger('Request');

  constructor(
    private readonly routes: RouteMethods,
    @Optional() @Inject(CHALLENGE) private readonly challenge = 'Bearer',
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest & { etag?: string }>();
    const reply = http.getResponse<FastifyReply>();
    if (thrown === NOT_MODIFIED) {
      void reply.code(304).header('etag', request.etag).headers(REVALIDATED).send();
      return;
    }
    const error = this.#refusal(thrown, request, reply);
    if (error.code === 'internal') this.#log.error(`${request.id} ${request.method} failed`, stackOf(thrown));
    if (error.code === 'unauthorized') {
      reply.header('www-authenticate', this.challenge);
      // A key may have been counted before it turned out to have been replaced meanwhile: its limits are nobody's.
      for (const name of LIMIT_HEADERS) reply.removeHeader(name);
    }
    if (error.code === 'unavailable') {
      // The database may fail after the request was counted, or before: both are answered the same.
      for (const name of LIMIT_HEADERS) reply.removeHeader(name);
      reply.header('retry-after', 1);
    }
    void reply
      .code(ERROR_STATUS[error.code])
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .send(errorBody(error, request.id));
  }

  #refusal(thrown: unknown, request: FastifyRequest, reply: FastifyReply): DirectoryError {
    if (thrown instanceof DirectoryError) return thrown;
    if (isDatabaseUnavailable(thrown)) return new DirectoryError('unavailable');
    const status = statusOf(thrown);
    const allowed = this.routes.allowedFor(request.url);
    if (status >= 500 || allowed.includes(request.method)) {
      return new DirectoryError(CODE_OF_STATUS.get(status) ?? 'internal');
    }
    if (allowed.length === 0) return new DirectoryError('not_found', 'There is nothing at this path.');
    reply.header('allow', allowed.join(', '));
    return new DirectoryError('method_not_allowed');
  }
}

/** Headers of every answer that a client may keep for itself. */
export const REVALIDATED = { 'cache-control': 'private, no-cache', vary: 'Authorization' };

// What the frameworks refuse by themselves, before a controller is reached.
const CODE_OF_STATUS = new Map<number, ErrorCode>([
  [400, 'missing_param'],
  [413, 'too_large'],
  [414, 'too_large'],
  [415, 'missing_param'],
  [431, 'too_large'],
]);

function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : 500;
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
