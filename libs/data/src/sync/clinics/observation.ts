import { columnName } from '../../entities/column-name.js';
import { AvailabilityObservationEntity } from '../../entities/directory/availability-observation.entity.js';
import { type ColumnProperty, type ColumnTypes, EntityTable } from '../staging/entity-table.js';
import { mergeRecords } from '../staging/record-merge.js';
import type { SyncContext } from '../run/sync-context.js';

const OBSERVATION = new EntityTable(AvailabilityObservationEntity);

/** A row of the table staged_observation. */
export type StagedObservation = Pick<
  AvailabilityObservationEntity,
  Exclude<ColumnProperty<AvailabilityObservationEntity>, 'id'>
>;

export const STAGED_OBSERVATION: ColumnTypes<keyof StagedObservation> = OBSERVATION.except('id');

/** Each kind of subject, by the property that refers to it. */
const SUBJECTS = ['clinicId', 'registrationNumber'] as const;

/** Merges the table staged_observation. Two with the same subject, method and time are one observation. */
export async function mergeObservations(context: SyncContext): Promise<{ created: number; updated: number }> {
  await makeRoom(context);
  const sum = { created: 0, updated: 0 };
  for (const subject of SUBJECTS) {
    const column = columnName(subject);
    const { created, updated } = await mergeRecords(context, {
      record: 'observation',
      table: OBSERVATION,
      key: [subject, 'method', 'observedAt'],
      columns: ['accepting', 'code'],
      inserted: ['source', 'since'],
      from: `(select * from staged_observation where ${column} is not null)`,
      keyText: `concat_ws(' ', staged.${column}, nullif(staged.method, ''),
        to_char(staged.observed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`,
    });
    sum.created += created;
    sum.updated += updated;
  }
  return sum;
}

/** An observation with a date is another one than what was listed since that very time, and counts more. */
async function makeRoom({ client }: SyncContext): Promise<void> {
  await client.query(
    `update availability_observation stored set observed_at = stored.observed_at - interval '1 millisecond'
    from staged_observation staged
    where staged.since is null and stored.since is not null and stored.clinic_id = staged.clinic_id
      and stored.method = staged.method and stored.observed_at = staged.observed_at
      and not exists (
        select from availability_observation other
        where other.clinic_id = stored.clinic_id and other.method = stored.method
          and other.observed_at = stored.observed_at - interval '1 millisecond')`,
  );
}
