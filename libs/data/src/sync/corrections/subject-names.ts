import { In } from 'typeorm';
import type { DatabaseScope } from '../../connection/statement.js';
import { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import { isClinicId } from '../record-ids.js';

/** Returns the names of doctors and clinics, listed or not, by registration number and by id. */
export async function subjectNames(
  database: DatabaseScope,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ofClinics = Map.groupBy(subjects, isClinicId);
  const [doctors, clinics] = await Promise.all([
    database.getRepository(DoctorEntity).find({
      select: { registrationNumber: true, name: true },
      where: { registrationNumber: In(ofClinics.get(false) ?? []) },
    }),
    database.getRepository(ClinicEntity).find({
      select: { id: true, name: true },
      where: { id: In(ofClinics.get(true) ?? []) },
    }),
  ]);
  return new Map([
    ...doctors.map(({ registrationNumber, name }) => [registrationNumber, name] as const),
    ...clinics.map(({ id, name }) => [id, name] as const),
  ]);
}
