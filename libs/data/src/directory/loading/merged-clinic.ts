/** A subquery for the clinics that others answer for: `merged_id`, and the id of its `survivor`. */
export const MERGED_CLINICS = `(
  select key::uuid as merged_id, survivor from corrected_record where record = 'clinic' and survivor is not null
)`;

/** SQL for the condition that a doctor is hidden. */
export function isHidden(registrationNumber: string): string {
  return `exists (select from corrected_record hiding
    where hiding.record = 'doctor' and hiding.key = ${registrationNumber} and hiding.hidden)`;
}
