import type { ChangeSubject } from '@care-atlas/domain/access';
import type { DataSource } from 'typeorm';

/** A text for each subject that differs as soon as any of its data has changed. */
export type ChangeMarks = Readonly<Record<ChangeSubject, string>>;

// A process that writes late still adds to the hour before.
const MARKS = `select (
    select concat_ws(' ', count(*), max(started_at), max(finished_at)) from sync_run
  ) as runs, (
    select concat_ws(' ', sum(requests)) from key_usage
    where hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour'
  ) as usage, (
    select concat_ws(' ', count(*), max(created_at), max(revoked_at),
      md5(string_agg(concat_ws(' ', label, note, expires_at, rate_limit), '' order by id)))
    from api_key
  ) as keys, (
    select concat_ws(' ', max(id)) from audit_event
  ) as audit`;

/** Detects changes, in one statement. */
export class ChangeMarkRepository {
  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  async current(): Promise<ChangeMarks> {
    const [marks] = await this.database.query<[ChangeMarks]>(MARKS);
    return marks;
  }
}
