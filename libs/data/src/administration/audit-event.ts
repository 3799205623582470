import { userInfo } from 'node:os';
import type { AuditEventEntity } from '../entities/administration/audit-event.entity.js';

/** Who acts, and from where. */
export interface Actor
  extends Pick<AuditEventEntity, 'actor'>, Partial<Pick<AuditEventEntity, 'address' | 'userAgent'>> {
  /** When; by default the time of the transaction. */
  readonly at?: Date;
}

/** An event to record. It never holds a key, a password or a code. */
export type AuditEntry = Actor &
  Pick<AuditEventEntity, 'action'> &
  Partial<Pick<AuditEventEntity, 'subject' | 'details'>>;

/** A connection, or TypeORM over one. */
interface Connection {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

const USER_AGENT_CHARACTERS = 300;
// Without "returning": most roles may add to the audit, and not read it.
const INSERT = `insert into audit_event (at, actor, action, subject, address, user_agent, details)
  values (coalesce($1, now()), $2, $3, $4, $5, $6, $7)`;

/** Records an event. In a transaction with the act itself, neither exists without the other. */
export async function recordEvent(
  connection: Connection,
  { at, actor, action, subject = '', address = '', userAgent = '', details = {} }: AuditEntry,
): Promise<void> {
  const shortened = userAgent.slice(0, USER_AGENT_CHARACTERS);
  await connection.query(INSERT, [at ?? null, actor, action, subject, address, shortened, details]);
}

/** Returns the actor of a command: "shell:" and the user of the system, by number if it has no name. */
export function shellActor(): string {
  try {
    return `shell:${userInfo().username}`;
  } catch {
    // A container may run as a user that its system does not know.
    return `shell:${process.getuid?.() ?? ''}`;
  }
}
