import type { AuditAction } from '@care-atlas/domain/access';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TIME } from '../columns.js';

/**
 * A recorded action. Rows are only added: a trigger refuses everything else. It stores names instead of references,
 * so that later changes of an administrator do not change the audit.
 */
@Entity('audit_event')
export class AuditEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column(TIME) @Index() at: Date;

  /** An administrator's name, or "shell:" with a user of the system, "key:" with a prefix, "checkout", "import", … */
  @Column('text') actor: string;

  /** For example "key-revoked". */
  @Column('text') action: AuditAction;

  /** The object of the action, e.g. the prefix of a key. */
  @Column('text') subject: string;

  /** The network address of the request; empty for the command line. */
  @Column('text') address: string;

  @Column('text') userAgent: string;
  @Column({ type: 'jsonb', default: () => "'{}'" }) details: Readonly<Record<string, unknown>>;
}
