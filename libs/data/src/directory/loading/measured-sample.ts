import { type FieldOutcomes, type MeasuredSample, WHOLE_SAMPLE } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import type { AccuracyAuditEntity } from '../../entities/imports/accuracy-audit.entity.js';

/** A directory that is invented, even in part, has no accuracy. */
const NEWEST_MEASURED = `select protocol_hash as "protocolHash", drawn_at as "drawnAt" from accuracy_audit
  where measured_at is not null and not exists (select from clinic where origin = 'sample')
  order by drawn_at desc, protocol_hash limit 1`;

const countOf = (outcome: string) => `count(*) filter (where outcome = '${outcome}')::int as ${outcome}`;
/** The counts of each outcome, as columns. */
export const OUTCOME_COUNTS = ['correct', 'incorrect', 'unreachable'].map(countOf).join(', ');

/** Returns the newest sample of which the results were imported; undefined where data is invented. */
export async function measuredSample(client: ClientBase): Promise<MeasuredSample | undefined> {
  const { rows } = await client.query<Pick<AccuracyAuditEntity, 'protocolHash' | 'drawnAt'>>(NEWEST_MEASURED);
  const [audit] = rows;
  if (!audit) return undefined;
  const { protocolHash, drawnAt: sampledAt } = audit;
  const outcomes = await client.query<FieldOutcomes>(
    `select field, stratum, ${OUTCOME_COUNTS}
    from accuracy_finding, unnest(array['${WHOLE_SAMPLE}'] || strata) stratum
    where protocol_hash = $1 group by field, stratum
    order by field collate "C", stratum <> '${WHOLE_SAMPLE}', stratum collate "C"`,
    [protocolHash],
  );
  return { protocolHash, sampledAt, outcomes: outcomes.rows };
}
