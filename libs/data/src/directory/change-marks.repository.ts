import type { Database } from '../connection/database.js';

/** What the dashboard shows and may have changed. */
export const CHANGE_SUBJECTS = ['runs', 'usage', 'keys', 'audit'] as const;
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number];

/** A text for each subject that differs as soon as something of it has changed. */
export type ChangeMarks = Readonly<Record<ChangeSubject, string>>;

// Counting of use goes on for the hour before, for a process that writes down late.
const MARKS = `select
  (select concat_ws(' ', count(*), max(started_at), max(finished_at)) from sync_run) as runs,
  (select concat_ws(' ', sum(requests)) from key_usage
    where hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour') as usage,
  (select concat_ws(' ', count(*), max(created_at), max(revoked_at), md5(string_agg(label, '' order by id)))
    from api_key) as keys,
  (select concat_ws(' ', max(id)) from audit_event) as audit`;

/** Tells whether anything has changed, in one statement. */
export class ChangeMarkRepository {
  constructor(private readonly database: Database) {}

  async current(): Promise<ChangeMarks> {
    const { rows } = await this.database.pool.query<Record<ChangeSubject, string>>(MARKS);
    return rows[0]!;
  }
}
