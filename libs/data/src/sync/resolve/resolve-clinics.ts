import { sameValue } from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import { CLINIC_TABLE, LOGGED_OF_CLINIC } from '../apply/clinic-table.js';
import { differenceOf, type LoggedChange } from '../apply/record-difference.js';
import {
  addDiffering,
  createDiffering,
  readStored,
  type Values,
  writeDecisions,
  writeDiffering,
} from '../apply/record-store.js';
import { stationPositions } from '../clinics/stations.js';
import type { CorrectedRecordEntity } from '../../entities/imports/correction.entity.js';
import { extractTimes } from '../records/stored-record.js';
import type { SyncContext } from '../run/sync-context.js';
import { createTempTable } from '../staging/column-sql.js';
import type { ActiveCorrections } from '../corrections/active-corrections.js';
import type { ChangeGuard } from '../apply/change-guard.js';
import { computeClinics } from './compute-clinics.js';
import { relatedRecords } from './related-records.js';

/** What a run did to clinics. */
export interface ClinicCounts {
  readonly opened: number;
  readonly closed: number;
  readonly reopened: number;
  /** The clinics that a source ended, and that stay open because a listed doctor practices there. */
  readonly kept: number;
}

const JOINED = 'join clinic stored on stored.id = wanted.key::uuid';
/** Few enough that a batch with all related records fits into memory. */
const BATCH = 500;
/** Times are no difference: a record that only they differ in is the same. */
const COMPARED = [...CLINIC_TABLE.columns, 'openingHours'].filter(
  (name) => !['syncedAt', 'extractedAt', 'closedAt'].includes(name),
);

/**
 * Computes the clinics that the touched records are about, and all that may have changed with them: which records are one
 * clinic, what they say together, and what operators decided. Writes what differs, and logs it.
 */
export async function applyClinics(
  context: SyncContext,
  corrections: ActiveCorrections,
  guard: ChangeGuard,
): Promise<ClinicCounts> {
  const { client, changes: log } = context;
  const counts = { opened: 0, closed: 0, reopened: 0, kept: 0 };
  if ((await createTempTable(client, 'pending_clinic', 'select key from touched_clinic')) === 0)
    return counts;
  const stations = await stationPositions(client);
  const extracts = await extractTimes(client, 'clinic');
  const sharedPhones = new Set<string>();
  await createDiffering(client, CLINIC_TABLE);
  for (;;) {
    const { rows: pending } = await client.query<{ key: string }>(
      `select key from pending_clinic order by key limit ${BATCH}`,
    );
    if (pending.length === 0) break;
    const related = await relatedRecords(
      client,
      pending.map(({ key }) => key),
      corrections,
      sharedPhones,
    );
    const keys = [...new Set([...pending, ...related].map(({ key }) => key))];
    await client.query('delete from pending_clinic where key = any ($1::text[])', [keys]);
    const practiced = await practicedAt(client, keys);
    const stored = await readStored(client, CLINIC_TABLE, JOINED, keys);
    const corrected = await correctedClinics(client, keys);
    const closedBefore = new Map(
      Array.from(stored, ([key, values]) => [key, { ...values, ...corrected.get(key)?.source }['closedAt']]),
    );
    const clinics = computeClinics(context, {
      related,
      practiced,
      closedBefore,
      extracts,
      corrections,
      stations,
    });
    const changes: LoggedChange[] = [];
    const written = new Map<string, Values>();
    for (const [id, { values, isKept, survivor }] of clinics) {
      const before = stored.get(id);
      // Extracts of a clinic for which this one does not answer any more are none of its own.
      const isEarlier =
        before !== undefined && (values['extractedAt'] as Date) < new Date(String(before['extractedAt']));
      // Otherwise the import that has the record writes its times.
      const syncedAt = isEarlier ? values['extractedAt'] : (before?.['syncedAt'] ?? values['syncedAt']);
      const after: Values = { ...values, syncedAt };
      const difference = differenceOf('clinic', id, LOGGED_OF_CLINIC, before, after);
      const former = corrected.get(id)?.survivor;
      const change: LoggedChange | undefined =
        survivor && before && survivor !== former
          ? { record: 'clinic', key: id, change: 'merged', fields: { survivor: [former ?? null, survivor] } }
          : difference;
      const differs = (name: string) => !sameValue(before?.[name] ?? null, after[name] ?? null);
      if (change || isEarlier || COMPARED.some(differs)) {
        const { openingHours: _, ...columns } = after;
        written.set(id, differs('openingHours') ? after : columns);
      }
      if (isKept) counts.kept++;
      // An id for which another clinic has answered from the beginning was never listed.
      if (!change || (survivor && !before)) continue;
      changes.push(change);
      if (!survivor) guard.add(change, after);
      if (change.change === 'created' && after['closedAt'] === null && values['origin'] === 'register')
        counts.opened++;
      if (change.change === 'reopened') counts.reopened++;
      if (change.change === 'closed' && !survivor) counts.closed++;
    }
    await addDiffering(client, CLINIC_TABLE, written);
    const decided = Array.from(clinics, ([key, { source, survivor, isHidden }]) => {
      return { key, source, survivor, isHidden };
    });
    await writeDecisions(client, 'clinic', decided, 'key = any ($3::text[])', [[...clinics.keys()]]);
    await log.addAll(changes);
  }
  await writeDiffering(client, CLINIC_TABLE);
  await client.query('drop table differing_clinic');
  return counts;
}

/** Returns what corrections and merges say of clinics before this run: what sources say, and which others answer. */
async function correctedClinics(
  client: ClientBase,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Pick<CorrectedRecordEntity, 'source' | 'survivor'>>> {
  const { rows } = await client.query<Pick<CorrectedRecordEntity, 'key' | 'source' | 'survivor'>>(
    `select key, source, survivor from corrected_record where record = 'clinic' and key = any ($1::text[])`,
    [keys],
  );
  return new Map(rows.map(({ key, ...corrected }) => [key, corrected]));
}

/** Returns those of some clinics at which a listed doctor practices, as computed in this run or else as stored. */
async function practicedAt(client: ClientBase, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const untouched = 'expired_at is null and registration_number not in (select key from computed_doctor)';
  const { rows } = await client.query<{ id: string }>(
    `select id from computed_place where id = any ($1::uuid[])
    union select primary_clinic_id from doctor where primary_clinic_id = any ($1::uuid[]) and ${untouched}
    union select clinic_id from additional_location join doctor using (registration_number)
      where clinic_id = any ($1::uuid[]) and ${untouched}`,
    [keys],
  );
  return new Set(rows.map(({ id }) => id));
}
