import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import { ErrorFilter } from '@care-atlas/server/http';
import type { FastifyReply } from 'fastify';
import { TooSoonError } from './too-soon.js';

/** The refusals of all services, and how long to wait after failures to sign in. */
@Catch()
@Injectable()
export class DashboardErrorFilter extends ErrorFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    if (thrown instanceof TooSoonError) {
      host.switchToHttp().getResponse<FastifyReply>().header('retry-after', thrown.seconds);
    }
    ErrorFilter.prototype.catch.call(this, thrown, host);
  }
}
