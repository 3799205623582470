import type { EvidenceMethod, LapsingFact, RunReport } from '@care-atlas/domain/records';
import { type EvidenceDays, expiryOf, methodOf } from '@care-atlas/domain/rules';
import { sourceMethod } from '../../directory/loading/evidence-row.js';
import { MERGED_CLINICS } from '../../directory/loading/merged-clinic.js';
import type { SyncContext } from './sync-context.js';

/** Answers of which their source said the same thing first in the same extract. */
interface Listed {
  readonly field: LapsingFact;
  /** The word for the method of observation; empty for that of the source. */
  readonly word: string;
  readonly since: Date;
  readonly answers: number;
}

const LISTED = `
  select 'accepting' as field, observation.method as word, since, count(*)::integer as answers
  from clinic join availability_observation observation on clinic_id = clinic.id
    and (observation.method, observed_at, observation.source) = (accepting_method, accepting_observed_at, accepting_source)
  left join source on source.name = observation.source
  where closed_at is null and since is not null and observation.source = $1
    and not coalesce(confirms and observed_at > since, false)
    and clinic.id in (
      select coalesce(survivor, key::uuid) from source_record record left join ${MERGED_CLINICS} merged on merged_id::text = key
      where record.source = $1 and kind = 'clinic' and record.extracted_at = $2 and ended_at is null)
  group by word, since
  union all
  select 'serviceAccepting', '', said.since, count(*)::integer
  from specialty_service service join clinic on clinic.id = clinic_id
    join specialty on specialty.id = specialty_id
    join source_record record on record.source = service.source and kind = 'service'
      and record.key = concat(clinic_id, ' ', folded_name)
    join evidence said on said.record = 'service' and said.key = concat(clinic_id, ' ', specialty_id)
      and said.field = 'serviceAccepting' and said.source = service.source
  left join source on source.name = service.source
  where closed_at is null and service.source = $1 and said.since is not null
    and not coalesce(confirms and said.observed_at is not null, false)
    and record.extracted_at = $2
  group by said.since
  order by field`;

/**
 * Returns how many answers that the run's extract has lapse because it gives no date, and when the first does. Without
 * more, an import of the same answers does not keep them.
 */
export async function lapsesOf(
  { client, run, now, extractedAt, absent }: SyncContext,
  evidenceDays: EvidenceDays,
): Promise<Pick<RunReport, 'lapses'>> {
  if (absent().includes('accepting')) return {};
  const { rows: sources } = await client.query<{ method: EvidenceMethod | null }>(
    'select method from source where name = $1',
    [run.source],
  );
  const { method: stated = null } = sources[0] ?? {};
  const { rows } = await client.query<Listed>(LISTED, [run.source, extractedAt]);
  const time = now.getTime();
  const byField = new Map<LapsingFact, { answers: number; lapsed: number; first: number }>();
  for (const { field, word, since, answers } of rows) {
    const method = methodOf({
      method: word,
      observedAt: since,
      sourceMethod: sourceMethod(run.source, stated),
    });
    const observation = { value: null, method, observedAt: since.getTime() };
    const expiry = expiryOf(observation, { time, evidenceDays });
    if (expiry === Infinity) continue;
    const sum = byField.get(field) ?? { answers: 0, lapsed: 0, first: Infinity };
    byField.set(field, sum);
    if (time > expiry) sum.lapsed += answers;
    else {
      sum.answers += answers;
      sum.first = Math.min(sum.first, expiry);
    }
  }
  if (byField.size === 0) return {};
  const lapses = Array.from(byField, ([field, { first, ...counts }]) => ({
    field,
    ...counts,
    first: first === Infinity ? null : new Date(first).toISOString(),
  }));
  return { lapses };
}
