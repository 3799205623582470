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

/** Words of a question, and what they were read as. */
export interface ReadWords {
  /** As they were typed. */
  readonly text: string;
  readonly values: QuestionValues;
  /** Whether the words were taken for a misspelling of a known name. */
  readonly misspelled?: boolean;
}

/** Why words became no filter. */
export type UnusedReason =
  /** No word or place of the directory. */
  | { readonly why: 'unknown' }
  /** A list has what is asked for, not what is not. */
  | { readonly why: 'negated' }
  /** Earlier words of the question say something else. */
  | { readonly why: 'contradicted' }
  /** A distance without a place. */
  | { readonly why: 'place-needed' }
  /** "Near me": the question does not say where that is. */
  | { readonly why: 'here' }
  /** A field or language that the vocabulary knows, and the directory does not have. */
  | { readonly why: 'not-listed' }
  /** A reason for a visit, with the specialties that see people for it. */
  | { readonly why: 'visit'; readonly specialties: readonly string[] };
export type UnusedWords = UnusedReason & { readonly text: string };

/** A question in plain words, read as filters. */
export interface QuestionReading {
  readonly values: QuestionValues;
  /** In the order of the question. */
  readonly read: readonly ReadWords[];
  readonly unused: readonly UnusedWords[];
}

/** What is known beside the words. */
export interface QuestionContext {
  /** For "now", "today" and "tomorrow". */
  readonly now: Date;
}
