import type { ClinicRecord } from '@care-atlas/domain/records';
import type { Records } from '@care-atlas/domain/read-model';
import type { ClientBase } from 'pg';
import {
  CLINICS_BY_ID,
  DOCTORS_BY_NUMBER,
  OPEN_CLINICS_BY_ID,
  REVIEWS_OF_CLINIC,
  REVIEWS_OF_DOCTOR,
  type RowQuery,
  SERVICES_AT,
} from '../directory/dataset-row.js';
import { storable, type Value } from './bindings.js';
import { doctorsAt, jointDoctors } from './staff.js';

// What PostgreSQL takes for an id; it refuses to compare an id with anything else.
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// The few records that one answer shows, read as the loader reads all of them: a read model of these writes them as
// one of the whole dataset does. Where there is no such record, there is none in the excerpt.

/** Doctors, each with the primary clinic. */
export async function doctorExcerpt(client: ClientBase, numbers: readonly string[]): Promise<Records> {
  const doctors = await read(client, DOCTORS_BY_NUMBER, numbers);
  const primary = new Set(doctors.map((doctor) => doctor.clinicIds[0]!));
  return { doctors, clinics: await read(client, CLINICS_BY_ID, [...primary]) };
}

/** A doctor with all reviews. */
export async function reviewedDoctor(client: ClientBase, registrationNumber: string): Promise<Records> {
  const records = await doctorExcerpt(client, [registrationNumber]);
  return { ...records, reviews: await read(client, REVIEWS_OF_DOCTOR, registrationNumber) };
}

/** Open clinics, as lists show them. */
export async function clinicExcerpt(client: ClientBase, ids: readonly string[]): Promise<Records> {
  const clinics = await read(client, OPEN_CLINICS_BY_ID, ids);
  return { clinics, doctors: await jointDoctors(client, ids) };
}

/** The services of a specialty, by its folded name, at open clinics. */
export async function serviceExcerpt(
  client: ClientBase,
  clinicIds: readonly string[],
  specialty: string,
): Promise<Records> {
  const records = await clinicExcerpt(client, clinicIds);
  return { ...records, services: await read(client, SERVICES_AT, clinicIds, specialty) };
}

/** An open clinic with so many of its doctors at most. */
export async function staffedClinic(client: ClientBase, id: string, mostDoctors: number): Promise<Records> {
  const clinics = await openClinic(client, id);
  if (clinics.length === 0) return { clinics, doctors: [] };
  const clinicIds = [clinics[0]!.id];
  const numbers = await doctorsAt(client, clinicIds[0]!, mostDoctors);
  const doctors = await read(client, DOCTORS_BY_NUMBER, numbers);
  // Here they are the doctors of this clinic, wherever else they practise.
  return { clinics, doctors: doctors.map((doctor) => ({ ...doctor, clinicIds })) };
}

/** An open clinic with all reviews. */
export async function reviewedClinic(client: ClientBase, id: string): Promise<Records> {
  const clinics = await openClinic(client, id);
  if (clinics.length === 0) return { clinics, doctors: [] };
  return { clinics, doctors: [], reviews: await read(client, REVIEWS_OF_CLINIC, clinics[0]!.id) };
}

async function openClinic(client: ClientBase, id: string): Promise<ClinicRecord[]> {
  return UUID.test(id) ? read(client, OPEN_CLINICS_BY_ID, [id]) : [];
}

async function read<Row extends unknown[], Record>(
  client: ClientBase,
  { sql, newReader }: RowQuery<Row, Record>,
  ...values: readonly Value[]
): Promise<Record[]> {
  const { rows } = await client.query<Row>({ text: sql, values: values.map(storable), rowMode: 'array' });
  return rows.map(newReader());
}
