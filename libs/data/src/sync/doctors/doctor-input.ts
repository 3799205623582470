import type {
  ClinicType,
  DoctorRecord,
  KnownAnswer,
  PositionSource,
  PracticeStart,
} from '@care-atlas/domain/records';

/** A doctor as a source gives it. The id follows from the number; `syncedAt` defaults to the time of the run. */
export type DoctorInput = Omit<DoctorRecord, 'id' | 'syncedAt'> & { readonly syncedAt?: Date };

/** A practice location of the register, which has addresses and no clinics. */
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
  /** The type of a clinic that has to be made for this location. */
  readonly type: ClinicType;
  /** What is bad or missing, `phone` or `position`: a clinic that is stored keeps what it has. */
  readonly kept?: readonly string[];
}

/** A registration as the register gives it. */
export interface RegisterInput extends Omit<
  DoctorInput,
  'clinicIds' | 'registration' | 'confirmedAt' | 'syncedAt' | 'expiredAt'
> {
  /** In the register's words; only "active", in any case, lists the doctor. */
  readonly status: string;
  /** When a registration that is not active ended, if the register says so. */
  readonly expiredAt?: Date | null;
  /** The class of registration, in the register's words; empty when not given. */
  readonly registrationClass: string;
  /** Whether the register lists terms, conditions or limitations; unknown where it does not say. */
  readonly registrationRestrictions: KnownAnswer;
  /** Which date of the register `practisingSince` is. */
  readonly practiceStart: PracticeStart;
  /** At least one, unless the row keeps its `locations`; the first is the primary location. */
  readonly locations: readonly PracticeLocation[];
}

export interface DoctorOptions {
  /** Whether the rows are all active registrations: doctors that are not among them expire then. */
  readonly complete?: boolean;
}
