import type { JsonSchema } from '../schema/schema.js';
import { declareField, Field, fieldsOf, RecordList } from '../schema/schema.js';
import { count, flag, text } from '../schema/field-schema.js';
import { OneOf, Text } from '../schema/query-field.js';
import { type Interpretation, Interpreted } from './answers/interpretation.js';
import { Query } from './queries/page-query.js';
import { ClinicQuery, DoctorQuery, DoctorSearchQuery, SpecialistQuery } from './queries/query.js';
import { Warnings } from './answers/warnings.js';

/** The lists that may leave a record out, each with its query. */
export const EXPLAINED_LISTS = {
  doctors: DoctorQuery,
  search: DoctorSearchQuery,
  clinics: ClinicQuery,
  specialists: SpecialistQuery,
};
export type ExplainedList = keyof typeof EXPLAINED_LISTS;
export const EXPLAINED_LIST_NAMES = Object.keys(EXPLAINED_LISTS) as readonly ExplainedList[];

type ListQuery = InstanceType<(typeof EXPLAINED_LISTS)[ExplainedList]>;
type ParameterName<Q = ListQuery> = Q extends unknown ? Exclude<keyof Q, keyof Query | 'services'> : never;
type Value<Name, Q = ListQuery> = Q extends unknown ? (Name extends keyof Q ? Q[Name] : never) : never;

/** The parameters of every list. Those of the explained list are checked as the list checks them. */
export type ListParameters = { readonly [Name in ParameterName]?: Value<Name> };

/** GET /explain: a record, and the query of a list. */
export class ExplanationQuery extends Query {
  @OneOf(EXPLAINED_LIST_NAMES, {
    description:
      'The list: doctors is /doctors, search is /doctors/search, clinics is /clinics, specialists is /specialists.',
    required: true,
    example: 'doctors',
  })
  list: ExplainedList;
  @Text({
    description: 'The record: the registration number of a doctor, or the id of a clinic.',
    minLength: 1,
    required: true,
    example: '900001',
  })
  id: string;
}

// The list is known only when the request is read, so that these parameters are documented here and not checked.
for (const [name, schema] of Object.entries(parametersOfLists()))
  declareField(ExplanationQuery.prototype, { name, schema, required: false });

/** Returns the schemas of all parameters of the lists, each with the words of every list that takes it. */
function parametersOfLists(): Readonly<Record<string, JsonSchema>> {
  const found: Record<string, JsonSchema> = {};
  for (const { name, schema } of Object.values(EXPLAINED_LISTS).flatMap((query) => fieldsOf(query))) {
    const { deprecated: _deprecated, ...added } = schema;
    const known = found[name] ?? added;
    found[name] = {
      ...known,
      ...(known.enum && { enum: union(known.enum, added.enum) }),
      ...(known.items?.enum && {
        items: { ...known.items, enum: union(known.items.enum, added.items?.enum) },
      }),
      description: `As ${name} of the list.`,
    };
  }
  return found;
}

function union(some: readonly unknown[], others: readonly unknown[] = []): readonly unknown[] {
  return [...new Set([...some, ...others])];
}

/** Whether the directory lists a record, or did once. */
export const RECORD_STATES = ['listed', 'expired', 'closed', 'unknown'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

/** Why a filter leaves a record out. */
export const FAILURE_REASONS = [
  'value_differs',
  'value_unknown',
  'not_the_same_doctor',
  'registration_expired',
  'clinic_closed',
  'too_far',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** What a filter asks for, or what a record has; null if that is not known. */
export type ComparedValue = string | number | boolean | null | readonly (string | number)[];

function comparedValue(description: string): JsonSchema {
  return {
    type: ['string', 'number', 'boolean', 'array', 'null'],
    items: { type: ['string', 'number'] },
    description,
  };
}

/** A filter that leaves the record out. */
export class FailedFilter {
  @Field(
    text('Name of the parameter; id where the directory no longer lists the record.', {
      examples: ['languages'],
    }),
  )
  readonly param: string;
  @Field(comparedValue('The value that was sent; listed for id.')) readonly wanted: ComparedValue;
  @Field(
    comparedValue(
      'What the record has, null or empty if not known: kilometers for within, the values of all its listed doctors for a clinic, the time of the end for id.',
    ),
  )
  readonly has: ComparedValue;
  @Field(
    text(
      'value_differs: it has another value. value_unknown: its value is not known. not_the_same_doctor: one doctor of the clinic meets it, but none meets all filters on doctors. registration_expired and clinic_closed: the record, or the clinic of the parameter, is in no list any more. too_far: it is farther than within.',
      { enum: FAILURE_REASONS },
    ),
  )
  readonly reason: FailureReason;
}

/** The number of matches without a filter. */
export class Relaxation {
  @Field(text('Name of the parameter to leave out.', { examples: ['languages'] })) readonly drop: string;
  @Field(count('Number of all matches of the same query without it.')) readonly total: number;
}

/** Whether a list has a record, where, and if not, why. */
export class Explanation {
  @Field(
    text(
      'listed; expired (a doctor whose registration has ended); closed (a clinic that has closed); unknown (the directory has no such record).',
      { enum: RECORD_STATES },
    ),
  )
  readonly record: RecordState;
  @Field(flag('Whether the record is in the whole list, on any page.')) readonly included: boolean;
  @Field({
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Position in the whole list, counted from 0; null if the record is not in it.',
  })
  readonly position: number | null;
  @RecordList(
    () => FailedFilter,
    'The fewest filters to leave out so that the list has the record, in the order of the parameters. Of equally few, those that come first.',
  )
  readonly failed: readonly FailedFilter[];
  @RecordList(() => Relaxation, 'For each of these alone, the number of matches without it.')
  readonly relax: readonly Relaxation[];
  @Field(
    text('beyond_page: the list has the record, but not on the requested page.', { enum: ['beyond_page'] }),
    {
      optional: true,
    },
  )
  readonly note?: 'beyond_page';
  @Interpreted() readonly interpreted?: readonly Interpretation[];
  @Warnings() readonly warnings?: readonly string[];
}
