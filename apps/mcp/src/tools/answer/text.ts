import type {
  DayHours,
  ClinicItem,
  Interpretation,
  KnownAcceptance,
  KnownFact,
  RegistrationFacts,
  OpeningHours,
  Review,
  SpecialHours,
} from '@care-atlas/domain/contract';
import type { Said } from '@care-atlas/domain/messages';
import { torontoDate } from '@care-atlas/domain/rules';
import { quotation } from '../../visible-text.js';
import type { AnswerTexts } from '../../texts/en/answers.js';
import type { RecordTexts } from '../../texts/en/records.js';
import type { ConnectorMessage } from '../../texts/en/messages.js';
import { sentence, type SentenceTexts } from '../../texts/sentence.js';
import type { Texts } from '../../texts/texts.js';
import type { Row } from './budget.js';
import { dayText } from './day-text.js';

type OptionalText = string | false | undefined;

/** Joins the texts that are not empty with commas. */
export function joinPhrases(...phrases: readonly OptionalText[]): string {
  return phrases.filter(Boolean).join(', ');
}

/** Joins the texts that are not empty with line breaks. */
export function joinLines(...lines: readonly OptionalText[]): string {
  return lines.filter(Boolean).join('\n');
}

/** Returns how far a record is from the place of the search; empty without one. */
export function distance(
  { distanceMeters }: { readonly distanceMeters?: number },
  { away }: RecordTexts,
): string {
  return distanceMeters === undefined ? '' : away((distanceMeters / 1000).toFixed(1));
}

const DAY_MS = 86_400_000;

/** Returns the whole days since an observation. */
function ageInDays(observedAt: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(observedAt)) / DAY_MS));
}

/** Returns what is known of acceptance, and how and for how long. "Not known" never reads as no. */
function acceptanceParts(
  { answer, code, state, observedAt, dated, method, walkIn }: KnownAcceptance,
  now: Date,
  t: RecordTexts,
): { readonly known: string; readonly said?: string } {
  const known = walkIn ? t.walkIn[answer] : (t.codes[code] ?? t.acceptance[answer]);
  if (observedAt === null || method === '') return { known };
  const by = t.methods[method];
  const date = torontoDate(observedAt);
  const how = `${by} ${t.ago(ageInDays(observedAt, now))}`;
  const isListed = dated === false;
  if (state === 'expired') return { known, said: isListed ? t.listingExpired(by, date) : t.expired(how) };
  const said = isListed ? t.listed(t.answers[answer], by, date) : t.said(t.answers[answer], how);
  return { known, said: state === 'conflicting' ? t.disputed(said) : said };
}

/** Returns the same in one phrase. */
export function acceptance(known: KnownAcceptance, now: Date, t: RecordTexts): string {
  const parts = acceptanceParts(known, now, t);
  return parts.said === undefined ? parts.known : `${parts.known} (${parts.said})`;
}

export function answerOf({ answer }: KnownFact, { answers }: RecordTexts): string {
  return answers[answer];
}

/** Returns what the register says of a registration; empty if it was not asked for. What is not known reads as that. */
export function registrationText(
  facts: RegistrationFacts | undefined,
  { registration: t }: RecordTexts,
): string {
  if (!facts) return '';
  const { class: words, independent, restrictions, asOf, url } = facts;
  return joinPhrases(
    t.class(words),
    t.independent[independent],
    t.restrictions[restrictions],
    asOf !== null && t.asOf(torontoDate(asOf)),
    url !== null && t.page(url),
  );
}

/** The parameters whose values have names for people. */
const NAMED: Readonly<Record<string, 'specialty' | 'language' | 'place'>> = {
  specialty: 'specialty',
  specialties: 'specialty',
  language: 'language',
  languages: 'language',
  near: 'place',
  area: 'place',
};

/** Returns a value of a parameter as people read it. */
export function valueName(param: string, value: string, t: RecordTexts): string {
  const kind = NAMED[param];
  return kind ? t[kind](value) : value;
}

/** Returns the line that says what a value was read as, and what else it could mean. */
function readingOf({ param, value, as, others = [], precision }: Interpretation, t: RecordTexts): string {
  const namesOf = (values: readonly string[]) => values.map((name) => valueName(param, name, t));
  const read = t.readAs(param, value, namesOf(as), namesOf(others));
  return precision === 'area' ? `${read} ${t.fromCenter}` : read;
}

