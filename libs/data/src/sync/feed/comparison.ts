import { imageText, type RecordImage } from '@care-atlas/domain/read-model';
import { CHANGE_TYPES, type ChangeType } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { MANY_CHANGED } from '../../directory/feed/change-feed.repository.js';
import { exportedRecords, type QueryRows } from '../../directory/feed/exported-record.js';
import { recordImages } from '../../directory/feed/record-images.js';
import { addDoctorsOf, addServices, batches, CORRECTED, isTooMuch } from './affected-keys.js';
import { addMovedByClock, type JudgedDays } from './moved-by-clock.js';
import { changeOf, changesServices, changesSummary, type RecordChange } from './record-change.js';

/** What a listed record was before a run and is after it, as filters see it. */
interface ImageChange {
  readonly before: RecordImage | typeof SAME | undefined;
  readonly after: RecordImage | undefined;
}

/** What corrections say of a record before a run and after it. */
interface Corrected {
  readonly wasHidden: boolean;
  readonly isHidden: boolean;
  readonly survivor: string | null;
}

/** Stands for an image before a change that is the one after it. */
const SAME = 'same';

/**
 * Compares records before and after a run, both as of one day: what the clock moves, copies compute themselves. Records that no
 * list shows otherwise, but that filters tell apart, such as by a date of an observation or a doctor's gender, or that only the
 * clock moves, are updates without fields.
 */
export class Comparison {
  readonly #before: QueryRows;
  readonly #after: QueryRows;
  /** The changed clinics whose doctors show the change, and those whose doctors only filters tell apart. */
  readonly #shown: string[] = [];
  readonly #filtered: string[] = [];
  /** Whether images are compared: of too many, one change stands for all. */
  #hasImages = true;
  #changes = 0;

  constructor(
    private readonly client: ClientBase,
    private readonly past: ClientBase,
    private readonly days: JudgedDays,
  ) {
    this.#before = async (sql, values) => (await past.query(sql, [...values])).rows;
    this.#after = async (sql, values) => (await client.query(sql, [...values])).rows;
  }

  /** Adds the changes to the table feed_change. @returns their number */
  async run(): Promise<number> {
    const { rows: corrected } = await this.client.query<{ key: string }>(
      `select key from ${CORRECTED} where record = 'clinic'`,
    );
    this.#shown.push(...corrected.map(({ key }) => key));
    const areYearsTooMany = await addMovedByClock(this.client, this.days);
    await this.#addClinics();
    this.#hasImages = !(await this.#areTooMany());
    for await (const keys of batches(this.client, 'feed_clinic')) await this.#compare('clinic', keys);
    await addDoctorsOf(this.client, this.#shown);
    this.#hasImages &&= !(await this.#areTooMany());
    if (this.#hasImages) await addDoctorsOf(this.client, this.#filtered);
    for (const type of ['doctor', 'service'] as const)
      for await (const keys of batches(this.client, `feed_${type}`)) await this.#compare(type, keys);
    // They are the last, because no change after them has images.
    if (areYearsTooMany) await this.#addMany(MANY_CHANGED.years);
    if (!this.#hasImages) await this.#addMany(MANY_CHANGED.all);
    return this.#changes;
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

  /**
   * Returns whether the images of too many records may differ. Doctors of compared clinics with another acceptance count; of
   * most clinics that a live source confirms, nothing changed.
   */
  async #areTooMany(): Promise<boolean> {
    const { rows } = await this.client.query<{ count: number }>(
      `select ((select count(*) from feed_clinic) + (
        select count(*) from doctor left join feed_doctor on key = registration_number
        where key is not null or primary_clinic_id in (
          select id from moved_acceptance where id = any ($1::uuid[]))))::integer as count`,
      [this.#filtered],
    );
    return isTooMuch(this.client, rows[0]!.count);
  }

  /** Adds changes that stand for those of too many records. */
  async #addMany(key: string): Promise<void> {
    await this.#add(CHANGE_TYPES.map((type) => ({ type, key, op: 'updated', fields: [] })));
  }

  async #compare(type: ChangeType, keys: readonly string[]): Promise<void> {
    const changes = await this.#recordChanges(type, keys);
    const images = this.#hasImages ? await this.#imageChanges(type, keys) : new Map<string, ImageChange>();
    const described = new Set(changes.map(({ key }) => key));
    const others = [...images.keys()].filter((key) => !described.has(key));
    if (type === 'clinic') {
      await addServices(this.client, [
        ...changes.filter(changesServices).map(({ key }) => key),
        ...images.keys(),
      ]);
      this.#shown.push(...changes.filter(changesSummary).map(({ key }) => key));
    }
    await this.#add([
      ...changes.map((change) => ({ ...change, ...images.get(change.key) })),
      ...others.map((key) => ({ type, key, op: 'updated' as const, fields: [], ...images.get(key) })),
    ]);
  }

