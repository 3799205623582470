/**
 * Characters that count as one token. Tokenizers differ between models; the usual estimate for English is four
 * characters. This one is lower to allow for punctuation and ids.
 */
const CHARACTERS_PER_TOKEN = 3.5;

/** Token budget of a complete tools/list. */
export const LIST_TOKENS = 5_200;
/** Token budget of an answer of the default size. */
export const ANSWER_TOKENS = 1_500;
/** Token budget of an answer of any size. */
export const LARGEST_ANSWER_TOKENS = 5_500;
/** Default number of rows in an answer. */
export const DEFAULT_ROWS = 10;

/** Returns the estimated tokens of a text, rounded up. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** One record in both forms of an answer. */
export interface Row {
  readonly line: string;
  readonly item: object;
}

/**
 * Returns the first rows that fit into the token budget of an answer in both forms, since hosts forward either. There
 * is at least one, so that paging always advances.
 * @param limit requested number of rows, which determines the budget
 * @param surrounding characters of the answer besides the rows, in both forms or in each
 * @param longest maximum characters of all items as JSON, if known: rows that certainly fit are not measured
 */
export function fittingRows<R extends Row>(
  rows: readonly R[],
  limit: number,
  surrounding: number | { readonly text: number; readonly json: number },
  longest = Infinity,
): readonly R[] {
  const tokens = limit > DEFAULT_ROWS ? LARGEST_ANSWER_TOKENS : ANSWER_TOKENS;
  const around = typeof surrounding === 'number' ? { text: surrounding, json: surrounding } : surrounding;
  const room = Math.floor(tokens * CHARACTERS_PER_TOKEN);
  const lengthOf =
    longest <= room - around.json ? () => 0 : (item: object) => JSON.stringify(item).length + 1;
  let { text, json } = around;
  let fitting = 0;
  for (const { line, item } of rows) {
    text += line.length + 1;
    json += lengthOf(item);
    if (Math.max(text, json) > room) break;
    fitting++;
  }
  return rows.slice(0, Math.max(1, fitting));
}

/**
 * Returns the first rows that fit beside the other facts of a record, given in both forms.
 * @param frame characters of the fixed sentences and of the envelope
 */
export function rowsBeside(rows: readonly Row[], text: string, facts: object, frame: number): readonly Row[] {
  return fittingRows(rows, DEFAULT_ROWS, Math.max(text.length, JSON.stringify(facts).length) + frame);
}