/** Returns the lines about the request: what was read as something else, and the warnings. */
export function requestLines(
  interpreted: readonly Interpretation[] = [],
  warnings: readonly (Said | ConnectorMessage)[],
  texts: SentenceTexts,
): readonly string[] {
  return [
    ...interpreted.map((reading) => readingOf(reading, texts.records)),
    ...warnings.map((warning) => sentence(warning, texts)),
  ];
}

/** Returns the line that gives the date of the dataset. */
export function datasetLine(syncedAt: Date, { dataOf }: AnswerTexts): string {
  return dataOf(syncedAt.toISOString().slice(0, 16).replace('T', ' '));
}

/** Maximum characters of one review, so that a long one does not displace the others. */
const LONGEST_REVIEW = 1_200;

/** Returns a review with its reply, each shortened and marked as such if it is too long, as quotations in both forms. */
export function reviewRow(review: Review, t: AnswerTexts): Row {
  const { author, rating, date, reply } = review;
  const quoted = (text: string) =>
    quotation(text.length > LONGEST_REVIEW ? `${text.slice(0, LONGEST_REVIEW)} ${t.reviewCut}` : text);
  const text = quoted(review.text);
  const answered = reply && Object.assign({}, reply, { text: quoted(reply.text) });
  const line = [t.review(date, rating), text, quotation(`(${author})`)];
  if (answered) line.push(t.reviewReply(answered.date), answered.text);
  return {
    line: line.join('\n'),
    item: Object.assign({}, review, { text, ...(answered && { reply: answered }) }),
  };
}

/** Returns when a clinic is open; empty if that was not requested. */
export function openingTimes(
  { openingHours, specialHours }: Pick<ClinicItem, 'openingHours' | 'specialHours'>,
  t: RecordTexts,
): string {
  const week = openingHours === undefined ? '' : weekTimes(openingHours, t);
  return joinPhrases(week, specialTimes(specialHours, t));
}

/** Returns the hours of the week. */
export function weekTimes(hours: readonly OpeningHours[] | null, t: RecordTexts): string {
  if (hours === null) return t.hoursNotKnown;
  return joinPhrases(...hours.map((span) => t.hours(span.day, span.opens, endOf(span, t))));
}

/** Returns the hours of special days, such as "closed on public holidays"; empty without any. */
export function specialTimes(special: readonly SpecialHours[] = [], t: RecordTexts): string {
  return special.map((each) => specialTime(each, t)).join('; ');
}

/** Returns when a span ends; null if that is not known. */
function endOf({ closes, closesNextDay }: DayHours, t: RecordTexts): string | null {
  return closesNextDay === undefined ? closes : t.nextDay(closesNextDay);
}

function specialTime({ open, hours = [], ...dates }: SpecialHours, t: RecordTexts): string {
  const on = specialDays(dates, t);
  const times = hours.map((span) => t.span(span.opens, endOf(span, t))).join(', ');
  if (open === 'no') return t.closedOn(on);
  return open === 'yes' ? t.openOn(on, times) : t.notKnownOn(joinPhrases(on, times));
}

function specialDays({ weekdays, ...dates }: Omit<SpecialHours, 'open'>, t: RecordTexts): string {
  if (!weekdays) return specialDates(dates, t);
  const names = weekdays.map(t.day).join(', ');
  return dates.days === 'every-week' ? t.oneDay(names) : `${specialDates(dates, t)} (${names})`;
}

function specialDates(
  { days, name, from = '', to = '' }: Omit<SpecialHours, 'open'>,
  t: RecordTexts,
): string {
  if (days === 'public-holidays') return t.publicHolidays;
  if (days === 'holiday') return t.holiday(name!);
  const [first, last] = [from, to].map((date) => dayText(date, t.locale)) as [string, string];
  return first === last ? t.oneDay(first) : t.someDays(first, last);
}

/** Joins the facts of a row about a clinic, with its languages and optional fields at the end. */
export function clinicFacts(
  t: Texts,
  clinic: Omit<ClinicItem, 'accepting' | 'address' | 'specialties' | 'notes'>,
  notes: readonly Said[],
  ...facts: readonly string[]
): string {
  const { languages, links, phone, website } = clinic;
  const spoken = languages.length > 0 && t.answers.speaks(languages.map(t.records.language).join('/'));
  return joinPhrases(
    ...facts,
    spoken,
    position(clinic),
    phone,
    website,
    openingTimes(clinic, t.records),
    ...notes.map((note) => sentence(note, t)),
    links?.website,
    links?.map,
  );
}

/** Returns the position of a clinic; empty if it was not requested. */
export function position({ lat, lng }: Pick<ClinicItem, 'lat' | 'lng'>): string {
  return lat === undefined ? '' : `lat ${lat}, lng ${lng}`;
}
