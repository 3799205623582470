import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What is recorded of what people do in the dashboard and by the operator's commands. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-ended',
  'password-changed',
  'totp-added',
  'totp-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'key-created',
  'key-labelled',
  'key-revoked',
  'gateway-secret-registered',
  'audit-exported',
  'administrator-created',
  'administrator-reset',
  'administrator-disabled',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * Something that somebody did. Rows are only ever added: a trigger refuses everything else. Names are kept, not
 * references, so that nothing that happens to an administrator later changes what is said here.
 */
@Entity('audit_event')
export class AuditEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('timestamp with time zone')
  @Index()
  at: Date;

  /** Who: an administrator's name, "operator" for the command line, or empty for somebody unknown. */
  @Column('text')
  actor: string;

  /** What, e.g. "key-revoked". */
  @Column('text')
  action: AuditAction;

  /** To what, e.g. the prefix of a key. */
  @Column('text')
  subject: string;

  /** From where; empty for the command line. */
  @Column('text')
  address: string;

  @Column('text')
  userAgent: string;

  @Column({ type: 'jsonb', default: () => "'{}'" })
  details: Readonly<Record<string, unknown>>;
}
