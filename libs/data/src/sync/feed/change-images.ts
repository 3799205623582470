import { imageText, type RecordImage } from '@care-atlas/domain/read-model';
import { CHANGE_TYPES, type ChangeType } from '@care-atlas/domain/records';
import { AsOf, daysAfter, EVIDENCE_DAYS, type EvidenceDays } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import { MANY_CHANGED } from '../../directory/feed/change-feed.repository.js';
import type { QueryRows } from '../../directory/feed/exported-record.js';
import { recordImages } from '../../directory/feed/record-images.js';
import { addDoctorsOf, addServices, batches, isTooMuch, readerOf } from './affected-keys.js';

/** The days as of which the records before and after a run are judged. */
export interface JudgedDays {
  readonly before: AsOf;
  readonly after: AsOf;
}

/** Every day of the year passes within as many days. */
const DAYS_OF_A_YEAR = 366;

/** Returns the days of a run: that of the version before it up to which the feed tells what the clock moved, and its own. */
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
  // A clock that was set back moves nothing.
  if (day === null || day >= after.date) return { before: after, after };
  return { before: new AsOf(new Date(`${day}T12:00:00-05:00`), undefined, evidenceDays), after };
}

/**
 * Adds what the listed records were before and after a run to the table feed_change. Records that no list shows otherwise, but
 * that filters tell apart, such as by a date of an observation or a doctor's gender, or that only the clock moves, are added as
 * updates without fields. Call it after the comparison of records, which lists what the run may have changed.
 * @returns the number of added changes
 */
export class ChangeImages {
  readonly #before: QueryRows;
  readonly #after: QueryRows;
  /** The changed clinics whose doctors may have changed too. */
  readonly #ofDoctors: string[] = [];
  #added = 0;

  constructor(
    private readonly client: ClientBase,
    past: ClientBase,
    private readonly days: JudgedDays,
  ) {
    this.#before = readerOf(past);
    this.#after = readerOf(client);
  }

  async add(): Promise<number> {
    await this.client.query(
      `alter table feed_change add image_before jsonb, add image_after jsonb;
      create index on feed_change (type, key)`,
    );
    await this.#addMovedByClock();
    await this.#addClinics();
    if (await this.#areTooMany()) return this.#added;
    for await (const keys of batches(this.client, 'feed_clinic')) {
      await addServices(this.client, await this.#compare('clinic', keys));
    }
    if (await this.#areTooMany()) return this.#added;
    await addDoctorsOf(this.client, this.#ofDoctors);
    for await (const keys of batches(this.client, 'feed_doctor')) await this.#compare('doctor', keys);
    for await (const keys of batches(this.client, 'feed_service')) await this.#compare('service', keys);
    return this.#added;
  }

  /** Adds doctors whose years of practice are others, and clinics and services whose evidence of acceptance may have expired. */
  async #addMovedByClock(): Promise<void> {
    const { before, after } = this.days;
    if (before.date === after.date) return;
    const days: string[] = [];
    for (let day = before.date; day < after.date && days.length < DAYS_OF_A_YEAR;)
      days.push((day = daysAfter(day, 1)));
    const anniversaries = days.map((day) => day.slice(5));
    // In other years, the anniversary of February 29 is the day after February 28.
    if (anniversaries.includes('03-01')) anniversaries.push('02-29');
    await this.#addAnniversaries(anniversaries);
    const lives = [...new Set(Object.values(after.evidenceDays))].filter((life) => life !== null);
    const window = [lives, new Date(before.time), new Date(after.time)];
    const expires = (at: string) => `exists (select from unnest($1::float[]) life
      where ${at} + life * interval '24 hours' >= $2 and ${at} + life * interval '24 hours' < $3)`;
    await this.client.query(
      `insert into moved_acceptance select id from clinic
      where closed_at is null and ${expires('accepting_observed_at')} on conflict do nothing`,
      window,
    );
    await this.client.query(
      `insert into feed_service select clinic_id from specialty_service
      where accepting is not null and ${expires('observed_at')}`,
      window,
    );
  }

  /** Where there are too many, as on July 1, one change says so, and filters on the years cannot be told from then on. */
  async #addAnniversaries(days: readonly string[]): Promise<void> {
    const ofDoctors = `from doctor where expired_at is null and to_char(practising_since, 'MM-DD') = any ($1::text[])`;
    const { rows } = await this.client.query<{ count: number }>(`select count(*)::integer ${ofDoctors}`, [
      days,
    ]);
    if (await isTooMuch(this.client, rows[0]!.count)) {
      await this.#addMany(MANY_CHANGED.years);
      return;
    }
    await this.client.query(
      `insert into feed_doctor select registration_number, true ${ofDoctors}
      on conflict (key) do update set in_clinics = true`,
      [days],
    );
  }

  /**
   * Returns whether the images of so many records may differ that one change stands for all, and adds that change. Doctors of
   * compared clinics with another acceptance count; of most clinics that a live source confirms, nothing changed.
   */
  async #areTooMany(): Promise<boolean> {
    const { rows } = await this.client.query<{ count: number }>(
      `select ((select count(*) from feed_clinic) + (
        select count(*) from doctor left join feed_doctor on key = registration_number
        where key is not null or primary_clinic_id in (
          select id from moved_acceptance where id = any ($1::uuid[]))))::integer as count`,
      [this.#ofDoctors],
    );
    const areTooMany = await isTooMuch(this.client, rows[0]!.count);
    if (areTooMany) await this.#addMany(MANY_CHANGED.all);
    return areTooMany;
  }

  /** Adds changes that stand for those of too many records. */
  async #addMany(key: string): Promise<void> {
    await this.client.query(
      `insert into feed_change (type, key, op, fields) select type, $2, 'updated', '{}' from unnest($1::text[]) type`,
      [CHANGE_TYPES, key],
    );
    this.#added += CHANGE_TYPES.length;
  }

  /** Adds the clinics whose acceptance rests on another observation, and those of the doctors. */
  async #addClinics(): Promise<void> {
    await this.client.query(
      `insert into feed_clinic select id from moved_acceptance
      union select primary_clinic_id from doctor join feed_doctor on key = registration_number
      union select clinic_id from additional_location join feed_doctor on key = registration_number
      on conflict do nothing`,
    );
    await this.client.query(
      `insert into feed_clinic select survivor from corrected_record
      where record = 'clinic' and survivor is not null and key::uuid in (select key from feed_clinic)
      on conflict do nothing`,
    );
  }

