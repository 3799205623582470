import type { Answer, AsyncReads, ListEnvelope, PageQuery } from '@care-atlas/domain/contract';
import type { AnswerSizes } from '@care-atlas/domain/access';
import type { Awaitable } from '../connector/directory-reader.js';
import { LimitReached } from '../connector/limit-reached.js';
import type { Row } from './budget.js';
import { listAnswer, toolSizes } from './listing.js';
import { type Advice, adviceFor } from './no-match-advice.js';
import type { ToolAnswer, ToolCall } from './tool.js';
import { lines, PHONE } from './wording.js';

/** How a search is made, and how what it finds is told. */
export interface Search<Q extends PageQuery, Page extends ListEnvelope> {
  readonly tool: string;
  readonly name: 'doctors' | 'clinics';
  /** What is found, as the beginning of a line. */
  readonly things: string;
  /** Where to go on with what was found. */
  readonly next: string;
  readonly find: (query: Q, reads: AsyncReads, sizes?: AnswerSizes) => Awaitable<Answer<Page>>;
  /** What is told of each, from members of what was found. */
  readonly rowsOf: (page: Page) => readonly Row[];
  /** Characters of JSON that a row has less than what was found, at least. */
  readonly spares?: number;
}

/** A page of what a search finds, or advice when that is nothing. */
export async function searchAnswer<Q extends PageQuery, Page extends ListEnvelope>(
  { tool, name, things, next, find, rowsOf, spares = 0 }: Search<Q, Page>,
  query: Q,
  { directory, sizes }: ToolCall,
): Promise<ToolAnswer> {
  const { reads } = directory;
  const answer = await find(query, reads, toolSizes(sizes));
  const page = answer.value;
  const { total, warnings } = page;
  const rows = rowsOf(page);
  const advice =
    total === 0
      ? await adviceFor(query, reads, async (relaxed) => (await find(relaxed, reads)).value.total).catch(
          noAdvice,
        )
      : undefined;
  return listAnswer({
    tool,
    name,
    things,
    query,
    sizes,
    total,
    warnings,
    rows,
    // A row holds what was found, or less.
    longest: answer.length - rows.length * spares,
    below: rows.length > 0 ? lines(next, PHONE) : (advice?.text ?? ''),
    more: advice && { relax: advice.relax },
    dataset: await directory.dataset(),
  });
}

/** Advice costs a read per filter; where the limit ends it, what was found out before still stands. */
function noAdvice(error: unknown): Advice {
  if (!(error instanceof LimitReached)) throw error;
  const text = `Which filter to leave out could not be asked: the limit is reached. Wait ${error.waitSeconds} seconds.`;
  return { relax: [], text };
}
