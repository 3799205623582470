import type { ChangeSubject } from '@care-atlas/domain/access';
import type { Repository } from 'typeorm';
import type { DatabaseScope } from '../../connection/statement.js';
import { ApiKeyEntity } from '../../entities/access/api-key.entity.js';
import { AuditEventEntity } from '../../entities/administration/audit-event.entity.js';
import { KeyUsageEntity } from '../../entities/access/key-usage.entity.js';
import { SyncRunEntity } from '../../entities/imports/sync-run.entity.js';

/** A text for each subject that differs as soon as any of its data has changed. */
export type ChangeMarks = Readonly<Record<ChangeSubject, string>>;

const KEY_MARKS = `concat_ws(' ', count(*), max(key.createdAt), max(key.revokedAt),
  md5(string_agg(concat_ws(' ', key.label, key.note, key.expiresAt, key.rateLimit), '' order by key.id)))`;
// A process that writes late still adds to the hour before.
const COUNTED_HOURS = `usage.hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour'`;

/** Detects changes, in one statement. */
export class ChangeMarkRepository {
  readonly #runs: Repository<SyncRunEntity>;

  constructor(database: DatabaseScope) {
    this.#runs = database.getRepository(SyncRunEntity);
  }

  async current(): Promise<ChangeMarks> {
    const marks = await this.#runs
      .createQueryBuilder('run')
      .select(`concat_ws(' ', count(*), max(run.startedAt), max(run.finishedAt))`, 'runs')
      .addSelect(
        (query) =>
          query
            .select(`concat_ws(' ', sum(usage.requests))`)
            .from(KeyUsageEntity, 'usage')
            .where(COUNTED_HOURS),
        'usage',
      )
      .addSelect((query) => query.select(KEY_MARKS).from(ApiKeyEntity, 'key'), 'keys')
      .addSelect(
        (query) => query.select(`concat_ws(' ', max(event.id))`).from(AuditEventEntity, 'event'),
        'audit',
      )
      .getRawOne<ChangeMarks>();
    return marks!;
  }
}
