import type { Page, PageQuery } from './page.js';

/** What is recorded of what people do here. */
export type AuditAction =
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-out'
  | 'session-ended'
  | 'password-changed'
  | 'totp-added'
  | 'totp-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'key-created'
  | 'key-labelled'
  | 'key-revoked'
  | 'gateway-secret-registered'
  | 'audit-exported'
  | 'administrator-created'
  | 'administrator-reset'
  | 'administrator-disabled';

/**
 * POST /api/audit/export → text/csv, streamed, the oldest first; it is itself recorded. `text` occurs in actor, subject,
 * address or details.
 */
export interface AuditFilter {
  readonly text?: string;
  readonly action?: AuditAction;
  /** From this instant on. */
  readonly from?: string;
  /** Before this instant. */
  readonly to?: string;
}

/** GET /api/audit?text=&action=&from=&to=&limit=&offset=: the newest first. */
export interface AuditQuery extends AuditFilter, PageQuery {}

export interface AuditList extends Page {
  readonly events: readonly AuditEvent[];
}

export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  /** The administrator's name; "operator" for the command line; empty for somebody unknown. */
  readonly actor: string;
  readonly action: AuditAction;
  /** What it was done to, e.g. the prefix of a key. */
  readonly subject: string;
  readonly address: string;
  readonly userAgent: string;
  /** What a person calls that, e.g. "Firefox on Linux"; empty where nothing is known. */
  readonly device: string;
  readonly details: Readonly<Record<string, unknown>>;
}
