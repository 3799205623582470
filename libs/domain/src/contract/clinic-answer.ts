import { CLINIC_TYPES, type ClinicType } from '../records/clinic.js';
import { Field, RecordField, RecordList } from '../schema/schema.js';

/** A clinic as it is embedded in a doctor. */
export class ClinicSummary {
  @Field({ type: 'string', format: 'uuid', description: 'Clinic identifier.' })
  readonly id: string;

  @Field({ type: 'string', description: 'Name.', examples: ['Birchmount Family Health (sample)'] })
  readonly name: string;

  @Field({ type: 'string', description: 'Street, municipality and postal code.' })
  readonly address: string;

  @Field({ type: 'number', minimum: -90, maximum: 90, description: 'Latitude, degrees.' })
  readonly lat: number;

  @Field({ type: 'number', minimum: -180, maximum: 180, description: 'Longitude, degrees.' })
  readonly lng: number;

  @Field({ type: 'string', description: 'Telephone number; empty when not known.' })
  readonly phone: string;

  @Field({
    type: 'boolean',
    description: 'Best effort: new patients were accepted when last observed. Phone to confirm.',
  })
  readonly acceptingNewPatients: boolean;
}

/** When a clinic is open. */
export class ClinicHours {
  @Field({
    type: 'string',
    description: 'The usual Monday-to-Friday range, 24-hour clock; empty when not known.',
    examples: ['09:00-17:00'],
  })
  readonly weekday: string;

  @Field({ type: 'boolean', description: 'Open after 17:00 on a weekday.' })
  readonly evening: boolean;

  @Field({ type: 'boolean', description: 'Open on Saturday or Sunday.' })
  readonly weekend: boolean;
}

/** How a clinic can be reached. */
export class ClinicAccessibility {
  @Field({ type: 'boolean', description: 'Known to be wheelchair-accessible.' })
  readonly wheelchair: boolean;

  @Field({ type: 'boolean', description: 'Known to offer virtual visits.' })
  readonly virtualVisits: boolean;

  @Field({ type: 'boolean', description: 'Within 800 m of a subway station.' })
  readonly nearTTC: boolean;
}

/** A doctor as a clinic's detail shows it. */
export class ClinicDoctor {
  @Field({ type: 'string', description: 'Full name with its title.' })
  readonly name: string;

  @Field({
    type: 'string',
    enum: ['male', 'female', 'non-binary', ''],
    description: 'Empty when not disclosed.',
  })
  readonly gender: string;

  @Field({ type: 'integer', minimum: 0, description: 'Whole years in practice.' })
  readonly yearsOfPractice: number;

  @Field({ type: 'array', items: { type: 'string' }, description: 'Languages spoken.' })
  readonly languages: readonly string[];

  @Field({ type: 'array', items: { type: 'string' }, description: 'Normalized specialty names.' })
  readonly specialties: readonly string[];
}

/** A clinic in full. */
export class ClinicDetail extends ClinicSummary {
  @Field({ type: 'string', description: 'URL; empty when not known.' })
  readonly website: string;

  @Field({ type: 'string', enum: CLINIC_TYPES, description: 'Clinic type.' })
  readonly type: ClinicType;

  @RecordField(() => ClinicHours, 'When the clinic is open.')
  readonly hours: ClinicHours;

  @RecordField(() => ClinicAccessibility, 'How the clinic can be reached.')
  readonly accessibility: ClinicAccessibility;

  @RecordList(() => ClinicDoctor, 'The doctors listed there, by name. With a sandbox key the first 3.')
  readonly doctors: readonly ClinicDoctor[];
}

/** Addresses that belong to a clinic. */
export class ClinicLinks {
  @Field({ type: 'string', description: 'Path of the clinic in this service, relative to its base.' })
  readonly self: string;

  @Field({ type: 'string', description: 'Website; empty when not known.' })
  readonly website: string;

  @Field({ type: 'string', description: 'A map of the place.' })
  readonly map: string;
}

/** A clinic as /clinics lists it. */
export class ClinicItem {
  @Field({ type: 'string', format: 'uuid', description: 'Clinic identifier.' })
  readonly id: string;

  @Field({ type: 'string', description: 'Name.' })
  readonly name: string;

  @Field({ type: 'string', description: 'Street, municipality and postal code.' })
  readonly address: string;

  @Field({ type: 'boolean', description: 'Best effort: new patients were accepted when last observed.' })
  readonly accepting: boolean;

  @Field({ type: 'array', items: { type: 'string' }, description: 'Languages of the doctors listed there.' })
  readonly languages: readonly string[];

  @Field({
    type: 'array',
    items: { type: 'string' },
    description: 'Specialties of the doctors listed there.',
  })
  readonly specialties: readonly string[];

  @Field(
    { type: 'array', items: { type: 'string' }, description: 'With include=notes: best-effort remarks.' },
    { optional: true },
  )
  readonly notes?: readonly string[];

  @RecordField(() => ClinicLinks, 'With include=links.', { optional: true })
  readonly links?: ClinicLinks;
}

/** A specialty's service at a clinic, as /specialists lists it. */
export class SpecialistItem {
  @Field({ type: 'string', format: 'uuid', description: 'Identifier of the clinic.' })
  readonly id: string;

  @Field({ type: 'string', description: 'Name of the clinic.' })
  readonly name: string;

  @Field({ type: 'string', description: 'The specialty of the service.' })
  readonly specialty: string;

  @Field({ type: 'array', items: { type: 'string' }, description: 'Languages of the doctors listed there.' })
  readonly languages: readonly string[];

  @Field({
    type: 'boolean',
    description: "The service's own acceptance; the clinic's where the source has none. Phone to confirm.",
  })
  readonly accepting: boolean;

  @Field({ type: 'integer', minimum: 0, description: 'Weeks to wait for an appointment, as last reported.' })
  readonly wait_weeks: number;

  @Field(
    { type: 'array', items: { type: 'string' }, description: 'With include=notes: best-effort remarks.' },
    { optional: true },
  )
  readonly notes?: readonly string[];

  @RecordField(() => ClinicLinks, 'With include=links.', { optional: true })
  readonly links?: ClinicLinks;
}
