import { ACTIVE_STATUS } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import type { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import { columnList, createTempTable } from '../staging/column-sql.js';
import { CopyTarget, StatementQueue } from '../staging/copy-target.js';
import { propertiesOf } from '../staging/entity-table.js';
import {
  copyRows,
  createEmptyTable,
  type Numbered,
  rejectDuplicates,
  type Rows,
  type StagingTable,
} from '../staging/staging.js';
import { keepStored, type KeptRows, leaveNewer } from '../staging/kept-fields.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { mergeStagedDoctors } from './doctor-change.js';
import {
  DOCTOR,
  DoctorColumnReader,
  STAGED_DOCTOR_BASE,
  type StagedDoctorBase,
  storedWords,
} from './doctor-columns.js';
import { type DoctorMerge, STAGED_DOCTOR } from './doctor-difference.js';
import type { RegisterInput, RegisterOptions } from './doctor-input.js';
import { LocationKeys, STAGED_LOCATION } from './location-keys.js';
import { closeUnused, dropUnusedLocations, openLocations, stageLocations } from './practice-location.js';

type StagedRegistration = StagedDoctorBase &
  Pick<DoctorEntity, 'registrationStatus' | 'registrationClass' | 'practiceStart'> & {
    /** Null for a registration that keeps its locations. */
    readonly primaryKey: string | null;
    readonly otherKeys: readonly string[];
    readonly active: boolean;
    readonly endedAt: Date | null;
  };

const STAGED: StagingTable<StagedRegistration> = {
  name: STAGED_DOCTOR,
  noun: 'registrations',
  columns: {
    primaryKey: 'uuid',
    active: 'boolean',
    otherKeys: 'uuid[]',
    endedAt: 'timestamp with time zone',
    ...STAGED_DOCTOR_BASE,
    ...DOCTOR.only('registrationStatus', 'registrationClass', 'practiceStart'),
  },
  key: ['registrationNumber'],
  analyzed: ['active', 'otherKeys'],
};

/** The fields of a registration that a row may leave as they are. */
const KEPT: KeptRows = {
  staged: STAGED.name,
  stored: 'doctor',
  same: 'stored.registration_number = staged.registration_number',
  fields: {
    gender: { gender: 'stored.gender' },
    practisingSince: {
      practising_since: 'stored.practising_since',
      practice_start: 'stored.practice_start',
    },
    registrationClass: { registration_class: 'stored.registration_class' },
    specialties: { specialties: storedWords('specialty') },
    languages: { languages: storedWords('language') },
    referralRequired: { referral_required: 'stored.referral_required' },
    // A telephone that is that of the clinic follows it.
    bookingPhone: {
      booking_phone: `case when staged.booking_phone <> ''
        and stored.booking_phone = (select phone from clinic where id = stored.primary_clinic_id)
        then staged.booking_phone else stored.booking_phone end`,
    },
    phone: { booking_phone: `coalesce(nullif(staged.booking_phone, ''), stored.booking_phone)` },
    bookingOnline: { booking_online: 'stored.booking_online' },
    bookingReferralOnly: { booking_referral_only: 'stored.booking_referral_only' },
    locations: {
      primary_key: 'stored.primary_clinic_id',
      other_keys: `array(select clinic_id from additional_location
        where registration_number = stored.registration_number order by position)`,
    },
  },
};
/** When the register described a stored doctor last. */
const DESCRIBED = 'coalesce(stored.extracted_at, stored.confirmed_at)';
const NEEDED = {
  practisingSince: 'date of independent practice or graduation',
  locations: 'practice location',
} as const;

/**
 * Makes the directory follow the register: who is registered, and at which addresses. Addresses become clinics.
 * @throws when a registration names no location, when a complete register is empty, and when more registrations
 * would expire than one run may expire
 */
export async function mergeRegister(
  context: SyncContext,
  rows: Rows<RegisterInput>,
  { complete = false, extractedAt }: RegisterOptions,
): Promise<Partial<SyncCounts>> {
  const { client, now, repeats } = context;
  const extracted = extractedAt && extractedAt < context.extractedAt ? extractedAt : context.extractedAt;
  if (repeats) context.rejects.notify(repeatText(repeats));
  const columns = new DoctorColumnReader();
  const times = {
    // A registration that is not active is not confirmed, and an older extract takes no confirmation back.
    confirmedAt: (row) => `case when ${row}.expired_at is null
      then greatest(stored.confirmed_at, ${timestamp(extracted)}) else stored.confirmed_at end`,
    syncedAt: timestamp(now),
    extractedAt: timestamp(extracted),
  } as const satisfies Partial<DoctorMerge>;
  await createEmptyTable(client, 'staged_location', STAGED_LOCATION);
  const locations = new CopyTarget(
    new StatementQueue(client),
    'staged_location',
    columnList(propertiesOf(STAGED_LOCATION)),
  );
  const toStaged = stagedRegistration(columns, await LocationKeys.load(client), locations);
  const copied = await copyRows(context, STAGED, rows, toStaged, locations);
  await stageLocations(context);
  let rejected = await rejectDuplicates(context, STAGED, copied);
  rejected += await keepStored(context, KEPT, NEEDED, copied.keepsFields);
  const older = await leaveNewer(context, KEPT, DESCRIBED, extracted);
  if (rejected + older > 0) await dropUnusedLocations(context);
  await columns.storeVocabulary(context);
  const clinics = await openLocations(context, copied);
  await createTempTable(client, 'other_clinic', OTHER_CLINICS);
  await client.query('analyze other_clinic (registration_number)');

  const counts = await mergeStagedDoctors(context, copied.count - rejected - older, complete, {
    from: registrations(now),
    columns: ['primaryClinicId', 'expiredAt', 'registrationStatus', 'registrationClass', 'practiceStart'],
    ...times,
  });
  const closed = await closeUnused(context, complete && context.rejects.knowsMissing);
  return { ...counts, ...clinics, closed };
}

function repeatText(at: Date): string {
  return (
    `The same file was imported on ${at.toISOString().slice(0, 10)}, so it confirms nothing since then: ` +
    'if it is a new extract, give its time.'
  );
}

function isActive({ status }: RegisterInput): boolean {
  return fold(status) === ACTIVE_STATUS;
}

/** Returns a function that stages a registration, and its locations in another table. */
function stagedRegistration(columns: DoctorColumnReader, keys: LocationKeys, locations: CopyTarget) {
  return (registration: Numbered<RegisterInput>): StagedRegistration => {
    const { registrationNumber, kept } = registration;
    if (registration.locations.length === 0 && !kept?.includes('locations'))
      throw new Error(`Registration ${registrationNumber} names no location.`);
    const { primary = null, others, described } = keys.of(registration.locations);
    locations.add(described);
    return {
      ...columns.read(registration),
      primaryKey: primary,
      otherKeys: others,
      active: isActive(registration),
      endedAt: registration.expiredAt ?? null,
      registrationStatus: registration.status,
      registrationClass: registration.registrationClass,
      practiceStart: registration.practiceStart,
    };
  };
}

/** The clinics of the locations after the first, each once and in the order of the register, by registration number. */
const OTHER_CLINICS = `
  select registration_number, array_agg(clinic_id order by position) as ids
  from (
    select registration_number, other.clinic_id, min(item.position) as position
    from ${STAGED_DOCTOR} join location_clinic location on location.key = primary_key,
      unnest(other_keys) with ordinality item (key, position) join location_clinic other on other.key = item.key
    where other_keys <> '{}' and other.clinic_id <> location.clinic_id
    group by registration_number, other.clinic_id
  ) clinic
  group by registration_number`;

/**
 * Returns the query for the staged registrations with the clinics of their locations, and with the time at which they
 * expired: as the register says, or else when a run first saw it.
 */
function registrations(now: Date): string {
  return `(
    select staged.*, location.clinic_id as primary_clinic_id,
      coalesce(other_clinic.ids, '{}') as additional_clinics,
      case
        when active then null
        when ended_at is null then coalesce((
          select expired_at from doctor where registration_number = staged.registration_number), ${timestamp(now)})
        else least(ended_at, ${timestamp(now)})
      end as expired_at
    from staged_doctor staged
    join location_clinic location on location.key = staged.primary_key
    left join other_clinic using (registration_number)
  )`;
}

/** Returns a time as SQL. */
function timestamp(time: Date): string {
  return `timestamptz '${time.toISOString()}'`;
}
