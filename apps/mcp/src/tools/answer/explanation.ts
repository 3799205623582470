import type { ComparedValue, Explanation, FailedFilter } from '@care-atlas/domain/contract';
import { torontoDate } from '@care-atlas/domain/rules';
import type { Texts } from '../../texts/texts.js';
import { valueName } from './text.js';

type ExplanationWords = Pick<Texts, 'explanation' | 'records'>;

const LONGEST_LIST = 10;

/** Why a search leaves out a record, in sentences. */
export interface ExplanationLines {
  readonly verdict: string;
  /** Of each filter that leaves it out. */
  readonly filters: readonly string[];
}

/** @param search the search, as the subject of a sentence; the record by its id */
export function explanationLines(
  search: string,
  id: string,
  explanation: Explanation,
  words: ExplanationWords,
): ExplanationLines {
  const { failed, relax } = explanation;
  const filters = failed
    .filter(({ param }) => param !== 'id')
    .map((filter, i) => words.explanation.filter(filter.param, sentenceOf(filter, words), relax[i]!.total));
  return { verdict: verdictOf(search, id, explanation, words), filters };
}

function verdictOf(
  search: string,
  id: string,
  { record, included, position, failed, note }: Explanation,
  { explanation: t }: ExplanationWords,
): string {
  if (record === 'unknown') return t.unknown(id);
  if (record !== 'listed') {
    const since = torontoDate(String(failed[0]!.has));
    return record === 'expired' ? t.expired(id, since) : t.closed(id, since);
  }
  if (!included) {
    return t.leftOut(
      search,
      id,
      failed.map(({ param }) => param),
    );
  }
  const where = t.found(search, id, position! + 1);
  return note === undefined ? `${where}.` : t.beginsThere(where, position!);
}

function sentenceOf({ param, wanted, has, reason }: FailedFilter, words: ExplanationWords): string {
  const textOf = (value: ComparedValue) => valueText(param, value, words);
  return words.explanation.reasons[reason](textOf(wanted), textOf(has));
}

function valueText(
  param: string,
  value: ComparedValue,
  { explanation: t, records }: ExplanationWords,
): string {
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  const values = [value].flat();
  const more = values.length > LONGEST_LIST ? [t.more(values.length - LONGEST_LIST)] : [];
  const shown = values
    .slice(0, LONGEST_LIST)
    .map((each) => (typeof each === 'string' ? valueName(param, each, records) : t.number(each!)));
  return [...shown, ...more].join(', ') || t.nothing;
}
