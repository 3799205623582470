import { ACTIVE_STATUS } from '@care-atlas/domain/records';
import { compareText, fold } from '@care-atlas/domain/text';
import type { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import { columnList, createTempTable } from '../staging/column-sql.js';
import { CopyTarget, StatementQueue } from '../staging/copy-target.js';
import { propertiesOf } from '../staging/entity-table.js';
import {
  copyRows,
  createEmptyTable,
  type Numbered,
  rejectDuplicates,
  type RowFilter,
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
import { type DoctorMerge, STAGED_DOCTOR, timesOf } from './doctor-difference.js';
import type { RegisterInput, RegisterOptions } from './doctor-input.js';
import { EarlyLists } from './doctor-lists.js';
import { LocationKeys, type NamedLocations, STAGED_LOCATION } from './location-keys.js';
import { closeUnused, dropUnusedLocations, openLocations, stageLocations } from './practice-location.js';
import { rowDigest } from './settled/row-digest.js';
import {
  otherClinics,
  REGISTER_ROWS,
  rejectSettled,
  SETTLED_DOCTOR,
  SettledDoctors,
  stageMoved,
} from './settled/settled-doctors.js';

type StagedRegistration = StagedDoctorBase &
  Pick<DoctorEntity, 'registrationStatus' | 'registrationClass' | 'practiceStart' | 'rowDigest'> & {
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
    ...DOCTOR.only('registrationStatus', 'registrationClass', 'practiceStart', 'rowDigest'),
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
  const reader = await RegistrationReader.start(context, columns, timesOf(times), extracted);
  const copied = await copyRows(context, STAGED, rows, (row) => reader.stage(row), reader);
  const { settled } = reader;
  await stageLocations(context);
  let rejected = copied.isOrdered || settled.count === 0 ? 0 : await rejectSettled(context);
  rejected += await rejectDuplicates(context, STAGED, copied);
  rejected += await keepStored(context, KEPT, NEEDED, copied.keepsFields);
  // The digests are of rows that have other columns.
  if (absentFields(context) !== reader.absent)
    await client.query(`update ${STAGED.name} set row_digest = null`);
  let older = 0;
  for (const staged of [STAGED.name, SETTLED_DOCTOR])
    older += await leaveNewer(context, { ...KEPT, staged }, DESCRIBED, extracted);
  if (rejected + older > 0) await dropUnusedLocations(context);
  await columns.storeVocabulary(context);
  const clinics = await openLocations(context, copied);
  const listsWritten = await reader.lists.end(client, rejected + older === 0);
  if (settled.count > 0) await stageMoved(context);
  await createTempTable(client, 'other_clinic', otherClinics(STAGED.name));
  await client.query('analyze other_clinic (registration_number)');

  const counts = await mergeStagedDoctors(context, copied.count - rejected - older, complete, {
    from: registrations(now),
    columns: ['primaryClinicId', 'expiredAt', 'registrationStatus', 'registrationClass', 'practiceStart'],
    rows: REGISTER_ROWS,
    additional: '(select registration_number, ids as additional_clinics from other_clinic)',
    listsWritten,
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

/** Returns the fields of a doctor of which the source has no column so far. */
function absentFields({ absent }: SyncContext): string {
  return absent()
    .filter((name) => name in KEPT.fields)
    .toSorted(compareText)
    .join();
}

function isActive({ status }: RegisterInput): boolean {
  return fold(status) === ACTIVE_STATUS;
}

/** Reads registrations: copies the locations that they name, and settles or stages them. */
class RegistrationReader implements RowFilter<RegisterInput> {
  readonly #locations: CopyTarget;
  /** The locations and the digest of the last registration. */
  #named: NamedLocations = { primary: undefined, others: [], described: '' };
  #digest: string | null = null;
  #absent: string | undefined;

  private constructor(
    private readonly context: SyncContext,
    readonly queue: StatementQueue,
    readonly settled: SettledDoctors,
    private readonly columns: DoctorColumnReader,
    private readonly keys: LocationKeys,
    readonly lists: EarlyLists,
  ) {
    this.#locations = new CopyTarget(queue, 'staged_location', columnList(propertiesOf(STAGED_LOCATION)));
  }

  static async start(
    context: SyncContext,
    columns: DoctorColumnReader,
    times: string,
    extractedAt: Date,
  ): Promise<RegistrationReader> {
    const { client } = context;
    await createEmptyTable(client, 'staged_location', STAGED_LOCATION);
    const queue = new StatementQueue(client);
    const settled = await SettledDoctors.load(client, queue, { times, described: DESCRIBED, extractedAt });
    const keys = await LocationKeys.load(client);
    const lists = await EarlyLists.start(client, queue, columns);
    return new RegistrationReader(context, queue, settled, columns, keys, lists);
  }

  settle(registration: Numbered<RegisterInput>): string | undefined {
    const { registrationNumber, locations, kept, line } = registration;
    if (locations.length === 0 && !kept?.includes('locations'))
      throw new Error(`Registration ${registrationNumber} names no location.`);
    this.#named = this.keys.of(locations);
    this.#locations.add(this.#named.described);
    this.#absent ??= this.context.absentIsKnown() ? absentFields(this.context) : '';
    this.#digest = rowDigest(registration, this.#named, this.context.now, this.#absent);
    if (!this.settled.settles(this.#digest, registrationNumber)) return undefined;
    const { primary = null, others } = this.#named;
    const active = isActive(registration);
    this.settled.add({
      line: line ?? null,
      registrationNumber,
      primaryKey: primary,
      otherKeys: others,
      active,
    });
    return registrationNumber;
  }

  /** The fields of which the source has no column, as far as that was known when its first row was read. */
  get absent(): string {
    return this.#absent ?? '';
  }

  /** Returns the row that was not settled. */
  stage(registration: Numbered<RegisterInput>): StagedRegistration {
    this.lists.add();
    return {
      ...this.columns.read(registration),
      primaryKey: this.#named.primary ?? null,
      otherKeys: this.#named.others,
      active: isActive(registration),
      endedAt: registration.expiredAt ?? null,
      registrationStatus: registration.status,
      registrationClass: registration.registrationClass,
      practiceStart: registration.practiceStart,
      rowDigest: this.#digest,
    };
  }

  get isFull(): boolean {
    return this.settled.isFull || this.#locations.isFull || this.lists.isFull;
  }

  async send(all: boolean, isOrdered: boolean): Promise<void> {
    if (all || this.#locations.isFull) await this.#locations.send();
    if (all || this.settled.isFull) await this.settled.send(all);
    if (all || this.lists.isFull) await this.lists.send(isOrdered);
  }
}

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
