import { Instant, OneOf, SearchText, WholeNumber } from './fields.js';
import type { Page, PageQuery } from './page.js';

/** The recorded actions. The server checks them against those of the database. */
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

/** Selects events; `text` is part of the actor, the subject, the address or the details. */
export class AuditFilter {
  @SearchText()
  text?: string;

  @OneOf(AUDIT_ACTIONS)
  action?: AuditAction;

  /** Inclusive. */
  @Instant()
  from?: string;

  /** Exclusive. */
  @Instant()
  to?: string;
}

export class AuditQuery extends AuditFilter implements PageQuery {
  @WholeNumber(1, 100)
  limit = 25;

  @WholeNumber(0, 1_000_000_000)
  offset = 0;
}

/** Newest first. */
export interface AuditList extends Page {
  readonly events: readonly AuditEvent[];
}

export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  /** The administrator's name; "operator" for the command line; empty if unknown. */
  readonly actor: string;
  readonly action: AuditAction;
  /** What the action applied to, e.g. the prefix of a key. */
  readonly subject: string;
  readonly address: string;
  readonly userAgent: string;
  /** Browser and operating system, e.g. "Firefox on Linux"; empty if unknown. */
  readonly device: string;
  readonly details: Readonly<Record<string, unknown>>;
}
