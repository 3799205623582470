/**
 * How many characters count as one token. Every model has a tokenizer of its own; the rule of thumb for English is
 * four characters, and this one is stricter, for the sake of punctuation and ids.
 */
const CHARACTERS_PER_TOKEN = 3.5;

/** What tools/list may cost, all of it. */
export const LIST_TOKENS = 5_000;
/** What an answer of the default size may cost. */
export const ANSWER_TOKENS = 1_500;
/** What any answer may cost, however many rows were asked for. */
export const LARGEST_ANSWER_TOKENS = 5_500;
/** Rows of an answer when nothing else is asked for. */
export const DEFAULT_ROWS = 10;

/** Tokens that a text costs, rounded up. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** One thing in both forms of an answer. */
export interface Row {
  readonly line: string;
  readonly item: object;
}

/**
 * The first rows that fit into an answer, in either of its forms: hosts forward one or the other. There is at
 * least one, so that whoever pages gets on.
 * @param limit rows that were asked for, which says what the answer may cost
 * @param around characters that stand around the rows
 * @param longest characters that all items take at most as JSON, where that is known: what fits anyway is not measured
 */
export function fittingRows<R extends Row>(
  rows: readonly R[],
  limit: number,
  around: number,
  longest = Infinity,
): readonly R[] {
  const tokens = limit > DEFAULT_ROWS ? LARGEST_ANSWER_TOKENS : ANSWER_TOKENS;
  const room = Math.floor(tokens * CHARACTERS_PER_TOKEN) - around;
  const lengthOf = longest <= room ? () => 0 : (item: object) => JSON.stringify(item).length + 1;
  let [text, json, fitting] = [0, 0, 0];
  for (const { line, item } of rows) {
    text += line.length + 1;
    json += lengthOf(item);
    if (Math.max(text, json) > room) break;
    fitting++;
  }
  return rows.slice(0, Math.max(1, fitting));
}
