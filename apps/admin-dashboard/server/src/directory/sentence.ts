import { OPERATIONS, type QuestionAnswer, QueryReader } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { questionText, type QuestionValues } from '@care-atlas/domain/question';
import type { SentenceReading } from '#contract/directory/records';

const LIST = new QueryReader(OPERATIONS.listDoctors.query);
const SEARCH = new QueryReader(OPERATIONS.searchDoctors.query);

/** Returns how words that name no record are read: as the filters of a list of doctors, or why there is no list. */
export function sentenceReading(answer: QuestionAnswer): SentenceReading {
  const { verdict, emergency = null, values, total, unused, offers } = answer;
  return {
    verdict,
    emergency,
    query: queryOf(values),
    total,
    unused: unused.map(({ text, stops, why, verdict: of }) => ({
      text,
      stops,
      verdict: why === 'whole-area' ? why : of,
    })),
    offers: offers.map((offer) => ({
      ask: questionText(offer.values),
      query: queryOf(offer.values),
      total: offer.total,
    })),
  };
}

/** Returns the first doctors of the list that a sentence is read as; none without a list. */
export function doctorsOfSentence(directory: Directory, { verdict, values }: QuestionAnswer, most: number) {
  if (verdict !== 'list') return [];
  const sent = { ...values, limit: String(most) };
  const answer =
    values.q === undefined
      ? directory.listDoctors(LIST.read(sent))
      : directory.searchDoctors(SEARCH.read(sent));
  return answer.value.doctors;
}

function queryOf(values: QuestionValues): string {
  return Object.entries(values)
    .map((parameter) => parameter.join('='))
    .join('&');
}
