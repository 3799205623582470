import { stateFacts } from '../evidence/state-facts.js';
import type { SyncContext } from '../run/sync-context.js';

const KNOWN = `nullif(VALUE, 'null')`;
/** The facts of a clinic, with SQL for their values in a source record. */
const FACTS = {
  hours: [
    'hours',
    `(select nullif(jsonb_agg(jsonb_build_array(span -> 'weekday', span -> 'opens', span -> 'closes')), '[]')
    from jsonb_array_elements(case when jsonb_typeof(VALUE) = 'object' then VALUE -> 'spans' else '[]' end) span)`,
  ],
  wheelchair: ['wheelchair', KNOWN],
  virtualVisits: ['virtualVisits', KNOWN],
  phone: ['phone', KNOWN],
  website: ['website', KNOWN],
} as const;

/** Keeps what the source of the run says of the facts of clinics, since when, and what it said before. */
export async function stateClinicFacts({ client, run }: SyncContext): Promise<void> {
  await stateFacts(client, {
    record: 'clinic',
    facts: FACTS,
    stated: '(select key as said_of from stated_clinic)',
    records: `(select record.*, key as said_of from source_record record join stated_clinic using (key) where kind = 'clinic')`,
    source: run.source,
  });
}
