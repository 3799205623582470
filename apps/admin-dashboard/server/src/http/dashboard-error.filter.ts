import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import { ErrorFilter } from '@care-atlas/server/http';
import type { FastifyReply } from 'fastify';

/** Rejects an attempt that follows earlier failures too soon. */
export class TooManyAttemptsError extends DirectoryError {
  /** @param seconds to wait before the next attempt */
  constructor(readonly seconds: number) {
    super('rate_limited', `Too many attempts. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`);
  }
}

/** Adds Retry-After to the error responses that all services share. */
@Catch()
@Injectable()
export class DashboardErrorFilter extends ErrorFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    if (thrown instanceof TooManyAttemptsError) {
      host.switchToHttp().getResponse<FastifyReply>().header('retry-after', thrown.seconds);
    }
    ErrorFilter.prototype.catch.call(this, thrown, host);
  }
}
