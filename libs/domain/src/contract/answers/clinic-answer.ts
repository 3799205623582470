import { CLINIC_TYPES, type ClinicType } from '../../records/clinic.js';
import { GENDERS } from '../../records/doctor.js';
import { Field, growingEnum, RecordField, RecordList } from '../../schema/schema.js';
import {
  type Availability,
  AvailabilityFacts,
  Hours,
  type OpeningHours,
  type ServiceAvailability,
  ServiceFacts,
} from './availability.js';
import { SpecialDayHours, type SpecialHours } from './special-hours.js';
import { ClinicText, Coordinate, Distance } from './place-answer.js';
import { count, decimal, flag, text, texts } from '../../schema/field-schema.js';

/** A clinic inside a doctor. */
export class ClinicSummary {
  @Field(text('Clinic identifier.', { format: 'uuid' })) readonly id: string;
  @Field(text('Name.', { examples: ['Birchmount Family Health (sample)'] })) readonly name: string;
  @Field(text('Street, municipality and postal code.')) readonly address: string;
  @Field(decimal('Latitude, degrees.', -90, 90)) readonly lat: number;
  @Field(decimal('Longitude, degrees.', -180, 180)) readonly lng: number;
  @Field(text('Telephone number; empty if not known.')) readonly phone: string;
  @Field(flag('Best effort: whether the clinic accepted new patients when last observed. Phone to confirm.'))
  readonly acceptingNewPatients: boolean;
}

/** When a clinic is open. */
export class ClinicHours {
  @Field(
    text('The usual Monday-to-Friday range, 24-hour clock; empty if not known.', {
      examples: ['09:00-17:00'],
    }),
  )
  readonly weekday: string;
  @Field(flag('Open after 17:00 on a weekday.')) readonly evening: boolean;
  @Field(flag('Open on Saturday or Sunday.')) readonly weekend: boolean;
}

/** How accessible a clinic is. */
export class ClinicAccessibility {
  @Field(flag('Known to be wheelchair-accessible.')) readonly wheelchair: boolean;
  @Field(flag('Known to offer virtual visits.')) readonly virtualVisits: boolean;
  @Field(flag('Within 800 m of a subway station.')) readonly nearTTC: boolean;
}

/** A doctor inside the detail of a clinic. */
export class ClinicDoctor {
  @Field(text('Registration number.', { examples: ['900001'] })) readonly cpsoNumber: string;
  @Field(text('Full name with its title.')) readonly name: string;
  @Field(text('Empty if not disclosed.', { enum: [...GENDERS, ''] })) readonly gender: string;
  @Field(count('Whole years in practice.')) readonly yearsOfPractice: number;
  @Field(texts('Languages spoken.')) readonly languages: readonly string[];
  @Field(texts('Normalized specialty names.')) readonly specialties: readonly string[];
}

/** A clinic in full. */
export class ClinicDetail extends ClinicSummary {
  @Field(text('URL; empty if not known.')) readonly website: string;
  @Field(growingEnum('Clinic type.', CLINIC_TYPES)) readonly type: ClinicType;
  @RecordField(() => ClinicHours, 'When the clinic is open.') readonly hours: ClinicHours;
  @RecordField(() => ClinicAccessibility, 'How accessible the clinic is.')
  readonly accessibility: ClinicAccessibility;
  @Field(count('Number of listed doctors who practise at the clinic, also where doctors is cut.'))
  readonly doctorCount: number;
  @RecordList(
    () => ClinicDoctor,
    'The listed doctors of the clinic, by name. With a sandbox key, the first 3.',
  )
  readonly doctors: readonly ClinicDoctor[];
  @Distance() readonly distanceMeters?: number;
  @Hours() readonly openingHours?: readonly OpeningHours[] | null;
  @SpecialDayHours() readonly specialHours?: readonly SpecialHours[];
  @AvailabilityFacts() readonly availability?: Availability;
}

/** The links of a clinic. */
export class ClinicLinks {
  @Field(text('Path of the clinic in this service, relative to its base.')) readonly self: string;
  @Field(text('Website; empty if not known.')) readonly website: string;
  @Field(text('A map of the location.')) readonly map: string;
  @Field(text('The page of the clinic for people.')) readonly page: string;
}

/** A clinic in /clinics. */
export class ClinicItem {
  @Field(text('Clinic identifier.', { format: 'uuid' })) readonly id: string;
  @Field(text('Name.')) readonly name: string;
  @Field(text('Street, municipality and postal code.')) readonly address: string;
  @Field(flag('Best effort: whether the clinic accepted new patients when last observed.'))
  readonly accepting: boolean;
  @Field(texts('Languages of the listed doctors of the clinic.')) readonly languages: readonly string[];
  @Field(texts('Specialties of the listed doctors of the clinic.')) readonly specialties: readonly string[];
  @Field(texts('With include=notes: best-effort remarks.'), { optional: true })
  readonly notes?: readonly string[];
  @RecordField(() => ClinicLinks, 'With include=links.', { optional: true }) readonly links?: ClinicLinks;
  @Distance() readonly distanceMeters?: number;
  @Coordinate('latitude', 90) readonly lat?: number;
  @Coordinate('longitude', 180) readonly lng?: number;
  @ClinicText('contact', 'telephone number') readonly phone?: string;
  @ClinicText('contact', 'website') readonly website?: string;
  @Hours() readonly openingHours?: readonly OpeningHours[] | null;
  @SpecialDayHours() readonly specialHours?: readonly SpecialHours[];
  @AvailabilityFacts() readonly availability?: Availability;
}

/** A specialty service of a clinic in /specialists. */
export class SpecialistItem {
  @Field(text('Identifier of the clinic.', { format: 'uuid' })) readonly id: string;
  @Field(text('Name of the clinic.')) readonly name: string;
  @Field(text('The specialty of the service.')) readonly specialty: string;
  @Field(texts('Languages of the listed doctors of the clinic.')) readonly languages: readonly string[];
  @Field(
    flag(
      'Whether the service accepts new patients; that of the clinic if the source has none. Phone to confirm.',
    ),
  )
  readonly accepting: boolean;
  @Field(count('Waiting time for an appointment in weeks, as last reported.')) readonly wait_weeks: number;
  @Field(texts('With include=notes: best-effort remarks.'), { optional: true })
  readonly notes?: readonly string[];
  @RecordField(() => ClinicLinks, 'With include=links.', { optional: true }) readonly links?: ClinicLinks;
  @Distance() readonly distanceMeters?: number;
  @ClinicText('location', 'address') readonly address?: string;
  @Coordinate('latitude', 90) readonly lat?: number;
  @Coordinate('longitude', 180) readonly lng?: number;
  @ClinicText('contact', 'telephone number') readonly phone?: string;
  @ClinicText('contact', 'website') readonly website?: string;
  @Hours() readonly openingHours?: readonly OpeningHours[] | null;
  @SpecialDayHours() readonly specialHours?: readonly SpecialHours[];
  @AvailabilityFacts() readonly availability?: Availability;
  @ServiceFacts() readonly serviceAvailability?: ServiceAvailability;
}
