import { placesOfPostalCode } from '@care-atlas/domain/places';
import type { AuditedField, ClinicRecord, DoctorRecord, Stratum } from '@care-atlas/domain/records';
import { type Candidate, SEPARATOR } from '@care-atlas/domain/rules';
import type { DatasetAbout, DatasetSink } from '../../directory/loading/dataset-loader.js';

/** A value that the directory lists, and what it rests on. */
export interface ListedValue {
  readonly field: AuditedField;
  readonly listed: string;
  /** Empty if not known. */
  readonly method: string;
  readonly observedAt: Date | null;
}

type FramedDoctor = Pick<DoctorRecord, 'registrationNumber' | 'name' | 'specialties' | 'confirmedAt'>;

/** A doctor who may be drawn. */
export interface FramedRecord extends Candidate {
  readonly doctor: FramedDoctor;
  readonly clinic: ClinicRecord;
}

const STRATUM: Readonly<Record<Stratum, (doctor: FramedDoctor, clinic: ClinicRecord) => string>> = {
  area: (_doctor, { postalCode }) => placesOfPostalCode(postalCode)?.municipality?.name ?? 'elsewhere',
  specialty: ({ specialties }) => specialties[0] ?? 'none',
};

/** Collects the doctors that a sample is drawn from: those who are listed, with a primary clinic that is open. */
export class SamplingFrame implements DatasetSink {
  readonly records: FramedRecord[] = [];
  /** Whether records are invented. */
  isSample = false;
  readonly #clinics = new Map<string, ClinicRecord>();

  constructor(
    readonly about: DatasetAbout,
    private readonly strata: readonly Stratum[],
  ) {}

  addClinic(clinic: ClinicRecord): void {
    this.#clinics.set(clinic.id, clinic);
    this.isSample ||= clinic.origin === 'sample';
  }

  addDoctor({
    registrationNumber,
    name,
    specialties,
    clinicIds,
    confirmedAt,
    expiredAt,
  }: DoctorRecord): void {
    const clinic = this.#clinics.get(clinicIds[0] ?? '');
    if (expiredAt || !clinic) return;
    const doctor = { registrationNumber, name, specialties, confirmedAt };
    const strata = this.strata.map((stratum) => `${stratum}=${STRATUM[stratum](doctor, clinic)}`);
    this.records.push({ key: registrationNumber, strata, doctor, clinic });
  }

  addClosedClinic = ignore;
  addMergedClinic = ignore;
  addService = ignore;
  addReview = ignore;
}

/** Returns the values of a record that an audit asks about: those that the directory knows. */
export function listedValues({ doctor, clinic }: FramedRecord): ListedValue[] {
  const { confirmedAt } = doctor;
  const register = { method: confirmedAt ? 'register' : '', observedAt: confirmedAt };
  const source = { method: clinic.origin, observedAt: clinic.syncedAt };
  const values: ListedValue[] = [
    { field: 'phone', listed: clinic.phone, ...source },
    { field: 'practice', listed: `${clinic.name}, ${clinic.address}`, ...register },
    { field: 'specialty', listed: doctor.specialties.join(SEPARATOR), ...register },
    {
      field: 'accepting',
      listed: yesNo(clinic.accepting),
      ...(clinic.acceptingObserved ?? { method: '', observedAt: null }),
    },
    { field: 'wheelchair', listed: yesNo(clinic.wheelchair), ...source },
    { field: 'virtualVisits', listed: yesNo(clinic.virtualVisits), ...source },
  ];
  return values.filter(({ listed }) => listed !== '');
}

function yesNo(value: boolean | null): string {
  if (value === null) return '';
  return value ? 'yes' : 'no';
}

function ignore(): void {
  // An audit does not ask about it.
}
