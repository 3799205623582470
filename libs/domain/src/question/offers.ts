import type { QuestionOffer } from '../contract/answers/question-answer.js';
import { type QuestionReading, type QuestionValues, stopsList, type UnusedWords } from './question.js';

type Offer = Omit<QuestionOffer, 'total'>;

/**
 * Returns the questions nearest to one whose list words stop: first what may be meant by these words, then the question
 * without them.
 * @param genders every gender that doctors may have
 */
export function offersFor(reading: QuestionReading, genders: readonly string[]): readonly Offer[] {
  const { values, unused } = reading;
  const stopping = unused.filter((words) => stopsList(words, reading));
  const without = (left?: UnusedWords) => stopping.filter((words) => words !== left).map(({ text }) => text);
  const instead = stopping.flatMap((words) =>
    valuesInstead(words, values, genders).map((more) => ({
      values: { ...values, ...more },
      without: without(words),
    })),
  );
  if (Object.keys(values).length === 0) return instead;
  return [...instead, { values, without: without() }];
}

function valuesInstead(
  words: UnusedWords,
  values: QuestionValues,
  genders: readonly string[],
): readonly QuestionValues[] {
  switch (words.why) {
    case 'negated': {
      const { gender } = words.not ?? {};
      const isOnlyGender = gender !== undefined && Object.keys(words.not ?? {}).length === 1;
      if (!isOnlyGender || values.gender !== undefined) return [];
      return genders.filter((each) => each !== gender).map((each) => ({ gender: each }));
    }
    case 'visit':
      return words.specialties.map((name) => ({ specialties: name }));
    case 'profession':
      return values.specialties === undefined ? words.specialties.map((name) => ({ specialties: name })) : [];
    case 'outside':
      if (words.nearest === undefined || values.near !== undefined || values.area !== undefined) return [];
      return [{ near: words.nearest }];
    case 'no-such-name':
      return words.alike ? [{ q: words.text, match: 'forgiving' }] : [];
    case 'not-listed':
      return words.instead ? [words.instead] : [];
    case 'span':
      return words.instead;
    case 'any-only':
      return [...words.languages, words.languages.join(',')].map((languages) => ({ languages }));
    case 'ambiguous':
      if (words.instead) return words.instead;
      if (words.clinics) return words.clinics.map((clinic) => ({ clinic }));
      if (values.near !== undefined || values.area !== undefined) return [];
      return (words.places ?? []).map((near) => ({ near }));
    case 'street':
      if (values.near !== undefined || values.area !== undefined) return [];
      return (words.places ?? []).map((near) => ({ near }));
    case 'advice':
    case 'unknown':
    case 'contradicted':
    case 'place-needed':
    case 'here':
    case 'holiday':
    case 'too-long':
    case 'whole-area':
    case 'no-filter':
      return [];
  }
}
