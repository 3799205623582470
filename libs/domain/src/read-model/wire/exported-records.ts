import type {
  ExportedClinic,
  ExportedDoctor,
  ExportedRecords,
  ExportedService,
} from '../../contract/feed.js';
import type { ChangeType } from '../../records/change.js';
import type { ClinicRecord, SpecialtyServiceRecord } from '../../records/clinic.js';
import type { DoctorRecord } from '../../records/doctor.js';
import { clinicStatements, serviceStatements } from '../../rules/statements.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { exportedAvailability } from '../evidence/evidence-index.js';
import { CLINIC_DETAIL, CLINIC_ITEM, clinicSummary, SPECIALIST_ITEM } from './clinic-parts.js';
import { DOCTOR_DETAIL, DOCTOR_ITEM, REGISTRATION } from './doctor-parts.js';

/** Returns the identifier of a record, by record type; it is unique within the type. */
export const RECORD_ID: { readonly [Type in ChangeType]: (record: ExportedRecords[Type]) => string } = {
  doctor: ({ cpsoNumber }) => cpsoNumber,
  clinic: ({ id }) => id,
  /** The clinic id and the specialty. */
  service: ({ id, specialty }) => `${id} ${specialty}`,
};

/** Returns a listed doctor as exports show it. @param clinic the doctor's primary clinic */
export function exportedDoctor(doctor: DoctorRecord, clinic: ClinicRecord): ExportedDoctor {
  const { clinicIds, practisingSince, confirmedAt } = doctor;
  return {
    ...DOCTOR_ITEM.own(doctor),
    ...DOCTOR_ITEM.shared(doctor),
    clinic: clinicSummary(clinic),
    ...DOCTOR_DETAIL.shared(doctor),
    clinicIds,
    practisingSince,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    ...DOCTOR_ITEM.synced(doctor),
    registration: REGISTRATION.stored(doctor),
  };
}

/** The JSON members of a clinic that are computed from its listed doctors. */
export interface ClinicStaff {
  readonly doctorCount: number;
  readonly languages: readonly string[];
  readonly specialties: readonly string[];
}

/** Returns an open clinic as exports show it. @param asOf the day as of which evidence is judged */
export function exportedClinic(clinic: ClinicRecord, staff: ClinicStaff, asOf: AsOf): ExportedClinic {
  const { lat, lng, phone, website } = clinic;
  return {
    ...CLINIC_ITEM.head(clinic),
    ...CLINIC_ITEM.accepting(clinic),
    ...CLINIC_ITEM.languages(staff.languages),
    ...CLINIC_ITEM.specialties(staff.specialties),
    lat,
    lng,
    phone,
    website,
    ...CLINIC_DETAIL.shared(clinic),
    doctorCount: staff.doctorCount,
    ...CLINIC_ITEM.openingHours(clinic),
    availability: exportedAvailability(clinicStatements(clinic), 'clinic', asOf),
  };
}

/** Returns a service of an open clinic as exports show it. @param asOf the day as of which evidence is judged */
export function exportedService(
  service: SpecialtyServiceRecord,
  clinic: ClinicRecord,
  languages: readonly string[],
  asOf: AsOf,
): ExportedService {
  const accepting = (service.accepting ?? clinic.accepting) === true;
  return {
    ...SPECIALIST_ITEM.head(clinic),
    ...SPECIALIST_ITEM.specialty(service),
    ...SPECIALIST_ITEM.languages(languages),
    ...SPECIALIST_ITEM.wait(service, accepting),
    serviceAvailability: exportedAvailability(serviceStatements(service), 'service', asOf),
  };
}
