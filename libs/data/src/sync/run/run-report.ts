import { CORRECTIONS, type RunReport } from '@care-atlas/domain/records';
import type { EvidenceDays } from '@care-atlas/domain/rules';
import { lapsesOf } from './lapses.js';
import type { SyncContext } from './sync-context.js';

/** A practice with some branches has one telephone; more addresses than this are a mistake in the source. */
const SHARED_PHONE_ADDRESSES = 3;
const SHOWN_PHONES = 10;
/** A status may carry an explanation, so that there are any number of them. */
const SHOWN_CAUSES = 20;

const FIELDS = `
  select record, name as field, count(*)::integer as records
  from sync_change, jsonb_object_keys(fields) name
  where run_id = $1 and change not in ('expired', 'created', 'merged')
  group by record, name order by records desc, record, name`;

const EXPIRIES = `
  select coalesce(fields -> 'registrationStatus' ->> 1, 'missing') as cause, count(*)::integer as doctors
  from sync_change where run_id = $1 and record = 'doctor' and change = 'expired'
  group by cause order by doctors desc, cause limit ${SHOWN_CAUSES}`;

/** Only of clinics that the run describes: an import of reviews says nothing about telephones. */
const SHARED_PHONES = `
  select phone, count(distinct coalesce(address_key, id))::integer as addresses, (count(*) over ())::integer as total
  from clinic where closed_at is null and phone <> ''
  group by phone
  having count(distinct coalesce(address_key, id)) > ${SHARED_PHONE_ADDRESSES} and bool_or(synced_at = $1)
  order by addresses desc, phone limit ${SHOWN_PHONES}`;

/** Returns the report of a run that has written everything. @param evidenceDays the days for which observations hold */
export async function runReport(context: SyncContext, evidenceDays: EvidenceDays): Promise<RunReport> {
  const { client, run, now, rejects } = context;
  const { rows: fields } = await client.query<RunReport['fields'][number]>(FIELDS, [run.id]);
  // A correction ends no registration.
  const { rows: expiries } =
    run.source === CORRECTIONS
      ? { rows: [] }
      : await client.query<RunReport['expiries'][number]>(EXPIRIES, [run.id]);
  const { rows: shared } = await client.query<{ phone: string; addresses: number; total: number }>(
    SHARED_PHONES,
    [now],
  );
  return {
    fields,
    expiries,
    notes: rejects.notesByColumn,
    positionsOff: rejects.positionsOff,
    sharedPhones: {
      moreThan: SHARED_PHONE_ADDRESSES,
      count: shared[0]?.total ?? 0,
      phones: shared.map(({ phone, addresses }) => ({ phone, addresses })),
    },
    ...(rejects.leftOut.length > 0 && { leftOut: rejects.leftOut }),
    ...(await lapsesOf(context, evidenceDays)),
  };
}
