import type { ClientBase } from 'pg';
import { confirmedSince } from '../records/stored-record.js';

/** What source records say of facts. Every SQL fragment is a constant of this library. */
export interface StatedFacts {
  readonly record: 'clinic' | 'service';
  /** The field of a source record that each fact is, and SQL for its value, in terms of VALUE. */
  readonly facts: Readonly<Record<string, readonly [field: string, value: string]>>;
  /** A table or subquery with the keys of what is stated anew, as `said_of`. */
  readonly stated: string;
  /** A subquery with the source records, and what each is about, as `said_of`. */
  readonly records: string;
  /** The only source whose words are stated anew; by default all. */
  readonly source?: string;
}

/**
 * Keeps what sources say of facts, since when, and what they said before, in the table `evidence`. Its `observed_at` is when a
 * complete extract of a live source last confirmed the value. Only earlier releases leave `since` empty: the record has the time.
 */
export async function stateFacts(
  client: ClientBase,
  { record, facts, stated, records, source }: StatedFacts,
): Promise<void> {
  const rows = Object.entries(facts).map(([fact, [field, value]]) => {
    const [now, before] = [
      `record.fields -> '${field}'`,
      `record.said -> '${field}' -> 'previous' -> 'value'`,
    ];
    const since = `coalesce((record.said -> '${field}' ->> 'since')::timestamptz, record.first_listed)`;
    const confirmed = `case when ${confirmedSince(field, since)} then confirmed_at end`;
    return `('${fact}', ${value.replaceAll('VALUE', `(${now})`)}, ${value.replaceAll('VALUE', `(${before})`)}, ${since}, ${confirmed})`;
  });
  await client.query(
    `delete from evidence said using ${stated} stated
    where said.record = '${record}' and said.key = stated.said_of and ($1::text is null or said.source = $1)`,
    [source],
  );
  await client.query(
    `insert into evidence (record, key, field, source, value, previous, since, observed_at)
    select '${record}', said_of, field, source, value, previous, since, confirmed
    from ${records} record cross join lateral (values ${rows.join(', ')}) fact (field, value, previous, since, confirmed)
    where value is not null and ($1::text is null or source = $1)`,
    [source],
  );
}
