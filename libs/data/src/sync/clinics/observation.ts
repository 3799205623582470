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
>;

export const STAGED_OBSERVATION: ColumnTypes<keyof StagedObservation> = OBSERVATION.except('id');

/** Each kind of subject, by the property that refers to it. */
const SUBJECTS = ['clinicId', 'registrationNumber'] as const;

/** Merges the table staged_observation. Two with the same subject, method and time are one observation. */
export async function mergeObservations(context: SyncContext): Promise<{ created: number; updated: number }> {
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
