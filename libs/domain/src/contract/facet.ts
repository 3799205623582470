import { Field, RecordField, RecordList, Without } from '../schema/schema.js';
import { count, text } from '../schema/field-schema.js';
import { Count, List, Text } from '../schema/query-field.js';
import { Interpretation } from './answers/interpretation.js';
import { DoctorQuery, PARTS_OF_NAME } from './queries/query.js';
import { Warnings } from './answers/warnings.js';

/** The groups in which matching doctors are counted. */
export const FACETS = [
  'specialty',
  'language',
  'gender',
  'area',
  'clinicType',
  'accepting',
  'freshness',
] as const;
export type Facet = (typeof FACETS)[number];

export const FACET_VALUES = { default: 50, maximum: 200 } as const;

/** GET /doctors/facets: the filters of /doctors. It has no pages, no order and no items. */
@Without('offset', 'sort', 'include', 'group')
export class FacetQuery extends DoctorQuery {
  @List({
    description:
      'Comma-separated groups to count: specialty, language, gender, area, clinicType, accepting, freshness.',
    of: FACETS,
    required: true,
    example: ['language', 'accepting'],
    forModels: '',
  })
  by: Facet[];
  @Text({
    description: 'As q of /doctors/search.',
    minLength: 2,
    example: 'chen',
    forModels: PARTS_OF_NAME,
  })
  q?: string;
  @Count({
    description: 'Values per group. Default 50, maximum 200: a larger value is capped.',
    default: FACET_VALUES.default,
    example: 10,
    forModels: 'Values per group: 50, or up to 200.',
  })
  declare limit?: number;
}

/** A value of a group, and the number of matching doctors who have it. */
export class FacetValue {
  @Field(text('The value.', { examples: ['Tamil'] })) readonly value: string;
  @Field(count('Number of matching doctors.', 1)) readonly count: number;
}

/** Declares the values of a group. */
function Group(what: string): PropertyDecorator {
  return RecordList(() => FacetValue, `${what}, most common first, then by name.`, { optional: true });
}

/** The requested groups. */
export class FacetCounts implements Readonly<Partial<Record<Facet, readonly FacetValue[]>>> {
  @Group('Specialties') readonly specialty?: readonly FacetValue[];
  @Group('Languages') readonly language?: readonly FacetValue[];
  @Group('Genders') readonly gender?: readonly FacetValue[];
  @Group('Municipalities of the primary clinics') readonly area?: readonly FacetValue[];
  @Group('Types of the primary clinics') readonly clinicType?: readonly FacetValue[];
  @Group('Whether the primary clinic accepts new patients: true, false or unknown')
  readonly accepting?: readonly FacetValue[];
  @Group('Freshness of the records') readonly freshness?: readonly FacetValue[];
}

/** The number of doctors who match, in groups. */
export class DoctorFacets {
  @Field(count('Number of matching doctors.')) readonly total: number;
  @RecordField(() => FacetCounts, 'The requested groups, each counted under all filters.')
  readonly facets: FacetCounts;
  @RecordList(() => Interpretation, 'What was read as something else. Absent if there is nothing.', {
    optional: true,
  })
  readonly interpreted?: readonly Interpretation[];
  @Warnings() readonly warnings?: readonly string[];
}
