import { Inject, Injectable } from '@nestjs/common';
import { type AuditAction, AuditRepository } from '@care-atlas/data/administration';
import { type Database, inTransaction } from '@care-atlas/data/connection';
import type { FastifyRequest } from 'fastify';
import { DEPENDENCIES, type Dependencies } from '../dependencies.js';
import type { DashboardRequest } from '../http/requests.js';

/** What an action applied to, and its particulars. Never contains a key, a password or a code. */
export interface AuditSubject {
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface AuditedAction extends AuditSubject {
  readonly action: AuditAction;
  /** By default the name of the request's session. */
  readonly actor?: string;
}

@Injectable()
export class AuditLog {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: Dependencies) {}

  /** @param database the transaction of the recorded change */
  async record(
    request: DashboardRequest,
    action: AuditedAction,
    database: Database = this.dependencies.database,
  ): Promise<void> {
    const at = this.dependencies.clock();
    const actor = request.liveSession?.name ?? '';
    await new AuditRepository(database).record({ actor, at, ...action, ...clientOf(request) });
  }

  /** Makes a change and records it in one transaction. */
  change<Result>(
    request: DashboardRequest,
    action: AuditAction,
    work: (transaction: Database) => Promise<Result>,
    describe: (result: Result) => AuditSubject = () => ({}),
  ): Promise<Result> {
    return inTransaction(this.dependencies.database, async (transaction) => {
      const result = await work(transaction);
      await this.record(request, { action, ...describe(result) }, transaction);
      return result;
    });
  }
}

/** Returns the client's address and browser. */
export function clientOf({ ip, headers }: FastifyRequest): { address: string; userAgent: string } {
  return { address: ip, userAgent: headers['user-agent'] ?? '' };
}
