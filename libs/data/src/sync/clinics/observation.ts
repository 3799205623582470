import type { ClientBase } from 'pg';
import { mergeRecords } from '../run/merge.js';
import type { SyncContext } from '../run/sync-context.js';

/** The two kinds of subject, by the column that holds them. */
const SUBJECTS = ['clinic_id', 'registration_number'] as const;

/**
 * Keeps the observations of the table staged_observation (clinic_id, registration_number, accepting, method,
 * observed_at, undated). The same subject, method and time twice is one observation.
 */
export async function mergeObservations(context: SyncContext): Promise<{ created: number; updated: number }> {
  await repeatUndated(context.client);
  const sum = { created: 0, updated: 0 };
  for (const subject of SUBJECTS) {
    const { created, updated } = await mergeRecords(context, {
      record: 'observation',
      table: 'availability_observation',
      key: [subject, 'method', 'observed_at'],
      columns: ['accepting'],
      from: `(select * from staged_observation where ${subject} is not null)`,
      keyText: `concat_ws(' ', staged.${subject}, nullif(staged.method, ''),
        to_char(staged.observed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`,
    });
    sum.created += created;
    sum.updated += updated;
  }
  return sum;
}

/** What a source without dates keeps saying is one observation, whose time moves on with every run. */
async function repeatUndated(client: ClientBase): Promise<void> {
  await client.query(
    `update availability_observation held set observed_at = staged.observed_at
    from staged_observation staged
    where staged.undated and held.clinic_id = staged.clinic_id and held.method = staged.method
      and held.accepting = staged.accepting and held.observed_at < staged.observed_at
      and not exists (
        select from availability_observation later
        where later.clinic_id = held.clinic_id and later.method = held.method
          and later.observed_at > held.observed_at)`,
  );
}
