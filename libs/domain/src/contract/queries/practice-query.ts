import { GENDERS, type Gender } from '../../records/doctor.js';
import { Count, Flag, List, OneOf } from '../../schema/query-field.js';
import { ANSWERS, type KnownAnswer } from '../../records/evidence.js';
import { PageQuery } from './page-query.js';

/** The filters that doctors and clinics share. */
export class PracticeQuery extends PageQuery {
  @List({
    description:
      'Comma-separated specialties; a doctor with any of them matches. Case and accents do not matter. Values: GET /metadata/specialties.',
    example: ['Family Medicine', 'Pediatrics'],
    forModels: 'Any of these; everyday words work.',
  })
  specialties?: string[];
  @Flag('When true, only where new patients are accepted.', 'Accepts new patients.') accepting?: boolean;
  @List({
    description:
      'Comma-separated answers to whether new patients are accepted: any of them matches. unknown: nobody said, or what was said has expired.',
    of: ANSWERS,
    example: ['yes', 'unknown'],
    forModels: '',
  })
  acceptance?: KnownAnswer[];
  @OneOf(GENDERS, { description: 'Gender of the doctor.', example: 'female', forModels: '' }) gender?: Gender;
  @List({
    description:
      'Comma-separated languages; a doctor who speaks any of them matches. Values: GET /metadata/languages.',
    example: ['Tamil', 'French'],
    forModels: 'Any of these; codes and own names work.',
  })
  languages?: string[];
  @List({
    description: 'Alias of languages. Ignored when languages is sent.',
    example: ['Tamil'],
    forModels: false,
  })
  language?: string[];
  @Count({ description: 'Minimum whole years in practice.', example: 5, forModels: 'Years in practice.' })
  minYears?: number;
  @Count({ description: 'Maximum whole years in practice.', example: 30, forModels: '' }) maxYears?: number;
  @Flag(
    'When true, only doctors whose registration is known to be for independent practice. A warning says how many were left out because that is not known.',
    'Independent practice, no trainees.',
  )
  independent?: boolean;
  @Flag('When true, only clinics open after 17:00 on a weekday.', 'After 17:00 on a weekday.')
  evening?: boolean;
  @Flag('When true, only clinics open on Saturday or Sunday.', '') weekend?: boolean;
  @Flag('When true, only wheelchair-accessible clinics.', '') wheelchair?: boolean;
  @Flag('When true, only clinics that offer virtual visits.', '') virtualVisits?: boolean;
  @Flag('When true, only clinics within 800 m of a subway station.', 'Within 800 m of a subway station.')
  nearTTC?: boolean;
}