  async #add(changes: readonly (RecordChange & Partial<ImageChange>)[]): Promise<void> {
    if (changes.length === 0) return;
    await this.client.query(
      `insert into feed_change (type, key, op, fields, survivor, image_before, image_after)
      select type, key, op, fields, survivor, before, after
      from json_to_recordset($1::json) change (
        type text, key text, op text, fields text[], survivor uuid, before json, after json)`,
      [JSON.stringify(changes)],
    );
    this.#changes += changes.length;
  }

  /** Returns the records whose images differ, with these, by key. */
  async #imageChanges(type: ChangeType, keys: readonly string[]): Promise<ReadonlyMap<string, ImageChange>> {
    const [before, after] = await Promise.all([
      recordImages(this.#before, type, keys),
      recordImages(this.#after, type, keys),
    ]);
    const changes = new Map<string, ImageChange>();
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(key), after.get(key)];
      const differs = this.#differ(was, is);
      if (!differs) continue;
      changes.set(key, { before: differs === 'by clock' ? SAME : was, after: is });
      if (type === 'clinic' && this.#differ(withoutStaff(was), withoutStaff(is))) this.#filtered.push(key);
    }
    return changes;
  }

  /** Returns whether two images of a record differ, or only the clock tells them apart. */
  #differ(before: RecordImage | undefined, after: RecordImage | undefined): 'yes' | 'by clock' | undefined {
    const was = before && imageText(before, this.days.after);
    if (was !== (after && imageText(after, this.days.after))) return 'yes';
    return before && imageText(before, this.days.before) !== was ? 'by clock' : undefined;
  }

  async #recordChanges(type: ChangeType, keys: readonly string[]): Promise<readonly RecordChange[]> {
    const [before, after] = await Promise.all([
      exportedRecords(this.#before, type, keys, this.days.after),
      exportedRecords(this.#after, type, keys, this.days.after),
    ]);
    const corrected = await this.#corrected(type, keys);
    const ids = new Set([...before.keys(), ...after.keys()]);
    // Their ids are their keys; of a service, the key is that of its clinic.
    if (type !== 'service')
      for (const [key, { isHidden, survivor }] of corrected) if (isHidden || survivor) ids.add(key);
    const isNew = [...ids].some((id) => !before.has(id));
    const known = isNew ? await this.#knownBefore(type, keys) : new Set<string>();
    return [...ids].flatMap((id) => {
      const { wasHidden = false, isHidden = false, survivor } = corrected.get(recordKeyOf(type, id)) ?? {};
      const change = changeOf({
        type,
        key: id,
        before: before.get(id),
        after: after.get(id),
        wasKnown: known.has(id),
        survivor: survivor ?? undefined,
        wasHidden,
        isHidden,
      });
      return change ?? [];
    });
  }

  /**
   * Returns which records corrections hid before the run, and hide now, by key; and which clinics answer for others since this run,
   * unless it follows from the merge of one that answered before. A hidden clinic has no services.
   */
  async #corrected(type: ChangeType, keys: readonly string[]): Promise<ReadonlyMap<string, Corrected>> {
    const { rows } = await this.client.query<Corrected & { key: string }>(
      `select coalesce(now.key, former.key) as key, coalesce(former.hidden, false) as "wasHidden",
        coalesce(now.hidden, false) as "isHidden",
        case when now.survivor is distinct from former.survivor and now.survivor is distinct from next.survivor
          then now.survivor end as survivor
      from (select * from corrected_record where record = $1 and key = any ($2::text[])) now
      full join (select * from feed_correction where record = $1 and key = any ($2::text[])) former using (key)
      left join corrected_record next on next.record = 'clinic' and next.key = former.survivor::text`,
      [type === 'doctor' ? 'doctor' : 'clinic', keys],
    );
    return new Map(rows.map(({ key, ...corrected }) => [key, corrected]));
  }

  /** Returns those that the directory had before the run, listed or not. */
  async #knownBefore(type: ChangeType, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.past.query<{ id: string }>(KNOWN[type], [keys]);
    return new Set(rows.map(({ id }) => id));
  }
}

/** Returns the key of the record that a correction would hide: of a service, its clinic. */
function recordKeyOf(type: ChangeType, id: string): string {
  return type === 'service' ? id.slice(0, UUID_CHARACTERS) : id;
}

const UUID_CHARACTERS = 36;

const KNOWN = {
  doctor: 'select registration_number as id from doctor where registration_number = any ($1::text[])',
  clinic: 'select id from clinic where id = any ($1::uuid[])',
  service: `select clinic_id || ' ' || name as id from specialty_service join specialty on id = specialty_id
    where clinic_id = any ($1::uuid[])`,
} as const satisfies Record<ChangeType, string>;

/** Returns what doctors show of a clinic, as an image. */
function withoutStaff(image: RecordImage | undefined): RecordImage | undefined {
  return image && { clinic: image.clinic, staff: [] };
}
