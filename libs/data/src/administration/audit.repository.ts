import type { AuditAction } from '@care-atlas/domain/access';
import { MoreThan, type Repository, type SelectQueryBuilder } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { AuditEventEntity } from '../entities/administration/audit-event.entity.js';
import { type AuditEntry, recordEvent } from './audit-event.js';

/** A recorded event. */
export type AuditRecord = Readonly<AuditEventEntity>;

/** Filters of the audit; a record must match all of them. */
export interface AuditQuestion {
  /** Part of actor, subject, address or details, in any case. */
  readonly text?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const CONTAINS_TEXT = `strpos(
  lower(concat_ws(' ', event.actor, event.subject, event.address, event.details)), lower(:text)) > 0`;
const BATCH_ROWS = 1000;

/** The audit: it can be added to and read, and nothing else. */
export class AuditRepository {
  readonly #events: Repository<AuditEventEntity>;

  constructor(database: DatabaseScope) {
    this.#events = database.getRepository(AuditEventEntity);
  }

  /** Records an event. In a transaction with the change itself, neither exists without the other. */
  record(event: AuditEntry): Promise<void> {
    return recordEvent(this.#events, event);
  }

  /** Returns a page of the events that match, the newest first, and the number of all that match. */
  async search(
    question: AuditQuestion,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly events: AuditRecord[]; readonly total: number }> {
    const query = this.#matching(question).orderBy('event.id', 'DESC').limit(page.limit).offset(page.offset);
    const [events, total] = await query.getManyAndCount();
    return { events, total };
  }

  /** Returns all events that match, the oldest first, read in batches. */
  async *all(question: AuditQuestion): AsyncGenerator<AuditRecord> {
    for (let after = '0'; ;) {
      const next = this.#matching(question)
        .andWhere({ id: MoreThan(after) })
        .orderBy('event.id');
      const events = await next.limit(BATCH_ROWS).getMany();
      yield* events;
      if (events.length < BATCH_ROWS) return;
      after = events.at(-1)!.id;
    }
  }

  #matching({ text, action, from, to }: AuditQuestion): SelectQueryBuilder<AuditEventEntity> {
    const query = this.#events.createQueryBuilder('event').where(action ? { action } : {});
    if (text) query.andWhere(CONTAINS_TEXT, { text });
    if (from) query.andWhere('event.at >= :from', { from });
    if (to) query.andWhere('event.at < :to', { to });
    return query;
  }
}
