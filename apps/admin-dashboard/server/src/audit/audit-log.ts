import { Injectable } from '@nestjs/common';
import { type Actor, AuditRepository } from '@care-atlas/data/administration';
import type { DatabaseScope } from '@care-atlas/data/connection';
import type { AuditAction } from '@care-atlas/domain/access';
import type { FastifyRequest } from 'fastify';
import { Dependencies } from '../dependencies.js';
import type { DashboardRequest } from '../http/endpoint.js';

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
  constructor(private readonly dependencies: Dependencies) {}

  /** @param database the transaction of the recorded change */
  async record(
    request: DashboardRequest,
    action: AuditedAction,
    database: DatabaseScope = this.dependencies.database,
  ): Promise<void> {
    await new AuditRepository(database).record({ ...this.actorOf(request), ...action });
  }

  /** Returns the administrator who sent a request, and the client from which it came. */
  actorOf(request: DashboardRequest): Actor {
    const actor = request.liveSession?.name ?? '';
    return { actor, at: this.dependencies.clock(), ...clientOf(request) };
  }

  /** Makes a change and records it in one transaction. */
  change<Result>(
    request: DashboardRequest,
    action: AuditAction,
    work: (transaction: DatabaseScope) => Promise<Result>,
    describe: (result: Result) => AuditSubject = () => ({}),
  ): Promise<Result> {
    return this.dependencies.database.transaction(async (transaction) => {
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
