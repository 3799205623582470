import type { ClientBase } from 'pg';
import { CORRECTIONS } from '@care-atlas/domain/records';
import type { CorrectionEvent } from './corrections/make-correction.js';
import { DETAIL_KINDS } from '../entities/imports/source-record.entity.js';
import { applyTouched } from './resolve/apply-touched.js';
import type { SyncContext } from './run/sync-context.js';
import type { SyncCounts } from './run/sync-counts.js';

const UNFORGETTABLE: Readonly<Record<string, string>> = {
  [CORRECTIONS]: 'Decisions of operators are withdrawn one by one: `corrections` lists them.',
  sample: 'The sample goes with the first import of real data: --replace-sample.',
};

/**
 * Forgets a source. Open records have no value from it any more, and those that no other source lists end. Its records
 * still tell which clinics are one, so that every id answers; an import of the source begins anew.
 */
export async function forgetSource(
  context: SyncContext,
  source: string,
  by: string,
  why: string,
): Promise<{ readonly event: CorrectionEvent; readonly counts: Partial<SyncCounts> }> {
  const { client, rejects } = context;
  await requireForgettable(client, source);
  const read = await forgetRecords(context, source);
  for (const table of ['evidence', 'source_extract'])
    await client.query(`delete from ${table} where source = $1`, [source]);
  await client.query('delete from availability_observation where source = $1 and since is not null', [
    source,
  ]);
  await client.query(
    `insert into source (name, forgotten_at) values ($1, $2) on conflict (name) do update set forgotten_at = $2,
      publisher = null, licence = null, attribution = null, method = null, confirms = false`,
    [source, context.now],
  );
  const { opened: _, created: __, kept, services, ...counts } = await applyTouched(context);
  if (kept > 0) {
    const who = kept === 1 ? `1 clinic of ${source} stays` : `${kept} clinics of ${source} stay`;
    rejects.notify(`${who} open, with what other sources say, because listed doctors practice there.`);
  }
  const event = {
    actor: by,
    action: 'source-forgotten',
    subject: source,
    details: { why, records: read, services, ...counts, kept },
  } as const;
  return { event, counts: { read, kept, ...counts } };
}

/** Ends the clinics and doctors of a source without taking them away, and takes away all else. @returns the number of records */
async function forgetRecords({ client, now }: SyncContext, source: string): Promise<number> {
  const details = DETAIL_KINDS.map(
    (kind) => `${kind}_gone as (
      delete from source_record where source = $1 and kind = '${kind}' returning key
    ), ${kind}_touched as (
      insert into touched_${kind} select key from ${kind}_gone on conflict do nothing
    )`,
  );
  const { rows } = await client.query<{ count: number }>(
    `with forgotten as (
      update source_record set forgotten = true, said = null, confirmed_at = null, ended_at = coalesce(ended_at, $2)
      where source = $1 and subject is null and not forgotten returning kind, key
    ), clinics as (
      insert into touched_clinic select key from forgotten where kind = 'clinic' on conflict do nothing
    ), doctors as (
      insert into touched_doctor select key from forgotten where kind = 'doctor' on conflict do nothing
    ), ${details.join(', ')}
    select ((select count(*) from forgotten) + ${DETAIL_KINDS.map((kind) => `(select count(*) from ${kind}_gone)`).join(' + ')})::integer as count`,
    [source, now],
  );
  return rows[0]!.count;
}

/** @throws when the source is none that imports bring, or has nothing to forget */
async function requireForgettable(client: ClientBase, source: string): Promise<void> {
  const reason = UNFORGETTABLE[source];
  if (reason !== undefined) throw new Error(reason);
  const { rows } = await client.query<{ name: string }>(
    `select distinct source as name from source_record where not forgotten
    union select source from availability_observation where since is not null order by name`,
  );
  const names = rows.map(({ name }) => name).filter((name) => name !== '' && !(name in UNFORGETTABLE));
  if (names.includes(source)) return;
  const known = names.length > 0 ? ` It has: ${names.join(', ')}.` : '';
  throw new Error(`The directory has nothing of a source ${JSON.stringify(source)}.${known}`);
}
