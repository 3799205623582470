import { Answer, type AnswerMessages, type AnswerPage } from '../contract/answer.js';
import type { Interpretation } from '../contract/answers/interpretation.js';
import type { ClinicMatch, DoctorMatch } from '../contract/answers/name-match.js';
import type { PageQuery, Query } from '../contract/queries/page-query.js';
import { english, type Message } from '../messages/index.js';
import { AnswerBytes } from '../read-model/memory/answer-bytes.js';
import { jsonMembers, memberStart, objectStart, partsOf } from '../read-model/wire/parts.js';
import type { ReviewIndex } from '../read-model/reviews/review-index.js';
import type { RatedReview } from '../records/review.js';
import type { AsOf } from '../rules/time/as-of.js';
import { MIN_SAMPLE, signalsOf } from '../rules/signal.js';
import { utf8 } from '../text/utf8.js';
import type {
  ClinicAnswer,
  ClinicList,
  ClinicReviews,
  DoctorAnswer,
  DoctorList,
  DoctorReviews,
  FoundList,
  SignalList,
  SpecialistList,
} from '../contract/answers/list-answer.js';
import type { RatingCounts, ReviewAggregate } from '../contract/answers/review-answer.js';
import type { AnswerSizes } from '../access/tier.js';

type OwnPart<T> = Omit<T, keyof FoundList>;

/** The members that follow the items of a list. */
const LIST_ENVELOPE = partsOf<FoundList>()({
  total: 'total',
  count: 'count',
  interpreted: 'interpreted',
  warnings: 'warnings',
  missing: 'missing',
});

/** The member of lists that says how each item matches a forgiving search. */
const MATCHES = 'matches';

export const DOCTOR_LIST = partsOf<OwnPart<DoctorList>>()({
  items: 'doctors',
  matches: MATCHES,
  doctorTotal: 'doctorTotal',
});
export const CLINIC_LIST = partsOf<OwnPart<ClinicList>>()({ items: 'clinics', matches: MATCHES });
export const SPECIALIST_LIST = partsOf<OwnPart<SpecialistList>>()({ items: 'clinics', matches: MATCHES });
export const DOCTOR_ANSWER = partsOf<DoctorAnswer>()({
  doctor: 'doctor',
  interpreted: 'interpreted',
  warnings: 'warnings',
});
export const CLINIC_ANSWER = partsOf<ClinicAnswer>()({
  clinic: 'clinic',
  interpreted: 'interpreted',
  warnings: 'warnings',
});

/** The member of both lists of reviews that holds the items. */
const REVIEWS = 'reviews';

export const DOCTOR_REVIEWS = partsOf<OwnPart<DoctorReviews>>()({
  subject: (cpsoNumber: string, rating: RatingCounts) => ({ cpsoNumber, rating }),
  items: REVIEWS,
});
export const CLINIC_REVIEWS = partsOf<OwnPart<ClinicReviews>>()({
  subject: (clinicId: string, aggregate: ReviewAggregate) => ({ clinicId, aggregate }),
  items: REVIEWS,
});

/** The requested page of a list, and the warnings about the request. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly warnings: readonly Message[];
  readonly interpreted: readonly Interpretation[];
  /** The requested ids that the directory does not list, if any were requested. */
  readonly missing?: readonly string[];
}

const NONE: readonly never[] = [];

/** Returns the page that a query requests. Caps its limit at the maximum of the caller. */
export function pageOf(query: PageQuery & { readonly ids?: readonly string[] }, sizes: AnswerSizes): Page {
  const { ids, offset = 0, warnings = NONE, interpreted = NONE, missing } = query;
  const { limit = ids ? Math.max(ids.length, 1) : sizes.pageDefault } = query;
  if (limit <= sizes.pageMaximum) return { offset, limit, warnings, interpreted, missing };
  const maximum = sizes.pageMaximum;
  const capped: Message = { code: 'limit_capped', params: { limit, maximum } };
  return { offset, limit: maximum, warnings: [...warnings, capped], interpreted, missing };
}

/** The number of matches, and the ordinals of those on the page, in order. */
export interface Found {
  readonly total: number;
  readonly ordinals: ArrayLike<number>;
  /** How each of these matches, in a forgiving search. */
  readonly matches?: readonly (DoctorMatch | ClinicMatch)[];
  /** The number of doctors, where the matches are their clinics. */
  readonly doctorTotal?: number;
  /** What the answer says about matches that were left out. */
  readonly warning?: Message;
}

/** Returns the JSON of a list up to its first item. */
export function listStart({ items }: { readonly items: string }): Uint8Array {
  return utf8(`${objectStart(items)}[`);
}

/**
 * Returns one page of a list.
 * @param start JSON of the answer up to the first item
 * @param addItems appends the JSON of items, and a comma after each
 * @param notes returns the remarks on the clinics of the items, if they were requested
 */
export function itemList<T>(
  start: Uint8Array,
  { total, ordinals, matches, doctorTotal, warning }: Found,
  page: Page,
  addItems: (ordinals: ArrayLike<number>, body: AnswerBytes) => void,
  notes?: AnswerMessages['notes'],
): Answer<T> {
  const body = new AnswerBytes().bytes(start);
  const count = ordinals.length;
  addItems(ordinals, body);
  if (count > 0) body.dropLast();
  const warned = warning === undefined ? page : { ...page, warnings: [...page.warnings, warning] };
  body.text(']').text(envelopeEnd(total, count, warned, matches, doctorTotal));
  const messages = notes ? { warnings: warned.warnings, notes } : warned;
  return new Answer(body.finish(), answerPage(total, count, page), undefined, messages);
}

