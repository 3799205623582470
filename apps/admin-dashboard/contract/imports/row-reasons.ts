/** Why a value is doubtful or left out, as a text of the page names it. */
export interface RowReason {
  readonly key: RowReasonKey;
  readonly values: Readonly<Record<string, string>>;
}

/** The sentence of an import about one value. It quotes the value, which the cell shows. */
const SENTENCE =
  /^(?:(?!\. ).)*? (?:(?:is|has) (?<value>"(?:[^"\\]|\\.)*")|is empty), but must be (?<accepted>.*?)\.(?: (?:The rest of the list is used|Nothing was corrected)\.)?$/s;

/** What an import accepts, or why it doubts a value. The names of groups are placeholders of the text. */
const ACCEPTED = {
  hoursEarly: /^plausible \(it opens before 05:00\)/,
  hoursLong: /^plausible \(it would be open for more than 16 hours\)/,
  hoursSame: /^plausible \(it opens and closes at the same time\)/,
  hoursHalf: /^plausible \(it does not say which half of the day is meant\)/,
  hoursEndFirst: /^plausible \(it closes before it opens\)/,
  hoursDays: /^plausible \(it does not say on which days\)/,
  hoursForm: /^plausible \(its form is not known\)/,
  hoursTooLong: /^plausible \(it is longer than (?<count>\d+) characters\)/,
  hours: /^opening hours in everyday words/,
  specialty: /^a specialty of the directory/,
  language: /^a language of the directory/,
  oneSpecialty: /^one specialty of the directory/,
  telephone: /^a telephone number such as/,
  website: /^a web address that starts with (?<accepted>.*)/,
  postalCode: /^a postal code such as/,
  regionPostalCode: /^a postal code of the Greater Toronto Area/,
  position: /^\(with \w+\) /,
  latitude: /^a latitude in Canada/,
  longitude: /^a longitude in Canada/,
  degrees: /^in degrees \(WGS 84\)/,
  yesNo: /^yes or no, or empty/,
  wheelchair: /^yes, limited or no, or empty/,
  word: /^one of: (?<accepted>.*)/,
  gender: /^Man, Woman, Non-binary/,
  status: /^a known status: (?<accepted>.*)/,
  ended: /^a day, month or year such as .*; the place counts as open/,
  date: /^a day in a form that can be read/,
  day: /^a day from 1900-01-01 to today/,
  time: /^a time up to now/,
  practiceStart: /^filled in, or graduated must be/,
  registrationNumber: /^a registration number:/,
  personName: /^the name of a person/,
  identity: /^text without a /,
  characters: /^at most (?<count>\d+) characters long/,
  controlCharacters: /^text without control characters/,
  wholeNumber: /^a whole number from (?<from>\d+) to (?<to>\d+)/,
  filled: /^filled in/,
} as const;

/** Sentences of other forms. */
const OTHERS = {
  needed:
    /^(?:The directory does not have|Its source has not given) this record yet, and it needs a valid (?<what>.*)\.$/,
  repeated: /^Line (?<line>\d+) already holds this record: [^.]*\.$/,
  values: /^The row has (?<count>\d+) values, but the header has (?<columns>\d+) columns: [^.]*\.$/,
} as const;

export type RowReasonKey = keyof typeof ACCEPTED | keyof typeof OTHERS;

/**
 * Returns why one value is doubtful or left out, from the English sentence of an import, so that it can be said in plain words of
 * another language; undefined if this release has no such sentence.
 */
export function rowReason(sentence: string): RowReason | undefined {
  const { value, accepted } = SENTENCE.exec(sentence)?.groups ?? {};
  if (accepted === undefined) return matching(OTHERS, sentence);
  // The sentences of several values say more than the first of them.
  if (accepted.includes(', but must be ')) return undefined;
  const reason = matching(ACCEPTED, accepted);
  return (
    reason && { ...reason, values: { value: value === undefined ? '' : textIn(value), ...reason.values } }
  );
}

const CHOICES: Partial<Record<RowReasonKey, readonly string[]>> = {
  yesNo: ['yes', 'no'],
  wheelchair: ['yes', 'limited', 'no'],
  gender: ['Man', 'Woman', 'Non-binary', 'Two-spirit'],
};
/** A longer list is no choice at a glance. */
const MOST_CHOICES = 8;

/** Returns the values that are accepted instead, where they are few. */
export function choicesOf(sentence: string): readonly string[] {
  const reason = rowReason(sentence);
  if (!reason) return [];
  const { accepted = '' } = reason.values;
  const isList = reason.key === 'word' || reason.key === 'status';
  // What follows the words says when they may be left out.
  const words = accepted.replace(/ \(.*$|; or empty$/, '').split(/; |, /);
  const choices = CHOICES[reason.key] ?? (isList ? words : []);
  return choices.length <= MOST_CHOICES ? choices : [];
}

/** Reasons of values that a row may go without. */
const DISPENSABLE: readonly string[] = [
  'yesNo',
  'wheelchair',
  'gender',
  'telephone',
  'website',
  'hours',
  'date',
  'time',
];

/** Returns whether a cell may be left empty instead: the value is then not known. */
export function mayBeEmpty(sentence: string): boolean {
  return DISPENSABLE.includes(rowReason(sentence)?.key ?? '');
}

function matching(patterns: Readonly<Record<string, RegExp>>, text: string): RowReason | undefined {
  for (const [key, pattern] of Object.entries(patterns)) {
    const match = pattern.exec(text);
    if (match) return { key: key as RowReasonKey, values: { ...match.groups } };
  }
  return undefined;
}

function textIn(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}
