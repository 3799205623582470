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
import { isDatabaseUnavailable, isUnstorableText } from '@care-atlas/data/connection';
import { ExportStoreError } from '@care-atlas/data/exports';
import { DirectoryError, type ErrorCode, unavailable } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { revalidationHeaders, setDatasetVersion } from '../answers/answer-adapter.js';
import type { IncomingRequest } from '../access/caller.js';
import { NOT_MODIFIED } from '../guards/revalidation.guard.js';
import { LIMIT_HEADERS } from '../limits/limit-headers.js';
import { faultEntry } from '../observability/log.js';
import { ERROR_STATUS, type ErrorBody, errorBody } from './error-body.js';
import { RouteMethods } from './route-methods.js';

/** The injection token of the `WWW-Authenticate` header of a 401; "Bearer" unless a service provides another. */
export const CHALLENGE = Symbol('Challenge');

/** The injection token of the page that browsers get for an address without one; JSON unless a service provides it. */
export const NOT_FOUND_PAGE = Symbol('NotFoundPage');

export interface NotFoundPage {
  /** Returns whether a path is one of pages. */
  readonly isFor: (path: string) => boolean;
  /** Returns the page for a request, in the language of its visitor. */
  readonly render: (request: FastifyRequest) => {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** Turns everything that is thrown into the status, headers and body of a refusal. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  readonly #log = new Logger('Request');

  constructor(
    private readonly routes: RouteMethods,
    @Optional() @Inject(CHALLENGE) private readonly challenge = 'Bearer',
    @Optional() @Inject(NOT_FOUND_PAGE) private readonly notFoundPage?: NotFoundPage,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<IncomingRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (thrown === NOT_MODIFIED) {
      setDatasetVersion(request, reply);
      void reply.code(304).header('etag', request.etag).headers(revalidationHeaders(request)).send();
      return;
    }
    const error = this.#refusalOf(thrown, request, reply);
    logFault(this.#log, error, request);
    if (error.code === 'unauthorized') reply.header('www-authenticate', this.challenge);
    const retryAfter = error.retryAfter ?? (error.code === 'unavailable' ? 1 : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    // A key may be replaced, or the database fail, after the request was counted: its limits are not shown then.
    if (error.code === 'unauthorized' || error.code === 'unavailable') {
      for (const name of LIMIT_HEADERS) reply.removeHeader(name);
    } else setDatasetVersion(request, reply);
    const page = this.notFoundPage;
    const forBrowser = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (error.code === 'not_found' && forBrowser && page?.isFor(request.url)) {
      const { headers, body } = page.render(request);
      void reply.code(404).headers(headers).send(body);
      return;
    }
    void reply
      .code(ERROR_STATUS[error.code])
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .send(this.bodyOf(error, request.id));
  }

  protected bodyOf(error: DirectoryError, requestId: string): ErrorBody {
    return errorBody(error, requestId);
  }

  #refusalOf(thrown: unknown, request: FastifyRequest, reply: FastifyReply): DirectoryError {
    if (isUnstorableText(thrown)) {
      // Each edge refuses such text by name: one let it through.
      this.#log.warn(`${request.id} ${request.method}: a text reached the database that it cannot store.`);
      return new DirectoryError('missing_param', {
        code: 'unstorable_text',
        params: { name: 'A text' },
      });
    }
    const error = directoryErrorOf(thrown);
    const allowed = this.routes.allowedFor(request.url);
    if (error === thrown || statusOf(thrown) >= 500 || allowed.includes(request.method)) return error;
    if (allowed.length === 0) return new DirectoryError('not_found', { code: 'nothing_at_path' });
    reply.header('allow', allowed.join(', '));
    return new DirectoryError('method_not_allowed');
  }
}

/** Returns what was thrown as an error of the interface. */
export function directoryErrorOf(thrown: unknown): DirectoryError {
  if (thrown instanceof DirectoryError) return thrown;
  if (isDatabaseUnavailable(thrown) || thrown instanceof ExportStoreError) return unavailable(thrown);
  const code = CODE_OF_STATUS.get(statusOf(thrown)) ?? 'internal';
  return new DirectoryError(code, undefined, undefined, { cause: thrown });
}

/**
 * Logs why a request failed on the server's side: what was thrown for `internal`, and the fault behind `unavailable`.
 * Refusals that the client caused are not logged.
 */
export function logFault(log: Logger, error: DirectoryError, { id, method }: FastifyRequest): void {
  const cause = error.cause ?? (error.code === 'internal' ? error : undefined);
  if (cause === undefined || (error.code !== 'internal' && error.code !== 'unavailable')) return;
  const outcome = error.code === 'internal' ? 'failed' : 'was answered 503';
  log.error(faultEntry(`${id} ${method} ${outcome}`, cause, { requestId: id }));
}

// Errors that the frameworks report themselves, before a controller is reached.
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