/** Returns one page of items that are objects. @param member name of the member that holds them */
export function plainList<T>(member: string, items: readonly object[], page: Page): Answer<T> {
  const shown = items.slice(page.offset, page.offset + page.limit);
  const { length: total } = items;
  const json = objectStart(member) + JSON.stringify(shown) + envelopeEnd(total, shown.length, page);
  return new Answer(json, answerPage(total, shown.length, page), undefined, page);
}

/** Returns a list of one page whose items are JSON, after the members about the subject. */
export function jsonList<T>(
  subject: object,
  member: string,
  items: string,
  count: number,
  query: Query,
): Answer<T> {
  const { warnings = NONE } = query;
  const start = `{${jsonMembers(subject)}${memberStart(member)}[${items}]`;
  const json = `${start}${TOTAL}${count}${COUNT}${count}${warningsMember(warnings)}}`;
  return new Answer(json, undefined, undefined, { warnings });
}

/** Returns one page of the reviews of a subject, after the members about the subject. */
export function reviewList<T>(subject: object, reviews: ReviewIndex, ordinal: number, page: Page): Answer<T> {
  const total = reviews.count(ordinal);
  const count = Math.max(0, Math.min(page.limit, total - page.offset));
  const body = new AnswerBytes().text(`{${jsonMembers(subject)}${memberStart(REVIEWS)}`);
  reviews.addPage(ordinal, page.offset, page.limit, body);
  body.text(envelopeEnd(total, count, page));
  return new Answer(body.finish(), answerPage(total, count, page), undefined, page);
}

/** Returns the signals of some reviews, after the members about the subject. */
export function signalList<T extends SignalList>(
  subject: Omit<T, keyof SignalList>,
  reviews: Iterable<RatedReview>,
  asOf: AsOf,
  { warnings }: Query,
): Answer<T> {
  const { signals, suppressed } = signalsOf(reviews, asOf.today);
  const total = signals.length;
  const list = { ...subject, minSample: MIN_SAMPLE, signals, total, count: total, suppressed };
  return wholeAnswer(list as Members<T>, warnings);
}

/** Serializes an answer that has no pages, with its warnings. */
export function wholeAnswer<T>(
  answer: Members<Omit<T, 'warnings'>>,
  warnings: readonly Message[] = NONE,
): Answer<T> {
  const said = warnings.length > 0 && { warnings: warnings.map(english) };
  return new Answer(JSON.stringify({ ...answer, ...said }), undefined, undefined, { warnings });
}

/** The JSON of answers about the whole directory, without the closing brace, by what they show. */
const WHOLE = new WeakMap<object, string>();

/** Returns an answer about the whole directory, which is serialized once, and the warnings about its request. */
export function totalsAnswer<T>(
  shown: object,
  answer: () => Members<T>,
  { warnings = [] }: Query,
): Answer<T> {
  let json = WHOLE.get(shown);
  if (json === undefined) WHOLE.set(shown, (json = JSON.stringify(answer()).slice(0, -1)));
  return new Answer(`${json}${warningsMember(warnings)}}`, undefined, undefined, { warnings });
}

/**
 * Returns an answer of one record, and what is to be said about its request.
 * @param addRecord appends the JSON of the record
 */
export function recordAnswer<T>(
  member: string,
  { interpreted = NONE, warnings = NONE }: Query,
  addRecord: (body: AnswerBytes) => void,
): Answer<T> {
  const body = new AnswerBytes().text(objectStart(member));
  addRecord(body);
  const about = interpretedMember(interpreted) + warningsMember(warnings);
  return new Answer(body.text(`${about}}`).finish(), undefined, undefined, { warnings });
}

/** The members of an answer class, without its prototype. */
export type Members<T> = { readonly [Name in keyof T]: T[Name] };

const TOTAL = memberStart(LIST_ENVELOPE.total);
const COUNT = memberStart(LIST_ENVELOPE.count);
const INTERPRETED = memberStart(LIST_ENVELOPE.interpreted);
const MISSING = memberStart(LIST_ENVELOPE.missing);
const WARNINGS = memberStart(LIST_ENVELOPE.warnings);

/** Returns the JSON that follows the items. */
function envelopeEnd(
  total: number,
  count: number,
  page: Page,
  matches?: Found['matches'],
  doctorTotal?: number,
): string {
  const { interpreted, warnings, missing } = page;
  const how = matches ? memberStart(MATCHES) + JSON.stringify(matches) : '';
  const doctors = doctorTotal === undefined ? '' : memberStart(DOCTOR_LIST.doctorTotal) + doctorTotal;
  const absent = missing ? MISSING + JSON.stringify(missing) : '';
  return `${TOTAL}${total}${COUNT}${count}${how}${doctors}${absent}${interpretedMember(interpreted)}${warningsMember(warnings)}}`;
}

function interpretedMember(interpreted: readonly Interpretation[]): string {
  return interpreted.length === 0 ? '' : INTERPRETED + JSON.stringify(interpreted);
}

function warningsMember(warnings: readonly Message[]): string {
  return warnings.length === 0 ? '' : WARNINGS + JSON.stringify(warnings.map(english));
}

function answerPage(total: number, count: number, { limit, offset }: Page): AnswerPage {
  return { total, count, limit, offset };
}
