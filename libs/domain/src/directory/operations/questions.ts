import type { Answer } from '../../contract/answer.js';
import type {
  QuestionAnswer,
  QuestionOffer,
  UnusedPart,
  Verdict,
} from '../../contract/answers/question-answer.js';
import { DirectoryError } from '../../contract/error.js';
import { QueryReader } from '../../contract/queries/query-reader.js';
import { DoctorQuery, DoctorSearchQuery, type QuestionQuery } from '../../contract/queries/query.js';
import { offersFor } from '../../question/offers.js';
import {
  type ListedWords,
  type QuestionReading,
  type QuestionValues,
  type ReadWords,
  stopsList,
  type UnusedWords,
  verdictOfWords,
} from '../../question/question.js';
import { readQuestion, wordsOf } from '../../question/read-question.js';
import { mentionsClock, mentionsPresent } from '../../question/readers/times.js';
import { GENDERS } from '../../records/doctor.js';
import { torontoMoment } from '../../rules/time/toronto-time.js';
import { fold } from '../../text/text.js';
import { LANGUAGES, SPECIALTIES } from '../../vocabulary/index.js';
import type { DirectoryView } from '../directory-view.js';
import { matchingDoctors } from '../find.js';
import { interpretQuery } from '../interpret/interpret-query.js';
import { ListedClinics } from '../interpret/listed-clinics.js';
import { listedNames } from '../interpret/words.js';
import { wholeAnswer } from '../list-envelope.js';

const LIST = new QueryReader(DoctorQuery);
const SEARCH = new QueryReader(DoctorSearchQuery);
const MOST_OFFERS = 6;
/** Characters of a name. Shorter ones are alike to parts of many. */
const LEAST_ALIKE = 4;

/** Returns how a question is read, whether a list answers it, and the nearest questions that can be answered. */
export function answerQuestion(
  view: DirectoryView,
  { q, warnings }: QuestionQuery,
  now: Date,
): Answer<QuestionAnswer> {
  const { leftOut, ...answer } = answerTo(view, q, now);
  return wholeAnswer<QuestionAnswer>(answer, [...(warnings ?? []), ...(leftOut ?? [])]);
}

/**
 * Returns the time in Toronto if a question asks for it, such as by "now": its answer holds for that minute only. Of a clock time
 * of today that is past, the date of the next day.
 */
export function momentAskedFor(view: DirectoryView, q: string, now: Date): string | undefined {
  const context = { now, listed: listedWords(view) };
  const words = wordsOf(q, context);
  if (mentionsPresent(words, now)) return torontoMoment(now).time;
  return mentionsClock(words) ? readQuestion(q, context).nextDay : undefined;
}

function answerTo(view: DirectoryView, q: string, now: Date) {
  const read = readQuestion(q, { now, listed: listedWords(view) });
  const reading = withKnownName(view, read);
  const verdict = verdictOf(reading);
  const list = verdict === 'list' ? listOf(view, reading.values) : undefined;
  const total = list?.total;
  return {
    verdict,
    values: reading.values,
    total: total ?? null,
    ...(reading.emergency && { emergency: reading.emergency }),
    read: reading.read.map((words) => ({ ...words, misspelled: words.misspelled === true })),
    unused: reading.unused.map((words) => unusedPart(words, reading)),
    offers: countedOffers(view, [
      ...(verdict === 'stopped' ? offersFor(reading, GENDERS) : []),
      ...(verdict === 'list' ? onNextDay(reading) : []),
      ...(total === 0 ? [...nameAlone(reading), ...withoutUnknown(view, reading)] : []),
    ]),
    ...(reading.clinics && {
      clinics: reading.clinics.flatMap((id) => ListedClinics.of(view.model).summary(id) ?? []),
    }),
    leftOut: list?.warning && [list.warning],
  };
}

function verdictOf(reading: QuestionReading): Verdict {
  if (reading.emergency !== undefined) return 'emergency';
  if (reading.unused.some((words) => stopsList(words, reading))) return 'stopped';
  return Object.keys(reading.values).length > 0 || reading.asksForAll ? 'list' : 'nothing-named';
}

