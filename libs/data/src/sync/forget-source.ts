import type { ClientBase } from 'pg';
import { CORRECTIONS } from '../entities/imports/corrections-source.js';
import type { CorrectionEvent } from './corrections/make-correction.js';
import { applyTouched } from './resolve/apply-touched.js';
import type { SyncContext } from './run/sync-context.js';
import type { SyncCounts } from './run/sync-counts.js';

const UNFORGETTABLE: Readonly<Record<string, string>> = {
  [CORRECTIONS]: 'Decisions of operators are withdrawn one by one: `corrections` lists them.',
  sample: 'The sample goes with the first import of real data: --replace-sample.',
};

/**
 * Forgets a source. Open records have no value from it any more, and those that no other source lists end. Its records
 * still tell which clinics are one, so that every id answers; an import of the source begins anew. Reviews stay, because
 * they do not have their source.
 */
export async function forgetSource(
  context: SyncContext,
  source: string,
  by: string,
  why: string,
): Promise<{ readonly event: CorrectionEvent; readonly counts: Partial<SyncCounts> }> {
  const { client, rejects, changes } = context;
  await requireForgettable(client, source);
  const read = await forgetRecords(context, source);
  const services = await changes.addEach(
    'service',
    'closed',
    `clinic_id || ' ' || specialty.name`,
    'specialty_service join specialty on specialty.id = specialty_id where source = $1',
    [source],
  );
  await client.query('delete from specialty_service where source = $1', [source]);
  for (const table of ['evidence', 'availability_observation', 'unmatched_record', 'source_extract'])
    await client.query(`delete from ${table} where source = $1`, [source]);
  await client.query(
    `insert into source (name, forgotten_at) values ($1, $2) on conflict (name) do update set forgotten_at = $2,
      publisher = null, licence = null, attribution = null, method = null, confirms = false`,
    [source, context.now],
  );
  const { opened: _, created: __, kept, ...counts } = await applyTouched(context);
  if (kept > 0)
    rejects.notify(
      `${kept} clinics of ${source} stay open, because listed doctors practice there. What no other source says of them is as ${source} said it.`,
    );
  const event = {
    actor: by,
    action: 'source-forgotten',
    subject: source,
    details: { why, records: read, services, ...counts, kept },
  } as const;
  return { event, counts: { read, kept, ...counts } };
}

/** Ends the records of a source without taking them away. @returns their number */
async function forgetRecords({ client, now }: SyncContext, source: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with forgotten as (
      update source_record set forgotten = true, said = null, confirmed_at = null, ended_at = coalesce(ended_at, $2)
      where source = $1 and not forgotten returning kind, key
    ), clinics as (
      insert into touched_clinic select key from forgotten where kind = 'clinic' on conflict do nothing
    ), doctors as (
      insert into touched_doctor select key from forgotten where kind = 'doctor' on conflict do nothing
    ) select count(*)::integer as count from forgotten`,
    [source, now],
  );
  return rows[0]!.count;
}

/** @throws when the source is none that imports bring, or has nothing to forget */
async function requireForgettable(client: ClientBase, source: string): Promise<void> {
  const reason = UNFORGETTABLE[source];
  if (reason !== undefined) throw new Error(reason);
  const { rows } = await client.query<{ name: string }>(
    `select source as name from source_record where not forgotten
    union select source from specialty_service union select source from availability_observation
    union select source from unmatched_record order by name`,
  );
  const names = rows.map(({ name }) => name).filter((name) => name !== '' && !(name in UNFORGETTABLE));
  if (names.includes(source)) return;
  const known = names.length > 0 ? ` It has: ${names.join(', ')}.` : '';
  throw new Error(`The directory has nothing of a source ${JSON.stringify(source)}.${known}`);
}
