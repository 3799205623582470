import { type AuditAction, AuditRepository } from '@care-atlas/data/administration';
import type { Database } from '@care-atlas/data/connection';
import type { FastifyRequest } from 'fastify';

/** What somebody did; from where is taken from the request. */
export interface Deed {
  readonly actor: string;
  readonly action: AuditAction;
  readonly at: Date;
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records what a request did. @param database the transaction of the change itself */
export function record(database: Database, request: FastifyRequest, deed: Deed): Promise<void> {
  return new AuditRepository(database).record({ ...deed, ...whereabouts(request) });
}

export function whereabouts({ ip, headers }: FastifyRequest): { address: string; userAgent: string } {
  return { address: ip, userAgent: headers['user-agent'] ?? '' };
}
