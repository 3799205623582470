import { PLACE_KINDS, type PlaceKind } from '../../records/place.js';
import { Flag, List, OneOf, Text } from '../../schema/query-field.js';
import { NAME_COMPARISONS, type NameComparison } from '../../text/name-match.js';
import { PageQuery, Query } from './page-query.js';
import { DetailQuery, Include, PLACE_EXTRAS, PlaceQuery, SortBy } from './place-query.js';

/** What models read of `q` in a list. */
export const PARTS_OF_NAME = 'Parts of the name.';

/** Maximum number of records that a list is asked for by id. */
const MAX_IDS = 100;

/** The optional members of doctors: about the primary clinic, and about the doctor. */
export const DOCTOR_EXTRAS = [...PLACE_EXTRAS, 'registration'] as const;
export type DoctorExtra = (typeof DOCTOR_EXTRAS)[number];

/** GET /doctors. Clinic filters apply to the doctor's primary clinic. */
export class DoctorQuery extends PlaceQuery {
  @Text({
    description: 'A single exact specialty, for compatibility. Ignored when specialties is sent.',
    minLength: 1,
    deprecated: true,
    example: 'Cardiology',
  })
  specialty?: string;
  @Include(DOCTOR_EXTRAS, 'each item') include?: DoctorExtra[];
  @SortBy(['name', 'distance', 'years'], 'name, distance, or years of practice (most first)')
  sort?: 'name' | 'distance' | 'years';
  @Text({
    description: 'Identifier of a clinic: the doctors who practise there, primary clinic or not.',
    minLength: 1,
    example: 'b94bb043-f527-42bf-9c0b-68ebace5405b',
    forModels: 'Id of a clinic where they practise.',
  })
  clinic?: string;
  @List({
    description:
      'Comma-separated registration numbers, at most 100. Items are in this order; the default limit is their number, and `missing` names those that are not listed. An empty list finds nothing.',
    maximum: MAX_IDS,
    mayBeEmpty: true,
    example: ['900001'],
    forModels: false,
  })
  ids?: string[];
  @OneOf(['clinic'], {
    description:
      'clinic: one item for each primary clinic, which is the first doctor there who matches; `atClinic` names the others. limit, offset and total then count clinics, and `doctorTotal` all doctors.',
    example: 'clinic',
    forModels: false,
  })
  group?: 'clinic';
}

/** GET /doctors/{cpso}. */
export class DoctorDetailQuery extends DetailQuery {
  @Include(DOCTOR_EXTRAS, 'the answer') include?: DoctorExtra[];
}

/** Declares how `q` is compared with names. */
export function MatchNames(): PropertyDecorator {
  return OneOf(NAME_COMPARISONS, {
    description:
      'How q is compared: words finds names that have every term as a whole word, or a single letter as an initial; forgiving finds names with parts of words, misspelled terms and terms that sound alike, too, best first. Titles, apostrophes and hyphens do not matter. Without it, names contain every term.',
    example: 'forgiving',
    forModels: '',
  });
}

/** GET /doctors/search. */
export class DoctorSearchQuery extends DoctorQuery {
  @Text({
    description:
      'At least 2 characters. The name must contain every term (separated by spaces; case and accents do not matter), or the whole text must equal the registration number.',
    minLength: 2,
    required: true,
    example: 'chen',
    forModels: PARTS_OF_NAME,
  })
  q: string;
  @MatchNames() match?: NameComparison;
}

/** The optional members of clinics in lists. */
export const CLINIC_EXTRAS = ['notes', 'links', ...PLACE_EXTRAS] as const;
export type ClinicExtra = (typeof CLINIC_EXTRAS)[number];

/** The parameters that /clinics and /specialists share. */
export class ClinicListQuery extends PlaceQuery {
  @Text({
    description:
      'At least 2 characters. The name of the clinic must contain every term (separated by spaces; case and accents do not matter).',
    minLength: 2,
    example: 'family health',
    forModels: PARTS_OF_NAME,
  })
  q?: string;
  @MatchNames() match?: NameComparison;
  @Flag('When true, only clinics with a website.', '') hasWebsite?: boolean;
  @Include(CLINIC_EXTRAS, 'each item') include?: ClinicExtra[];
}

/**
 * GET /clinics. A single doctor of the clinic must meet all filters on doctors (specialties, languages, gender,
 * minYears, maxYears).
 */
export class ClinicQuery extends ClinicListQuery {
  @SortBy(['name', 'distance'], 'name, or distance') sort?: 'name' | 'distance';
  @List({
    description:
      'Comma-separated ids of clinics, at most 100. Items are in this order; the default limit is their number, and `missing` names those that are not listed. An empty list finds nothing.',
    maximum: MAX_IDS,
    mayBeEmpty: true,
    example: ['b94bb043-f527-42bf-9c0b-68ebace5405b'],
    forModels: false,
  })
  ids?: string[];
}

/** GET /specialists. */
export class SpecialistQuery extends ClinicListQuery {
  @SortBy(['name', 'distance', 'wait'], 'name, distance, or wait (shortest first)')
  sort?: 'name' | 'distance' | 'wait';
  @Text({
    description: 'Normalized specialty of the services to list.',
    minLength: 1,
    required: true,
    example: 'Cardiology',
    forModels: 'Specialty to list; everyday words work.',
  })
  specialty: string;
  /** The specialties that `specialty` stands for, if it is another name. Added when the query is interpreted. */
  readonly services?: readonly string[];
}

/** GET /places. */
export class GazetteerQuery extends PageQuery {
  @Text({
    description:
      'The beginning or another part of a name or of another name, such as "Downtown". Without it, all.',
    minLength: 1,
    example: 'scarb',
  })
  q?: string;
  @OneOf(PLACE_KINDS, { description: 'Only places of this kind.', example: 'neighbourhood' })
  kind?: PlaceKind;
}

/** Maximum number of characters of a question: two or three sentences. Reading a word looks at those around it. */
export const MAX_QUESTION_LENGTH = 200;

/** GET /questions. */
export class QuestionQuery extends Query {
  @Text({
    description: 'A question in plain words, in English or French.',
    minLength: 1,
    maxLength: MAX_QUESTION_LENGTH,
    required: true,
    example: 'family doctor who speaks Tamil near Kipling',
  })
  q: string;
}
