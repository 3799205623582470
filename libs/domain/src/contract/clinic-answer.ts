import { CLINIC_TYPES, type ClinicType } from '../records/clinic.js';
import { GENDERS } from '../records/doctor.js';
import { Field, RecordField, RecordList } from '../schema/schema.js';

/** A clinic inside a doctor. */
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

  @Field({ type: 'string', description: 'Telephone number; empty if not known.' })
  readonly phone: string;

  @Field({
    type: 'boolean',
    description:
      'Best effort: whether the clinic accepted new patients when last observed. Phone to confirm.',
  })
  readonly acceptingNewPatients: boolean;
}

/** When a clinic is open. */
export class ClinicHours {
  @Field({
    type: 'string',
    description: 'The usual Monday-to-Friday range, 24-hour clock; empty if not known.',
    examples: ['09:00-17:00'],
  })
  readonly weekday: string;

  @Field({ type: 'boolean', description: 'Open after 17:00 on a weekday.' })
  readonly evening: boolean;

  @Field({ type: 'boolean', description: 'Open on Saturday or Sunday.' })
  readonly weekend: boolean;
}

/** How accessible a clinic is. */
export class ClinicAccessibility {
  @Field({ type: 'boolean', description: 'Known to be wheelchair-accessible.' })
  readonly wheelchair: boolean;

  @Field({ type: 'boolean', description: 'Known to offer virtual visits.' })
  readonly virtualVisits: boolean;

  @Field({ type: 'boolean', description: 'Within 800 m of a subway station.' })
  readonly nearTTC: boolean;
}

/** A doctor inside the detail of a clinic. */
export class ClinicDoctor {
  @Field({ type: 'string', description: 'Full name with its title.' })
  readonly name: string;

  @Field({
    type: 'string',
    enum: [...GENDERS, ''],
    description: 'Empty if not disclosed.',
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
  @Field({ type: 'string', description: 'URL; empty if not known.' })
  readonly website: string;

  @Field({ type: 'string', enum: CLINIC_TYPES, description: 'Clinic type.' })
  readonly type: ClinicType;

  @RecordField(() => ClinicHours, 'When the clinic is open.')
  readonly hours: ClinicHours;

  @RecordField(() => ClinicAccessibility, 'How accessible the clinic is.')
  readonly accessibility: ClinicAccessibility;

  @RecordList(
    () => ClinicDoctor,
    'The listed doctors of the clinic, by name. With a sandbox key, the first 3.',
  )
  readonly doctors: readonly ClinicDoctor[];
}

/** The links of a clinic. */
export class ClinicLinks {
  @Field({ type: 'string', description: 'Path of the clinic in this service, relative to its base.' })
  readonly self: string;

  @Field({ type: 'string', description: 'Website; empty if not known.' })
  readonly website: string;

  @Field({ type: 'string', description: 'A map of the location.' })
  readonly map: string;
}

/** A clinic in /clinics. */
export class ClinicItem {
  @Field({ type: 'string', format: 'uuid', description: 'Clinic identifier.' })
  readonly id: string;

  @Field({ type: 'string', description: 'Name.' })
  readonly name: string;

  @Field({ type: 'string', description: 'Street, municipality and postal code.' })
  readonly address: string;

  @Field({
    type: 'boolean',
    description: 'Best effort: whether the clinic accepted new patients when last observed.',
  })
  readonly accepting: boolean;

  @Field({
    type: 'array',
    items: { type: 'string' },
    description: 'Languages of the listed doctors of the clinic.',
  })
  readonly languages: readonly string[];

  @Field({
    type: 'array',
    items: { type: 'string' },
    description: 'Specialties of the listed doctors of the clinic.',
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

/** A specialty service of a clinic in /specialists. */
export class SpecialistItem {
  @Field({ type: 'string', format: 'uuid', description: 'Identifier of the clinic.' })
  readonly id: string;

  @Field({ type: 'string', description: 'Name of the clinic.' })
  readonly name: string;

  @Field({ type: 'string', description: 'The specialty of the service.' })
  readonly specialty: string;

  @Field({
    type: 'array',
    items: { type: 'string' },
    description: 'Languages of the listed doctors of the clinic.',
  })
  readonly languages: readonly string[];

  @Field({
    type: 'boolean',
    description:
      'Whether the service accepts new patients; that of the clinic if the source has none. Phone to confirm.',
  })
  readonly accepting: boolean;

  @Field({
    type: 'integer',
    minimum: 0,
    description: 'Waiting time for an appointment in weeks, as last reported.',
  })
  readonly wait_weeks: number;

  @Field(
    { type: 'array', items: { type: 'string' }, description: 'With include=notes: best-effort remarks.' },
    { optional: true },
  )
  readonly notes?: readonly string[];

  @RecordField(() => ClinicLinks, 'With include=links.', { optional: true })
  readonly links?: ClinicLinks;
}
