import { AsOf, daysAfter, EVIDENCE_DAYS, type EvidenceDays } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import { createTempTable } from '../staging/column-sql.js';
import { isTooMuch } from './affected-keys.js';

/** The days as of which the records before and after a run are judged. */
export interface JudgedDays {
  readonly before: AsOf;
  readonly after: AsOf;
}

/** Every day of the year passes within as many days. */
const DAYS_OF_A_YEAR = 366;

/** Returns the days of a run: that of the version before it, and its own, which is earlier if the clock was set back. */
export async function judgedDays(
  client: ClientBase,
  now: Date,
  evidenceDays: EvidenceDays = EVIDENCE_DAYS,
): Promise<JudgedDays> {
  const { rows } = await client.query<{ day: string | null }>(
    'select judged_on::text as day from change_feed for update',
  );
  const after = new AsOf(now, undefined, evidenceDays);
  const day = rows[0]!.day;
  if (day === null || day === after.date) return { before: after, after };
  return { before: new AsOf(new Date(`${day}T12:00:00-05:00`), undefined, evidenceDays), after };
}

/**
 * Adds doctors whose years of practice are others, and clinics and services whose evidence of acceptance may have expired.
 * @returns whether there are too many doctors, as on July 1: they are not added then
 */
export async function addMovedByClock(client: ClientBase, { before, after }: JudgedDays): Promise<boolean> {
  if (before.date === after.date) return false;
  const [from, to] = before.time < after.time ? [before, after] : [after, before];
  const days: string[] = [];
  for (let day = from.date; day < to.date && days.length < DAYS_OF_A_YEAR;)
    days.push((day = daysAfter(day, 1)));
  const anniversaries = days.map((day) => day.slice(5));
  // In other years, the anniversary of February 29 is the day after February 28.
  if (anniversaries.includes('03-01')) anniversaries.push('02-29');
  const lives = [...new Set(Object.values(after.evidenceDays))].filter((life) => life !== null);
  const window = [lives, new Date(from.time), new Date(to.time)];
  const expires = (at: string) => `exists (select from unnest($1::float[]) life
    where ${at} + life * interval '24 hours' >= $2 and ${at} + life * interval '24 hours' < $3)`;
  await client.query(
    `insert into moved_acceptance select id from clinic
    where closed_at is null and ${expires('accepting_observed_at')} on conflict do nothing`,
    window,
  );
  await client.query(
    `insert into feed_service select clinic_id from specialty_service
    where accepting is not null and ${expires('observed_at')}`,
    window,
  );
  const doctors = await createTempTable(
    client,
    'moved_doctor',
    `select registration_number from doctor
    where expired_at is null and to_char(practising_since, 'MM-DD') = any ($1::text[])`,
    [anniversaries],
  );
  if (await isTooMuch(client, doctors)) return true;
  await client.query(
    `insert into feed_doctor select registration_number, true from moved_doctor
    on conflict (key) do update set in_clinics = true`,
  );
  return false;
}
