import type { Database } from '../connection/database.js';

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

/** Where somebody who acts is. */
export interface Whereabouts {
  readonly address: string;
  readonly userAgent: string;
}

/** Something to record. It never holds a key, a password or a code. */
export interface AuditEntry extends Whereabouts {
  readonly at: Date;
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Something recorded. */
export interface AuditRecord extends Required<AuditEntry> {
  readonly id: string;
}

/** Which records are asked for: those for which everything that is said holds. */
export interface AuditQuestion {
  /** Part of actor, subject, address or details, in any case. */
  readonly text?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const COLUMNS = `id, at, actor, action, subject, address, user_agent as "userAgent", details`;
const MATCHES = `($1::text is null or strpos(lower(concat_ws(' ', actor, subject, address, details)), lower($1)) > 0)
  and ($2::text is null or action = $2)
  and ($3::timestamptz is null or at >= $3)
  and ($4::timestamptz is null or at < $4)`;
const BATCH_ROWS = 1000;
const LONGEST = 300;

/** The audit: it can be added to and read, and nothing else. */
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** Records something. In a transaction with the change itself, neither is ever there without the other. */
  async record(entry: AuditEntry): Promise<void> {
    const { at, actor, action, subject = '', address, userAgent, details = {} } = entry;
    await this.database.pool.query(
      `insert into audit_event (at, actor, action, subject, address, user_agent, details)
      values ($1, $2, $3, $4, $5, $6, $7)`,
      [at, actor, action, subject, address, userAgent.slice(0, LONGEST), details],
    );
  }

  /** A page of what was recorded, the newest first, with how much there is beyond it. */
  async search(
    question: AuditQuestion,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly events: AuditRecord[]; readonly total: number }> {
    const values = valuesOf(question);
    const [found, counted] = await Promise.all([
      this.database.pool.query<AuditRecord>(
        `select ${COLUMNS} from audit_event where ${MATCHES} order by audit_event.id desc limit $5 offset $6`,
        [...values, page.limit, page.offset],
      ),
      this.database.pool.query<{ total: number }>(
        `select count(*)::int as total from audit_event where ${MATCHES}`,
        values,
      ),
    ]);
    return { events: found.rows, total: counted.rows[0]!.total };
  }

  /** All that a question is about, the oldest first, read in batches. */
  async *all(question: AuditQuestion): AsyncGenerator<AuditRecord> {
    for (let after = '0'; ;) {
      const { rows } = await this.database.pool.query<AuditRecord>(
        `select ${COLUMNS} from audit_event where ${MATCHES} and audit_event.id > $5 order by audit_event.id
        limit ${BATCH_ROWS}`,
        [...valuesOf(question), after],
      );
      yield* rows;
      if (rows.length < BATCH_ROWS) return;
      after = rows.at(-1)!.id;
    }
  }
}

function valuesOf({ text, action, from, to }: AuditQuestion): unknown[] {
  return [text || null, action ?? null, from ?? null, to ?? null];
}
