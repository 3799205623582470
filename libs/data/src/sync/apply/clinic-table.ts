import { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import { plainColumns } from '../staging/plain-columns.js';
import type { RecordTable } from './record-store.js';

const COLUMNS = plainColumns(ClinicEntity)
  // Acceptance is derived from all observations: see `deriveAcceptance`.
  .filter((name) => name !== 'id' && !name.startsWith('accepting'));

export const CLINIC_TABLE: RecordTable = {
  name: 'clinic',
  key: 'id',
  columns: [...COLUMNS, 'specialDays'],
  lists: {
    openingHours: {
      read: `(select coalesce(jsonb_agg(jsonb_build_array(weekday, opens, closes) order by weekday, opens), '[]')
        from opening_interval where clinic_id = stored.id)`,
      remove: 'delete from opening_interval using CHANGED where clinic_id = key::uuid',
      insert: `insert into opening_interval (clinic_id, weekday, opens, closes)
        select key::uuid, (span ->> 0)::smallint, (span ->> 1)::smallint, (span ->> 2)::smallint
        from CHANGED, jsonb_array_elements(list) span`,
    },
  },
};

/** The properties that a change of a clinic is logged by; others follow from them, or are times. */
export const LOGGED_OF_CLINIC = [
  ...CLINIC_TABLE.columns.filter(
    (name) =>
      !['searchName', 'addressKey', 'placeKey', 'source', 'syncedAt', 'extractedAt', 'closedAt'].includes(
        name,
      ),
  ),
  'openingHours',
];
