import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import { ErrorFilter } from '@care-atlas/server/http';
import type { FastifyReply } from 'fastify';
import { TooManyAttemptsError } from './too-many-attempts.error.js';

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
