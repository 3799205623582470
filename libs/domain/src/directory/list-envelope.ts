import { Answer, type AnswerPage } from '../contract/answer.js';
import type { PageQuery, Query } from '../contract/query.js';
import { AnswerBytes } from '../read-model/memory/answer-bytes.js';
import { LIST_ENVELOPE } from '../read-model/wire/list-parts.js';
import { memberStart } from '../read-model/wire/parts.js';
import type { AnswerSizes } from '../access/tier.js';

/** The requested page of a list, and the warnings about the request. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly warnings: readonly string[];
}

/** Returns the page that a query requests. Caps its limit at the maximum of the caller. */
export function pageOf(query: PageQuery, sizes: AnswerSizes): Page {
  const { limit = sizes.pageDefault, offset = 0, warnings = [] } = query;
  if (limit <= sizes.pageMaximum) return { offset, limit, warnings };
  const capped = `The limit ${limit} was capped at ${sizes.pageMaximum}.`;
  return { offset, limit: sizes.pageMaximum, warnings: [...warnings, capped] };
}

/**
 * Returns one page of a list.
 * @param start JSON of the answer up to the items
 * @param items JSON array of the items
 */
export function listAnswer<T>(start: string, items: string, total: number, page: Page): Answer<T> {
  const count = Math.max(0, Math.min(page.limit, total - page.offset));
  return new Answer(start + items + envelopeEnd(total, count, page), answerPage(total, count, page));
}

/**
 * Returns one page of a list, built from bytes.
 * @param start JSON of the answer up to the first item
 * @param addItem appends the JSON of an item and a comma
 */
export function itemList<T>(
  start: Uint8Array,
  ordinals: ArrayLike<number>,
  total: number,
  page: Page,
  addItem: (ordinal: number, body: AnswerBytes) => void,
): Answer<T> {
  const body = new AnswerBytes().bytes(start);
  const count = ordinals.length;
  for (let i = 0; i < count; i++) addItem(ordinals[i]!, body);
  if (count > 0) body.dropLast();
  body.text(']').text(envelopeEnd(total, count, page));
  return new Answer(body.finish(), answerPage(total, count, page));
}

/** Serializes an answer that has no pages. */
export function wholeAnswer<T>(answer: T): Answer<T> {
  return new Answer(JSON.stringify(answer));
}

/** The members of an answer class, without its prototype. */
export type Members<T> = { readonly [Name in keyof T]: T[Name] };

/** Returns the warnings of a query as a member of a list; absent if there are none. */
export function warningsOf({ warnings }: Query): Members<Query> {
  return warnings?.length ? { warnings } : {};
}

const TOTAL = memberStart(LIST_ENVELOPE.total);
const COUNT = memberStart(LIST_ENVELOPE.count);
const WARNINGS = memberStart(LIST_ENVELOPE.warnings);

/** Returns the JSON that follows the items. */
function envelopeEnd(total: number, count: number, { warnings }: Page): string {
  const warningsMember = warnings.length === 0 ? '' : WARNINGS + JSON.stringify(warnings);
  return `${TOTAL}${total}${COUNT}${count}${warningsMember}}`;
}

function answerPage(total: number, count: number, { limit, offset }: Page): AnswerPage {
  return { total, count, limit, offset };
}
