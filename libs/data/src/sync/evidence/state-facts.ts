import type { EvidenceRecordKind } from '../../entities/directory/evidence.entity.js';
import { createTempTable } from '../staging/column-sql.js';
import { isLiveSource } from '../run/source-facts.js';
import type { SyncContext } from '../run/sync-context.js';

interface StatedFact {
  /** SQL for the value as JSON, null if the row has none. */
  readonly value: string;
  /** SQL for the time of the extract in which the source said so first, if it said nothing else since. */
  readonly since: string;
  /** The name under which a row may keep what is stored. */
  readonly keptAs: string;
}

/** Where the statements of a source are read from. Every SQL fragment is a constant of this library. */
export interface StatedFacts {
  readonly record: EvidenceRecordKind;
  /** The staged rows, in terms of `staged`, joined with the stored records, in terms of `stored`, if there are any. */
  readonly from: string;
  /** SQL for the key of a row. */
  readonly key: string;
  /** SQL for the time at which the stored record was described last. */
  readonly described: string;
  /** SQL for the time of the extract that has the row. */
  readonly extracted: string;
  readonly facts: Readonly<Record<string, StatedFact>>;
}

/** How a run states facts. */
export interface Stating {
  /** The fields that the source does not give. */
  readonly absent?: readonly string[];
  /** Whether its extract confirms what it says: a complete one of a live source. */
  readonly confirms?: boolean;
}

/**
 * Records what the staged rows say, before they are merged. Writes only what differs from what their source said before:
 * that it still says so follows from the time of the record. A value that is said anew is said since this extract. What a
 * live source says is confirmed by the complete extracts that have it, and by nothing else.
 */
export async function stateFacts(
  { client }: SyncContext,
  { record, from, key, described, extracted, facts }: StatedFacts,
  { absent = [], confirms = false }: Stating,
): Promise<void> {
  const rows = Object.entries(facts).map(([field, { value, since, keptAs }]) => {
    const isKept = absent.includes(keptAs) ? 'true' : `coalesce('${keptAs}' = any (staged.kept), false)`;
    return `('${field}', ${value}, ${since}, ${isKept})`;
  });
  const repeats = 'said.value = fact.value and said.since is not null';
  const confirmed = confirms
    ? `case when ${repeats} then greatest(said.observed_at, ${extracted}) else ${extracted} end`
    : `case when ${repeats} then said.observed_at end`;
  const stated = await createTempTable(
    client,
    'stated_fact',
    `select ${key} as key, fact.field, staged.source, fact.value, fact.since, is_kept, ${described} as described,
      confirmed
    from ${from} cross join lateral (values ${rows.join(', ')}) fact (field, value, since, is_kept)
    left join evidence said on said.record = '${record}' and said.key = ${key} and said.field = fact.field
      and said.source = staged.source
    cross join lateral (select case when fact.value is not null and ${isLiveSource('staged.source')} then ${confirmed} end) at (confirmed)
    where stored.source <> staged.source or case when is_kept then said.observed_at is null and said.key is not null
      else said.value is distinct from fact.value or said.observed_at is distinct from confirmed
        or said.since is null and said.key is not null end`,
  );
  if (stated === 0) return;
  const ofFact = `said.record = '${record}' and said.key = fact.key and said.field = fact.field`;
  // A row of an earlier release: nothing tells when its source said so first.
  await client.query(
    `update evidence said set since = coalesce(said.observed_at, fact.described) from stated_fact fact
    where ${ofFact} and said.source = fact.source and said.since is null`,
  );
  // What another source said, or this one no longer does, keeps the time at which it was said last.
  await client.query(
    `update evidence said set observed_at = fact.described from stated_fact fact
    where ${ofFact} and said.observed_at is null and (is_kept or said.source <> fact.source)
      and not ${isLiveSource('said.source')}`,
  );
  await client.query(
    `delete from evidence said using stated_fact fact
    where ${ofFact} and said.source = fact.source and fact.value is null and not is_kept`,
  );
  await client.query(
    `insert into evidence as said (record, key, field, source, value, since, observed_at)
    select '${record}', key, field, source, value, since, confirmed from stated_fact where value is not null and not is_kept
    on conflict (record, key, field, source) do update set value = excluded.value, observed_at = excluded.observed_at,
      since = case when said.value = excluded.value then coalesce(said.since, excluded.since) else excluded.since end,
      previous = case when said.value = excluded.value then said.previous else said.value end`,
  );
  // The database takes another value with the same time, as of a corrected file, for one of an earlier release.
  await client.query(
    `update evidence said set since = fact.since from stated_fact fact
    where ${ofFact} and said.source = fact.source and said.since is null and fact.value is not null and not is_kept`,
  );
}

/**
 * SQL for the facts of a doctor that were different before, in terms of the row `stored` and of its row `changed` in
 * changed_doctor. What a doctor has now follows from the record.
 */
export const PREVIOUS_FACTS = `nullif(coalesce(stored.previous_facts, '{}') || jsonb_strip_nulls(jsonb_build_object(
  'registration', case when change = 'unexpired' then 'expired' end,
  'specialties', fields -> 'specialties' -> 0,
  'languages', fields -> 'languages' -> 0,
  'practice', case when stored.primary_clinic_id <> changed.primary_clinic_id then stored.primary_clinic_id end)), '{}')`;
