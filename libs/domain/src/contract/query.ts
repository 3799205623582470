import { GENDERS, type Gender } from '../records/doctor.js';
import { Count, Decimal, Flag, List, OneOf, Text } from '../schema/query-field.js';

/** A query as a library user writes it, or as `readQuery` makes it from raw parameters. */
export class Query {
  /** What was noticed while the query was read: unknown parameters. Shown in the answer's envelope. */
  readonly warnings?: readonly string[];
}

/** Which page of a list. */
export class PageQuery extends Query {
  @Count({
    description:
      'Page size. Default 25, at most 100: a larger value is capped. With a sandbox key at most 10.',
    default: 25,
    example: 25,
  })
  limit?: number;

  @Count({ description: 'Zero-based offset of the first item.', default: 0, example: 0 })
  offset?: number;
}

/** What doctors and clinics can both be filtered by. */
class PracticeQuery extends PageQuery {
  @List({
    description:
      'Comma-separated specialties; holding any of them matches. Case and accents do not matter. Values: GET /metadata/specialties.',
    example: ['Family Medicine', 'Pediatrics'],
  })
  specialties?: string[];

  @Flag({ description: 'When true, only where new patients are accepted at present.', example: true })
  accepting?: boolean;

  @OneOf(GENDERS, { description: 'Gender of the doctor.', example: 'female' })
  gender?: Gender;

  @List({
    description: 'Comma-separated languages; speaking any of them matches. Values: GET /metadata/languages.',
    example: ['Tamil', 'French'],
  })
  languages?: string[];

  @List({ description: 'Alias of languages; languages wins when both are sent.', example: ['Tamil'] })
  language?: string[];

  @Count({ description: 'Least whole years in practice.', example: 5 })
  minYears?: number;

  @Count({ description: 'Most whole years in practice.', example: 30 })
  maxYears?: number;

  @Flag({ description: 'When true, only clinics open after 17:00 on a weekday.', example: true })
  evening?: boolean;

  @Flag({ description: 'When true, only clinics open on Saturday or Sunday.', example: true })
  weekend?: boolean;

  @Flag({ description: 'When true, only wheelchair-accessible clinics.', example: true })
  wheelchair?: boolean;

  @Flag({ description: 'When true, only clinics that offer virtual visits.', example: true })
  virtualVisits?: boolean;

  @Flag({ description: 'When true, only clinics within 800 m of a subway station.', example: true })
  nearTTC?: boolean;
}

/** GET /doctors. Clinic filters apply to the doctor's primary clinic. */
export class DoctorQuery extends PracticeQuery {
  @Text({
    description: 'A single exact specialty, kept for compatibility; specialties wins when both are sent.',
    minLength: 1,
    deprecated: true,
    example: 'Cardiology',
  })
  specialty?: string;
}

/** GET /doctors/search. */
export class DoctorSearchQuery extends DoctorQuery {
  @Text({
    description:
      'At least 2 characters. Each blank-separated term must occur in the name (case and accents do not matter), or the whole must equal a registration number.',
    minLength: 2,
    required: true,
    example: 'chen',
  })
  q: string;
}

export const CLINIC_EXTRAS = ['notes', 'links'] as const;
export type ClinicExtra = (typeof CLINIC_EXTRAS)[number];

/**
 * GET /clinics. Filters on doctors (specialties, languages, gender, minYears, maxYears) must be met by one and
 * the same doctor of the clinic.
 */
export class ClinicQuery extends PracticeQuery {
  @Decimal({
    description: 'Latitude of the place to order by distance from. Comes together with lng.',
    minimum: -90,
    maximum: 90,
    with: 'lng',
    example: 43.6629,
  })
  lat?: number;

  @Decimal({
    description: 'Longitude of the place to order by distance from. Comes together with lat.',
    minimum: -180,
    maximum: 180,
    with: 'lat',
    example: -79.3957,
  })
  lng?: number;

  @Flag({ description: 'When true, only clinics with a website.', example: true })
  hasWebsite?: boolean;

  @List({
    description: 'Comma-separated optional fields to add to each item: notes, links.',
    of: CLINIC_EXTRAS,
    example: ['notes', 'links'],
  })
  include?: ClinicExtra[];
}

/** GET /specialists. */
export class SpecialistQuery extends ClinicQuery {
  @Text({
    description: 'Normalized specialty whose services are listed.',
    minLength: 1,
    required: true,
    example: 'Cardiology',
  })
  specialty: string;
}
