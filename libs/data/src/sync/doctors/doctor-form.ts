import type { PlaceHint } from '@care-atlas/domain/fusion';
import { type Gender, type KnownAnswer, type PracticeStart, ACTIVE_STATUS } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import { addressUuids } from '../record-ids.js';
import type { RecordKind } from '../records/record-kind.js';
import type { DoctorInput, RegisterInput } from './doctor-input.js';

/** What a source says about a doctor. */
export interface DoctorFields {
  readonly name: string;
  readonly gender: Gender | '';
  /** Calendar date, YYYY-MM-DD. */
  readonly practisingSince: string;
  /** Null where the source is no register. */
  readonly practiceStart: PracticeStart | null;
  readonly specialties: readonly string[];
  readonly languages: readonly string[];
  readonly referralRequired: boolean;
  /** The telephone for appointments, if it is not that of the primary place. */
  readonly bookingPhone: string;
  /** The telephone of the primary place, as this row has it; absent where no row had one that could be read. */
  readonly placePhone?: string;
  readonly bookingOnline: string;
  readonly bookingReferralOnly: boolean;
  /** In the register's words; empty where the source is no register. */
  readonly status: string;
  readonly registrationClass: string;
  /** Absent in records of earlier releases. */
  readonly registrationRestrictions?: KnownAnswer;
  /** When a source that is no register learned of the class and the restrictions, if it says so; ISO 8601. */
  readonly registrationAsOf?: string | null;
  /** When the registration ended, if the source says so; ISO 8601. */
  readonly endedOn: string | null;
  /** When a source that is no register last confirmed the doctor; ISO 8601. */
  readonly confirmedOn: string | null;
  /** When such a source read the doctor, if it says so; ISO 8601. */
  readonly syncedOn: string | null;
  /** The ids of the clinics, or of the places of the register, where the doctor practices, the primary one first. */
  readonly places: readonly string[];
  /** What a register says of them for this doctor, in the same order: see `choosePlace`. */
  readonly hints?: readonly PlaceHint[];
}

const NEEDED = [
  ['practisingSince', 'date of independent practice or graduation'],
  ['locations', 'practice location'],
] as const;

const KEPT_AS = {
  gender: ['gender'],
  practisingSince: ['practisingSince', 'practiceStart'],
  registrationClass: ['registrationClass'],
  specialties: ['specialties'],
  languages: ['languages'],
  referralRequired: ['referralRequired'],
  bookingPhone: ['bookingPhone'],
  bookingOnline: ['bookingOnline'],
  bookingReferralOnly: ['bookingReferralOnly'],
  locations: ['places', 'placePhone', 'hints'],
  phone: ['placePhone'],
} as const satisfies Readonly<Record<string, readonly (keyof DoctorFields)[]>>;

/** The fields that every source of doctors gives. */
function sharedFields(
  doctor: Omit<DoctorInput, 'clinicIds' | 'registration' | 'confirmedAt' | 'syncedAt' | 'expiredAt'>,
) {
  const { name, gender, practisingSince, specialties, languages, referralRequired, booking } = doctor;
  return {
    name,
    gender,
    practisingSince,
    specialties,
    languages,
    referralRequired,
    bookingPhone: booking.phone,
    bookingOnline: booking.online,
    bookingReferralOnly: booking.referralOnly,
  };
}

const SHARED = { kind: 'doctor', keyColumn: 'registration_number', keptAs: KEPT_AS, needed: NEEDED } as const;

export const DOCTOR_FORM: RecordKind<DoctorInput, DoctorFields> = {
  ...SHARED,
  noun: 'doctors',
  read: (doctor) => {
    if (doctor.clinicIds.length === 0)
      throw new Error(`Doctor ${doctor.registrationNumber} names no clinic.`);
    return {
      key: doctor.registrationNumber,
      fields: {
        ...sharedFields(doctor),
        placePhone: '',
        practiceStart: null,
        status: '',
        registrationClass: doctor.registration.class,
        registrationRestrictions: doctor.registration.restrictions,
        registrationAsOf: doctor.registration.asOf?.toISOString() ?? null,
        endedOn: doctor.expiredAt?.toISOString() ?? null,
        confirmedOn: doctor.confirmedAt?.toISOString() ?? null,
        syncedOn: doctor.syncedAt?.toISOString() ?? null,
        places: [...new Set(doctor.clinicIds)],
      },
    };
  },
};

export const REGISTER_FORM: RecordKind<RegisterInput, DoctorFields> = {
  ...SHARED,
  noun: 'registrations',
  read: (row) => {
    const [primary] = row.locations;
    const hints = new Map<string, PlaceHint>();
    for (const { name, address, postalCode, phone } of row.locations) {
      const { addressKey } = addressUuids(address, postalCode);
      if (!hints.has(addressKey)) hints.set(addressKey, { name: name || null, phone });
    }
    return {
      key: row.registrationNumber,
      fields: {
        ...sharedFields(row),
        ...(!primary?.kept?.includes('phone') && { placePhone: primary?.phone ?? '' }),
        practiceStart: row.practiceStart,
        status: row.status,
        registrationClass: row.registrationClass,
        registrationRestrictions: row.registrationRestrictions,
        endedOn: row.expiredAt?.toISOString() ?? null,
        confirmedOn: null,
        syncedOn: null,
        places: [...hints.keys()],
        hints: [...hints.values()],
      },
    };
  },
};

/** Returns whether a status of the register lists the doctor. */
export function isActiveStatus(status: string): boolean {
  return fold(status) === ACTIVE_STATUS;
}
