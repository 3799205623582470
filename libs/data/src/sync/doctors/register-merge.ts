import { ACTIVE_STATUS } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import { mergeStagedDoctors, STAGED_COLUMNS } from './doctor-change.js';
import { DoctorWords } from './doctor-merge.js';
import {
  closeUnused,
  dropUnusedLocations,
  LocationKeys,
  openLocations,
  stageLocations,
} from './practice-location.js';
import type { RegisterInput, RegisterOptions } from './register-input.js';
import type { Numbered } from '../run/reject.js';
import { copyRows, type Rows, settleRepeats, type StagingTable } from '../run/staging.js';
import { stationPositions } from '../clinics/subway.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';

const STAGED: StagingTable = {
  name: 'staged_doctor',
  columns: {
    ...STAGED_COLUMNS,
    primary_key: 'uuid',
    other_keys: 'uuid[]',
    locations: 'json',
    active: 'boolean',
    ended_at: 'timestamptz',
    registration_status: 'text',
    registration_class: 'text',
    practice_start: 'text',
  },
  key: ['registration_number'],
};

/**
 * Makes the directory follow the register: who is registered, and at which addresses. Addresses become clinics.
 * @throws when a registration names no location, when a complete register is empty, and when more registrations
 * would expire than one run may let
 */
export async function mergeRegister(
  context: SyncContext,
  rows: Rows<Numbered<RegisterInput>>,
  { complete = false, extractedAt }: RegisterOptions,
  onProgress: (count: number) => void,
): Promise<Partial<SyncCounts>> {
  const { client, now } = context;
  const words = new DoctorWords();
  const keys = new LocationKeys(await stationPositions(client));
  const values = (registration: RegisterInput) => {
    const { registrationNumber, locations, status } = registration;
    if (locations.length === 0) throw new Error(`Registration ${registrationNumber} names no location.`);
    const { primary, others, details } = keys.of(locations);
    return [
      ...words.valuesOf(registration),
      primary,
      others,
      details,
      fold(status) === ACTIVE_STATUS,
      registration.expiredAt ?? null,
      status,
      registration.registrationClass,
      registration.practiceStart,
    ];
  };
  const count = await copyRows(context, STAGED, rows, values, onProgress);
  await stageLocations(context);
  const rejected = await settleRepeats(context, STAGED);
  if (rejected > 0) await dropUnusedLocations(context);
  await words.store(context);
  const clinics = await openLocations(context);

  const confirmedAt = extractedAt && extractedAt < now ? extractedAt : now;
  const counts = await mergeStagedDoctors(context, count - rejected, complete, {
    from: registrations(now),
    columns: [
      'primary_clinic_id',
      'expired_at',
      'registration_status',
      'registration_class',
      'practice_start',
    ],
    // A registration that is not active is not confirmed, and an older extract takes no confirmation back.
    confirmedAt: `case when staged.expired_at is null
      then greatest(held.confirmed_at, ${timestamp(confirmedAt)}) else held.confirmed_at end`,
    syncedAt: timestamp(now),
  });
  const closed = complete && !context.rejects.notice ? await closeUnused(context) : 0;
  return { ...counts, ...clinics, closed };
}

/**
 * The staged registrations with the clinics of their locations, and when they expired: by the register's word, or
 * else when a run first saw it.
 */
function registrations(now: Date): string {
  return `(
    select staged.*, location.clinic_id as primary_clinic_id,
      case when other_keys = '{}' then '{}'::uuid[] else array(
        select other.clinic_id from (
          select (select found.clinic_id from location_clinic found where found.key = item.key), item.position
          from unnest(other_keys) with ordinality item (key, position)
        ) other
        where other.clinic_id <> location.clinic_id group by other.clinic_id order by min(other.position)
      ) end as additional_clinics,
      case
        when active then null
        when ended_at is null then coalesce(known.expired_at, ${timestamp(now)})
        else least(ended_at, ${timestamp(now)})
      end as expired_at
    from staged_doctor staged
    join location_clinic location on location.key = staged.primary_key
    left join doctor known on not staged.active and known.registration_number = staged.registration_number
  )`;
}

/** A time of our own as SQL. */
function timestamp(time: Date): string {
  return `timestamptz '${time.toISOString()}'`;
}
