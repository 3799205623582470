import type { SpecialtyServiceRecord } from '@care-atlas/domain/records';
import { SpecialtyServiceEntity } from '../../entities/directory/specialty-service.entity.js';
import { type StatedFacts, stateFacts, type Stating } from '../evidence/state-facts.js';
import { EntityTable } from '../staging/entity-table.js';
import { keepStored, type KeptRows } from '../staging/kept-fields.js';
import { mergeCounts, mergeRecords } from '../staging/record-merge.js';
import { type Rows, stage, type StagingTable } from '../staging/staging.js';
import { isLive } from '../run/source-facts.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { Vocabulary } from '../staging/vocabulary.js';
import { keepUnmatched, waitingRecords } from '../unmatched/unmatched-records.js';

const TIME = 'timestamp with time zone';
const SERVICE = new EntityTable(SpecialtyServiceEntity);

type StagedService = Pick<
  SpecialtyServiceEntity,
  'clinicId' | 'waitWeeks' | 'accepting' | 'source' | 'observedAt'
> & {
  /** The folded name. */
  readonly specialty: string;
  /** Of a service that waited: when its source first said so. */
  readonly acceptingSince: Date | null;
  readonly waitSince: Date | null;
};

export const STAGED_SERVICE: StagingTable<StagedService> = {
  name: 'staged_service',
  noun: 'services',
  columns: { ...SERVICE.except('specialtyId'), specialty: 'text', acceptingSince: TIME, waitSince: TIME },
  key: ['clinicId', 'specialty'],
};

const KEPT: KeptRows = {
  staged: STAGED_SERVICE.name,
  stored: `(
    select clinic_id, folded_name as specialty, wait_weeks, accepting
    from specialty_service join specialty on specialty.id = specialty_id
    union all
    select clinic_id, specialty, wait_weeks, accepting
    from (${waitingRecords('service', STAGED_SERVICE.name)}) waiting)`,
  same: 'stored.clinic_id = staged.clinic_id and stored.specialty = staged.specialty',
  fields: {
    waitWeeks: { wait_weeks: 'stored.wait_weeks' },
    accepting: { accepting: 'stored.accepting' },
  },
};

/**
 * Creates and updates the specialties that clinics offer, with their waiting times. A service of a clinic that is not
 * stored waits for it.
 * @throws when a service names no specialty
 */
export async function mergeServices(
  context: SyncContext,
  rows: Rows<SpecialtyServiceRecord>,
): Promise<Partial<SyncCounts>> {
  const specialties = new Vocabulary('specialty');
  const toStaged = ({ clinicId, specialty: name, waitWeeks, accepting }: SpecialtyServiceRecord) => {
    const [specialty] = specialties.foldAll([name]);
    if (!specialty) throw new Error(`A service of clinic ${clinicId} names no specialty.`);
    const { run, extractedAt: observedAt } = context;
    const since = { acceptingSince: null, waitSince: null };
    return { clinicId, specialty, waitWeeks, accepting, source: run.source, observedAt, ...since };
  };
  const staged = await stage(context, STAGED_SERVICE, rows, toStaged);
  const rejected = await keepStored(context, KEPT, { waitWeeks: 'wait in weeks' });
  await specialties.store(context.client);
  await keepFirstSaid(context);
  const waiting = await keepUnmatched(context, 'service', STAGED_SERVICE);
  const { created, updated } = await mergeStagedServices(context, {
    absent: context.absent(),
    confirms: await isLive(context),
  });
  return mergeCounts(staged - rejected, created, updated, waiting);
}

/** Lets services that wait already keep the time at which their source first said so. */
async function keepFirstSaid({ client }: SyncContext): Promise<void> {
  await client.query(
    `update ${STAGED_SERVICE.name} staged set
      accepting_since = case when waiting.accepting = staged.accepting
        then coalesce(waiting.accepting_since, waiting.observed_at) end,
      wait_since = case when waiting.wait_weeks = staged.wait_weeks
        then coalesce(waiting.wait_since, waiting.observed_at) end
    from (${waitingRecords('service', STAGED_SERVICE.name)}) waiting
    where waiting.clinic_id = staged.clinic_id and waiting.specialty = staged.specialty
      and waiting.source = staged.source`,
  );
}

const NAMED = `(select staged.*, specialty.id as specialty_id, specialty.name
  from ${STAGED_SERVICE.name} staged join specialty on specialty.folded_name = staged.specialty)`;

/** What a service's row says about its facts. */
const STATED: StatedFacts = {
  record: 'service',
  from: `${NAMED} staged left join specialty_service stored using (clinic_id, specialty_id)`,
  key: `concat(staged.clinic_id, ' ', staged.specialty_id)`,
  described: 'stored.observed_at',
  extracted: 'staged.observed_at',
  facts: {
    serviceAccepting: {
      value: 'to_jsonb(staged.accepting)',
      keptAs: 'accepting',
      since: 'coalesce(staged.accepting_since, staged.observed_at)',
    },
    serviceWait: {
      value: 'to_jsonb(staged.wait_weeks)',
      keptAs: 'waitWeeks',
      since: 'coalesce(staged.wait_since, staged.observed_at)',
    },
  },
};

/** Merges the table staged_service. Services that waited for their clinic are confirmed by the next file only. */
export async function mergeStagedServices(
  context: SyncContext,
  stating: Stating = {},
): Promise<{ created: number; updated: number }> {
  await stateFacts(context, STATED, stating);
  const merged = await mergeRecords(context, {
    record: 'service',
    table: SERVICE,
    key: ['clinicId', 'specialtyId'],
    columns: ['waitWeeks', 'accepting'],
    inserted: ['source', 'observedAt'],
    from: NAMED,
    keyText: `staged.clinic_id || ' ' || staged.name`,
  });
  await context.client.query(
    `update specialty_service stored set source = staged.source, observed_at = staged.observed_at from ${NAMED} staged
    where stored.clinic_id = staged.clinic_id and stored.specialty_id = staged.specialty_id
      and (stored.source, stored.observed_at) is distinct from (staged.source, staged.observed_at)`,
  );
  return merged;
}
