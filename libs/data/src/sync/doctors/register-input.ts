import type { ClinicType, PositionSource, PracticeStart } from '@care-atlas/domain/records';
import type { DoctorInput } from './doctor-merge.js';

/** Where a doctor practises, in the words of the register, which knows no clinics. */
export interface PracticeLocation {
  /** Empty when the register gives none. */
  readonly name: string;
  /** Street, municipality and postal code on one line. */
  readonly address: string;
  /** "A1A 1A1"; empty when not known. */
  readonly postalCode: string;
  readonly phone: string;
  readonly lat: number;
  readonly lng: number;
  readonly positionSource: PositionSource;
  /** What a clinic becomes that has to be made for this location. */
  readonly type: ClinicType;
}

/** A registration as the register gives it. */
export interface RegisterInput extends Omit<
  DoctorInput,
  'clinicIds' | 'confirmedAt' | 'syncedAt' | 'expiredAt'
> {
  /** In the register's words; "active", in any case, is the only one that lists the doctor. */
  readonly status: string;
  /** When a registration that is not active ended, where the register says it. */
  readonly expiredAt?: Date | null;
  /** The class of registration, in the register's words; empty when not given. */
  readonly registrationClass: string;
  /** Which of the register's dates `practisingSince` is. */
  readonly practiceStart: PracticeStart;
  /** At least one, the primary one first. */
  readonly locations: readonly PracticeLocation[];
}

export interface RegisterOptions {
  /** Whether the rows are the whole register: registrations that are not among them expire then. */
  readonly complete?: boolean;
  /** When the register was drawn from, if that is known: confirmations bear this time, or the run's if earlier. */
  readonly extractedAt?: Date;
}
