import type { DoctorRecord } from '@care-atlas/domain/doctor';
import { fold } from '@care-atlas/domain/text';
import type { ClientBase } from 'pg';
import { doctorId } from '../doctor-id.js';
import type { CopyValue } from './copy-text.js';
import { differs, type MergeCounts, mergeCounts, upsert } from './merge.js';
import { type Rows, stage, type StagingTable } from './staging.js';
import { Vocabulary } from './vocabulary.js';

/** A doctor as a source gives it. The id follows from the number; `syncedAt` is the run's time unless given. */
export type DoctorInput = Omit<DoctorRecord, 'id' | 'syncedAt'> & { readonly syncedAt?: Date };

const STAGED: StagingTable = {
  name: 'staged_doctor',
  columns: {
    registration_number: 'text',
    id: 'uuid',
    name: 'text',
    search_name: 'text',
    gender: 'text',
    practising_since: 'date',
    primary_clinic_id: 'uuid',
    referral_required: 'boolean',
    booking_phone: 'text',
    booking_online: 'text',
    booking_referral_only: 'boolean',
    confirmed_at: 'timestamptz',
    synced_at: 'timestamptz',
    expired_at: 'timestamptz',
    additional_clinics: 'uuid[]',
    specialties: 'text[]',
    languages: 'text[]',
  },
  key: ['registration_number'],
};

const LISTS = ['additional_clinics', 'specialties', 'languages'];
const COLUMNS = Object.keys(STAGED.columns).filter((c) => c !== 'registration_number' && !LISTS.includes(c));

/**
 * Creates and updates doctors with their locations, specialties and languages.
 * @param complete whether the rows are the complete register: who is not among them expires then.
 * @throws when a doctor names no clinic, or one that is not stored; when a complete register is empty.
 */
export async function mergeDoctors(
  client: ClientBase,
  rows: Rows<DoctorInput>,
  { now, complete }: { readonly now: Date; readonly complete: boolean },
  onProgress: (count: number) => void,
): Promise<MergeCounts> {
  const specialties = new Vocabulary('specialty');
  const languages = new Vocabulary('language');
  const values = (doctor: DoctorInput) => stagedValues(doctor, specialties, languages, now);
  const read = await stage(client, STAGED, rows, values, onProgress);
  // A file that lost its content must not empty the directory.
  if (complete && read === 0) throw new Error('The register is called complete but holds no doctor.');
  await specialties.store(client);
  await languages.store(client);

  const { created, updated, expired } = await noteChanges(client);
  await upsert(client, {
    table: 'doctor',
    key: ['registration_number'],
    columns: COLUMNS,
    from: STAGED.name,
  });
  await replaceLists(client);
  const missing = complete ? await expireMissing(client, now) : 0;
  if (created + updated > 0) {
    await client.query('analyze doctor, additional_location, doctor_specialty, doctor_language');
  }
  return { ...mergeCounts(read, created, updated), expired: expired + missing };
}

function stagedValues(
  doctor: DoctorInput,
  specialties: Vocabulary,
  languages: Vocabulary,
  now: Date,
): readonly CopyValue[] {
  const [primary, ...others] = new Set(doctor.clinicIds);
  if (primary === undefined) throw new Error(`Doctor ${doctor.registrationNumber} names no clinic.`);
  return [
    doctor.registrationNumber,
    doctorId(doctor.registrationNumber),
    doctor.name,
    fold(doctor.name),
    doctor.gender,
    doctor.practisingSince,
    primary,
    doctor.referralRequired,
    doctor.booking.phone,
    doctor.booking.online,
    doctor.booking.referralOnly,
    doctor.confirmedAt,
    doctor.syncedAt ?? now,
    doctor.expiredAt,
    others,
    specialties.foldAll(doctor.specialties),
    languages.foldAll(doctor.languages),
  ];
}

/** Lists what is new or differs in more than the time of the run, before the merge makes it equal. */
async function noteChanges(
  client: ClientBase,
): Promise<{ created: number; updated: number; expired: number }> {
  const compared = COLUMNS.filter((column) => column !== 'synced_at');
  await client.query('drop table if exists changed_doctor');
  await client.query(
    `create temp table changed_doctor on commit drop as
    select staged.registration_number, held.registration_number is null as created,
      held.registration_number is not null and held.expired_at is null and staged.expired_at is not null as expires
    from staged_doctor staged left join doctor held using (registration_number)
    where held.registration_number is null
      or ${differs('held', 'staged', compared)}
      or staged.specialties is distinct from ${heldWords('specialty')}
      or staged.languages is distinct from ${heldWords('language')}
      or staged.additional_clinics is distinct from array(
        select clinic_id from additional_location link
        where link.registration_number = held.registration_number order by link.position)`,
  );
  await client.query('analyze changed_doctor');
  const { rows } = await client.query<{ created: number; updated: number; expired: number }>(
    `select count(*) filter (where created)::integer as created,
      count(*) filter (where not created)::integer as updated,
      count(*) filter (where expires)::integer as expired
    from changed_doctor`,
  );
  return rows[0]!;
}

/** The folded words that a held doctor has now, in their order. */
function heldWords(table: string): string {
  return `array(
    select folded_name from doctor_${table} link join ${table} on ${table}.id = link.${table}_id
    where link.registration_number = held.registration_number order by link.position)`;
}

/** Rewrites the lists of the doctors that changed; the others' rows stay untouched. */
async function replaceLists(client: ClientBase): Promise<void> {
  for (const table of ['doctor_specialty', 'doctor_language', 'additional_location']) {
    await client.query(
      `delete from ${table} where registration_number in (select registration_number from changed_doctor)`,
    );
  }
  for (const [table, list] of [
    ['specialty', 'specialties'],
    ['language', 'languages'],
  ]) {
    await client.query(
      `insert into doctor_${table} (registration_number, ${table}_id, position)
      select registration_number, ${table}.id, item.position
      from staged_doctor join changed_doctor using (registration_number),
        unnest(${list}) with ordinality item (folded_name, position)
        join ${table} using (folded_name)`,
    );
  }
  await client.query(
    `insert into additional_location (registration_number, clinic_id, position)
    select registration_number, item.clinic_id, item.position
    from staged_doctor join changed_doctor using (registration_number),
      unnest(additional_clinics) with ordinality item (clinic_id, position)`,
  );
}

async function expireMissing(client: ClientBase, now: Date): Promise<number> {
  const { rowCount } = await client.query(
    `update doctor set expired_at = $1, synced_at = $1
    where expired_at is null and not exists (
      select from staged_doctor staged where staged.registration_number = doctor.registration_number)`,
    [now],
  );
  return rowCount ?? 0;
}
