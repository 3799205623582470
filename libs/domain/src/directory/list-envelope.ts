import { Answer, type AnswerPage } from '../contract/answer.js';
import type { PageQuery, Query } from '../contract/query.js';
import { AnswerBytes } from '../read-model/memory/answer-bytes.js';
import type { AnswerSizes } from '../access/tier.js';

/** Which part of a list to show, and what was noticed about the request. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly warnings: readonly string[];
}

/** The page that a query asks for, held to what its caller may have. */
export function pageOf(query: PageQuery, sizes: AnswerSizes): Page {
  const { limit = sizes.pageDefault, offset = 0, warnings = [] } = query;
  if (limit <= sizes.pageMaximum) return { offset, limit, warnings };
  const capped = `The limit ${limit} was capped at ${sizes.pageMaximum}.`;
  return { offset, limit: sizes.pageMaximum, warnings: [...warnings, capped] };
}

/**
 * One page of a list in its envelope.
 * @param before JSON members to stand first, each with a comma after it
 * @param items JSON array of the items
 */
export function listAnswer<T>(
  before: string,
  name: string,
  items: string,
  total: number,
  page: Page,
): Answer<T> {
  const count = Math.max(0, Math.min(page.limit, total - page.offset));
  const { end, shown } = closing(total, count, page);
  return new Answer(`{${before}"${name}":${items}${end}`, shown);
}

/**
 * One page of a list, put together from bytes.
 * @param start JSON of the envelope up to the first item
 * @param addItem adds JSON of an item with a comma after it
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
  const { end, shown } = closing(total, count, page);
  return new Answer(body.text(`]${end}`).finish(), shown);
}

/** What stands in an envelope after the items, and the page that it speaks of. */
function closing(total: number, count: number, page: Page): { end: string; shown: AnswerPage } {
  const { limit, offset, warnings } = page;
  const noticed = warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`;
  return { end: `,"total":${total},"count":${count}${noticed}}`, shown: { total, count, limit, offset } };
}

/** An answer that lists everything there is. */
export function wholeList<T>(
  body: object,
  total: number,
  { warnings }: Query,
  after: object = {},
): Answer<T> {
  return new Answer(
    JSON.stringify({ ...body, total, count: total, ...after, ...(warnings?.length ? { warnings } : {}) }),
  );
}

/** JSON members of an object, with a comma for more to follow. */
export function open(object: object): string {
  return `${JSON.stringify(object).slice(1, -1)},`;
}
