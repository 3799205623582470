import { count, flag, text, texts } from '../../schema/field-schema.js';
import { Field, growingEnum, type JsonSchema, RecordList } from '../../schema/schema.js';
import { ClinicSummary } from './clinic-answer.js';
import { Warnings } from './warnings.js';

/** The parameters of a list of doctors that a question can name. */
export const QUESTION_PARAMETERS = [
  'near',
  'within',
  'area',
  'q',
  'match',
  'specialties',
  'languages',
  'gender',
  'clinic',
  'date',
  'days',
  'openAt',
  'clinicType',
  'minYears',
  'maxYears',
  'accepting',
  'nearTTC',
  'evening',
  'weekend',
  'wheelchair',
  'virtualVisits',
] as const;
export type QuestionParameter = (typeof QUESTION_PARAMETERS)[number];

/** The values of parameters, as they are sent: those of a list are joined by commas. */
export type QuestionValues = Readonly<Partial<Record<QuestionParameter, string>>>;

/** What an answer does with a question. */
export const VERDICTS = ['list', 'stopped', 'nothing-named', 'emergency'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What has to be called before any list: 9-1-1, and for suicide also 9-8-8. */
export const EMERGENCIES = ['911', '988'] as const;
export type Emergency = (typeof EMERGENCIES)[number];

/** What is known of words: understood, or known but not meant clearly, known but not in the directory, or not known. */
export const PART_VERDICTS = ['understood', 'ambiguous', 'outside', 'unknown'] as const;
export type PartVerdict = (typeof PART_VERDICTS)[number];

/** Why words became no filter. */
export const UNUSED_REASONS = [
  'unknown',
  'negated',
  'contradicted',
  'place-needed',
  'here',
  'not-listed',
  'any-only',
  'profession',
  'outside',
  'street',
  'ambiguous',
  'holiday',
  'span',
  'too-long',
  'no-such-name',
  'visit',
  'advice',
  'whole-area',
  'no-filter',
] as const;
export type UnusedWhy = (typeof UNUSED_REASONS)[number];

const parameter: JsonSchema = { type: 'string' };
const VALUES: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(QUESTION_PARAMETERS.map((name) => [name, parameter])),
  description: 'Parameters of /doctors, or with q of /doctors/search, as they are sent.',
};

/** Words of a question that became filters. */
export class ReadPart {
  @Field(text('As they were typed.')) readonly text: string;
  @Field(VALUES) readonly values: QuestionValues;
  @Field(flag('Whether they were taken for a misspelling.')) readonly misspelled: boolean;
}

/** Words of a question that became no filter, and why. */
export class UnusedPart {
  @Field(text('As they were typed.')) readonly text: string;
  @Field(
    growingEnum(
      'unknown: not understood. negated: a list has no filter for what is not wanted. contradicted: earlier words say something else. place-needed: a distance without a place. here: "near me". not-listed: known, but no listed doctor has it. any-only: a list finds doctors who speak any of the languages, not all of them. profession: one that the directory does not list. outside: a place outside the area. street: a street alone, or an address that no listed clinic has. ambiguous: one of several places, clinics or dates. holiday: the hours on it are not known. span: from one time to another; a list finds who is open at one time. too-long: not read, because the words before fill the maximum. no-such-name: no listed doctor is so named. visit: a reason for a visit. advice: which doctor somebody needs, or advice on health; Health811 gives it, by 8-1-1. whole-area: the area of the directory or more, such as Ontario; nobody is left out. no-filter: no core word.',
      UNUSED_REASONS,
    ),
  )
  readonly why: UnusedWhy;
  @Field(
    growingEnum(
      'understood: no core word, or the whole area. ambiguous: may mean several things; offers name them. outside: known, but not in this directory. unknown: not understood.',
      PART_VERDICTS,
    ),
  )
  readonly verdict: PartVerdict;
  @Field(flag('Whether a list without these words would answer another question.')) readonly stops: boolean;
  @Field(texts('Specialties that see people for it, or instead.'), { optional: true })
  readonly specialties?: readonly string[];
  @Field(text('The public register of the profession; empty if there is none.'), { optional: true })
  readonly register?: string;
  @Field(texts('Crossings that may be meant.'), { optional: true }) readonly places?: readonly string[];
  @Field(text('The nearest municipality inside the area.'), { optional: true }) readonly nearest?: string;
  @Field(count('Kilometers from that municipality.'), { optional: true }) readonly kilometers?: number;
  @Field(text('Name of the public holiday.'), { optional: true }) readonly holiday?: string;
  @Field(text('Date of the public holiday.', { format: 'date' }), { optional: true }) readonly date?: string;
  @Field(flag('Whether listed names are spelled or sound alike.'), { optional: true })
  readonly alike?: boolean;
}

/** A question that can be answered instead. */
export class QuestionOffer {
  @Field(VALUES) readonly values: QuestionValues;
  @Field(count('Number of doctors that it finds.', 1)) readonly total: number;
  @Field(texts('The words that it leaves out.')) readonly without: readonly string[];
}

/** How a question in plain words is read, and whether a list answers it. */
export class QuestionAnswer {
  @Field(
    growingEnum(
      'list: request the list with `values`. stopped: words that matter were not understood or are outside the directory. nothing-named: the question names nothing to look for. emergency: a person needs help now.',
      VERDICTS,
    ),
  )
  readonly verdict: Verdict;
  @Field(VALUES) readonly values: QuestionValues;
  @Field({
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Number of doctors in the list; null without one.',
  })
  readonly total: number | null;
  @Field(growingEnum('What to call first.', EMERGENCIES), { optional: true })
  readonly emergency?: Emergency;
  @RecordList(() => ReadPart, 'In the order of the question.') readonly read: readonly ReadPart[];
  @RecordList(() => UnusedPart, 'Words that became no filter.') readonly unused: readonly UnusedPart[];
  @RecordList(
    () => QuestionOffer,
    'The nearest questions that can be answered, without those that find nobody.',
  )
  readonly offers: readonly QuestionOffer[];
  @RecordList(
    () => ClinicSummary,
    'The listed clinics that the question names, by name, street address or telephone number.',
    { optional: true },
  )
  readonly clinics?: readonly ClinicSummary[];
  @Warnings() readonly warnings?: readonly string[];
}
