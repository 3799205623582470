import { AUDIT_ACTIONS, type AuditAction } from '@care-atlas/domain/access';
import { Instant, Offset, OneOf, type Page, type PageQuery, PageSize, SearchText } from '../fields.js';
import type { Timestamp } from '../fields.js';

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
  @PageSize()
  limit = 25;

  @Offset()
  offset = 0;
}

/** Newest first. */
export interface AuditList extends Page {
  readonly events: readonly AuditEvent[];
}

export interface AuditEvent {
  readonly id: string;
  readonly at: Timestamp;
  /** An administrator's name, "shell:" and a user of the system, "key:" and a prefix, "checkout", …; empty if unknown. */
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