function unusedPart(
  {
    not: _not,
    instead: _instead,
    languages: _languages,
    clinics: _clinics,
    ...words
  }: UnusedWords & {
    not?: QuestionValues;
    instead?: unknown;
    languages?: readonly string[];
    clinics?: readonly string[];
  },
  reading: QuestionReading,
): UnusedPart {
  const unused = words as UnusedWords;
  return { ...words, verdict: verdictOfWords(unused), stops: stopsList(unused, reading) };
}

/**
 * Returns a reading whose name is that of a listed doctor: one that only resembles others is no answer. Where the name
 * is listed as it is, the search finds its whole words only: "Li" is no part of "Ali".
 */
function withKnownName(view: DirectoryView, reading: QuestionReading): QuestionReading {
  const { q, match, ...others } = reading.values;
  if (q === undefined || match === undefined) return reading;
  const asWords = { q, match: 'words' };
  if (findsDoctors(view, asWords)) return { ...reading, values: { ...others, ...asWords } };
  const read = reading.read.filter(({ values }) => values.q === undefined);
  const alike = q.length >= LEAST_ALIKE && findsDoctors(view, { q, match });
  const unused: UnusedWords = { text: q, why: 'no-such-name', alike };
  return { ...reading, values: others, read, unused: [unused, ...reading.unused] };
}

function findsDoctors(view: DirectoryView, values: QuestionValues): boolean {
  return (totalOf(view, values) ?? 0) > 0;
}

/** Returns questions that can be answered, without those that find nobody. */
function countedOffers(
  view: DirectoryView,
  offers: readonly Omit<QuestionOffer, 'total'>[],
): readonly QuestionOffer[] {
  const different = new Map(offers.map((offer) => [JSON.stringify(offer.values), offer]));
  return [...different.values()]
    .map((offer) => ({ ...offer, total: totalOf(view, offer.values) ?? 0 }))
    .filter(({ total }) => total > 0)
    .slice(0, MOST_OFFERS);
}

/** A clock time of today that is past may be meant of the next day. */
function onNextDay({ values, nextDay }: QuestionReading): readonly Omit<QuestionOffer, 'total'>[] {
  return nextDay === undefined ? [] : [{ values: { ...values, date: nextDay }, without: [] }];
}

/** A doctor who does not meet the rest is still the one who is named. */
function nameAlone({ values }: QuestionReading): readonly Omit<QuestionOffer, 'total'>[] {
  const { q, match } = values;
  return q === undefined ? [] : [{ values: { q, ...(match !== undefined && { match }) }, without: [] }];
}

/** Those of whom something is not known may be meant: returns the question without the words that ask for that. */
function withoutUnknown(
  view: DirectoryView,
  { values, read }: QuestionReading,
): readonly Omit<QuestionOffer, 'total'>[] {
  if (!listOf(view, values)?.warning) return [];
  const kept = (words: ReadWords) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !(name in words.values)));
  return read
    .filter((words) => listOf(view, words.values)?.warning)
    .map((words) => ({ values: kept(words), without: [words.text] }))
    .filter((offer) => Object.keys(offer.values).length > 0);
}

/** Returns the number of doctors in the list of values; undefined if the list refuses them. */
function totalOf(view: DirectoryView, values: QuestionValues): number | undefined {
  return listOf(view, values)?.total;
}

/** Returns what the list of values finds, and the warning about those that it leaves out; undefined if it refuses them. */
function listOf(view: DirectoryView, values: QuestionValues) {
  try {
    const query: DoctorQuery = values.q === undefined ? LIST.read(values) : SEARCH.read(values);
    const { matches, warning } = matchingDoctors(view, interpretQuery(view, query, 'listDoctors'));
    return { total: view.model.doctors.sets.count(matches), warning };
  } catch (error) {
    if (error instanceof DirectoryError) return undefined;
    throw error;
  }
}

function listedWords({ model }: DirectoryView): ListedWords {
  const { sets } = model.doctors;
  const clinics = ListedClinics.of(model);
  const isListed = (vocabulary: typeof LANGUAGES, kind: 'language' | 'specialty', name: string) => {
    const reading = vocabulary.resolve(name, listedNames(model, kind), false);
    return reading.by !== 'unknown' && reading.listed;
  };
  return {
    hasName: (word) => sets.hasNameWord(fold(word)),
    hasLanguage: (name) => isListed(LANGUAGES, 'language', name),
    hasSpecialty: (name) => isListed(SPECIALTIES, 'specialty', name),
    clinics,
  };
}
