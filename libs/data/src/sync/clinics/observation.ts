import type { ClientBase } from 'pg';
import { columnName } from '../../entities/column-name.js';
import { AvailabilityObservationEntity } from '../../entities/availability-observation.entity.js';
import { type ColumnProperty, type ColumnTypes, EntityTable } from '../staging/entity-table.js';
import { mergeRecords } from '../staging/record-merge.js';
import type { SyncContext } from '../run/sync-context.js';

const OBSERVATION = new EntityTable(AvailabilityObservationEntity);

/** A row of the table staged_observation. */
export type StagedObservation = Pick<
  AvailabilityObservationEntity,
  Exclude<ColumnProperty<AvailabilityObservationEntity>, 'id'>
> & {
  /** Whether the source gives no date: `observedAt` is the time of the run then. */
  readonly undated: boolean;
};

export const STAGED_OBSERVATION: ColumnTypes<keyof StagedObservation> = {
  ...OBSERVATION.except('id'),
  undated: 'boolean',
};

/** Each kind of subject, by the property that refers to it. */
const SUBJECTS = ['clinicId', 'registrationNumber'] as const;

/** Merges the table staged_observation. Two with the same subject, method and time are one observation. */
export async function mergeObservations(context: SyncContext): Promise<{ created: number; updated: number }> {
  await moveUndated(context.client);
  const sum = { created: 0, updated: 0 };
  for (const subject of SUBJECTS) {
    const column = columnName(subject);
    const { created, updated } = await mergeRecords(context, {
      record: 'observation',
      table: OBSERVATION,
      key: [subject, 'method', 'observedAt'],
      columns: ['accepting', 'code'],
      inserted: ['source'],
      from: `(select * from staged_observation where ${column} is not null)`,
      keyText: `concat_ws(' ', staged.${column}, nullif(staged.method, ''),
        to_char(staged.observed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`,
    });
    sum.created += created;
    sum.updated += updated;
  }
  return sum;
}

/** A source without dates that repeats itself, not another one, makes one observation, whose time moves with every run. */
async function moveUndated(client: ClientBase): Promise<void> {
  await client.query(
    `update availability_observation stored set observed_at = staged.observed_at
    from staged_observation staged
    where staged.undated and stored.clinic_id = staged.clinic_id and stored.method = staged.method
      and stored.source in ('', staged.source) and stored.accepting = staged.accepting and stored.observed_at < staged.observed_at
      and not exists (
        select from availability_observation later
        where later.clinic_id = stored.clinic_id and later.method = stored.method
          and later.observed_at > stored.observed_at)`,
  );
}
