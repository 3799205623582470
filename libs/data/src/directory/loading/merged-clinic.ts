import { type CorrectedRecordKind } from '@care-atlas/domain/records';

/** A subquery for the clinics that others answer for: `merged_id`, and the id of its `survivor`. */
export const MERGED_CLINICS = `(
  select key::uuid as merged_id, survivor from corrected_record where record = 'clinic' and survivor is not null
)`;

/** SQL for the condition that a record is hidden. @param key its key as a text */
export function isHidden(record: CorrectedRecordKind, key: string): string {
  return `exists (select from corrected_record hiding
    where hiding.record = '${record}' and hiding.key = ${key} and hiding.hidden)`;
}