  /** @returns the keys of the records that changed */
  async #compare(type: ChangeType, keys: readonly string[]): Promise<readonly string[]> {
    const [before, after] = await Promise.all([
      recordImages(this.#before, type, keys),
      recordImages(this.#after, type, keys),
    ]);
    const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap(
      (key) => this.#changeOf(type, key, before.get(key), after.get(key)) ?? [],
    );
    if (type === 'clinic')
      for (const { key } of changed)
        if (this.#differ(withoutStaff(before.get(key)), withoutStaff(after.get(key))))
          this.#ofDoctors.push(key);
    if (changed.length === 0) return [];
    const rows = JSON.stringify(changed);
    const known = await this.client.query(
      `update feed_change set image_before = image.before, image_after = image.after
      from jsonb_to_recordset($1::jsonb) image (type text, key text, before jsonb, after jsonb)
      where feed_change.type = image.type and feed_change.key = image.key returning feed_change.key`,
      [rows],
    );
    const described = new Set((known.rows as readonly { readonly key: string }[]).map(({ key }) => key));
    const others = changed.filter(({ key }) => !described.has(key));
    await this.client.query(
      `insert into feed_change (type, key, op, fields, image_before, image_after)
      select type, key, 'updated', '{}', before, after
      from jsonb_to_recordset($1::jsonb) image (type text, key text, before jsonb, after jsonb)`,
      [JSON.stringify(others)],
    );
    this.#added += others.length;
    return changed.map(({ key }) => key);
  }

  #changeOf(type: ChangeType, key: string, before?: RecordImage, after?: RecordImage) {
    const differs = this.#differ(before, after);
    return differs && { type, key, before: differs === 'by clock' ? SAME : before, after };
  }

  /** Returns whether two images of a record differ, or only the clock tells them apart. */
  #differ(before: RecordImage | undefined, after: RecordImage | undefined): 'yes' | 'by clock' | undefined {
    const was = before && imageText(before, this.days.after);
    if (was !== (after && imageText(after, this.days.after))) return 'yes';
    return before && imageText(before, this.days.before) !== was ? 'by clock' : undefined;
  }
}

/** Stands for an image before a change that is the one after it. */
const SAME = 'same';

/** Returns what doctors show of a clinic, as an image. */
function withoutStaff(image: RecordImage | undefined): RecordImage | undefined {
  return image && { clinic: image.clinic, staff: [] };
}
