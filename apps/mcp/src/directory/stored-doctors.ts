import type { AnswerSizes } from '@care-atlas/domain/access';
import type {
  Answer,
  Availability,
  ClinicSummary,
  DoctorItem,
  DoctorList,
  DoctorQuery,
} from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import type { ReadModel } from '@care-atlas/domain/read-model';
import { VisibleAnswer, visibleJson, visibleValue } from '../visible-text.js';

type Profile = Pick<DoctorItem, 'gender' | 'specialties' | 'languages'>;

/** A doctor with what is known of acceptance at the primary clinic. */
export interface FoundDoctor extends Omit<DoctorItem, 'syncedAt' | 'availability'> {
  readonly availability?: Pick<Availability, 'accepting'>;
}

/** A page of doctors, as the connector reads it. */
export interface FoundDoctors extends Omit<DoctorList, 'doctors'> {
  readonly doctors: readonly FoundDoctor[];
}

/**
 * Reads pages of doctors. What many doctors share is parsed once per dataset version, and is the same object in all of
 * them, so that tools can remember how they show it.
 */
export class StoredDoctors {
  #model: ReadModel | undefined;
  #profiles: Profile[] = [];
  #clinics: ClinicSummary[] = [];

  constructor(private readonly directory: Directory) {}

  find(query: DoctorQuery, sizes?: AnswerSizes): Answer<FoundDoctors> {
    const { own, ordinals, model, asOf } = this.directory.listDoctorParts(query, sizes);
    if (model !== this.#model) {
      this.#model = model;
      this.#profiles = [];
      this.#clinics = [];
    }
    const { doctors, ...list } = visibleValue(own);
    const found = doctors.map((doctor, i): FoundDoctor => {
      const ordinal = ordinals[i]!;
      const { gender, specialties, languages } = this.#profile(model.doctors.profileOf(ordinal));
      const primary = model.doctors.primaryClinic(ordinal);
      const availability = { accepting: model.clinics.evidence.acceptance(primary, asOf) };
      return { ...doctor, gender, specialties, languages, clinic: this.#clinic(primary), availability };
    });
    return new VisibleAnswer({ ...list, doctors: found }, own);
  }

  #profile(profile: number): Profile {
    return (this.#profiles[profile] ??= visibleJson(this.#model!.doctors.profileJson(profile)));
  }

  #clinic(clinic: number): ClinicSummary {
    return (this.#clinics[clinic] ??= visibleJson(this.#model!.clinics.extras.summaryJson(clinic)));
  }
}
