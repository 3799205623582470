import type { PageQuery } from '@care-atlas/domain/query';
import type { AnswerSizes } from '@care-atlas/domain/tier';
import type { DirectoryReads } from '../directory-door.js';
import { LimitReached } from '../limit-reached.js';
import type { Row } from './budget.js';
import { listAnswer, toolSizes } from './listing.js';
import { type Advice, adviceFor } from './relaxation.js';
import type { ToolAnswer, ToolCall } from './tool.js';
import { lines, PHONE } from './wording.js';

/** What a search found. */
interface Found {
  readonly total: number;
  readonly warnings?: readonly string[];
  readonly rows: readonly Row[];
}

/** How a search is made, and how what it finds is told. */
export interface Search<Q extends PageQuery> {
  readonly tool: string;
  readonly name: 'doctors' | 'clinics';
  /** What is found, as the beginning of a line. */
  readonly things: string;
  /** Where to go on with what was found. */
  readonly next: string;
  readonly find: (query: Q, reads: DirectoryReads, sizes?: AnswerSizes) => Promise<Found>;
}

/** A page of what a search finds, or advice when that is nothing. */
export async function searchAnswer<Q extends PageQuery>(
  { tool, name, things, next, find }: Search<Q>,
  query: Q,
  { door, sizes }: ToolCall,
): Promise<ToolAnswer> {
  const { reads } = door;
  const { total, warnings, rows } = await find(query, reads, toolSizes(sizes));
  const advice =
    total === 0
      ? await adviceFor(query, reads, async (relaxed) => (await find(relaxed, reads)).total).catch(noAdvice)
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
    below: rows.length > 0 ? lines(next, PHONE) : (advice?.text ?? ''),
    more: advice && { relax: advice.relax },
    dataset: await door.dataset(),
  });
}

/** Advice costs a read per filter; where the limit ends it, what was found out before still stands. */
function noAdvice(error: unknown): Advice {
  if (!(error instanceof LimitReached)) throw error;
  const text = `Which filter to leave out could not be asked: the limit is reached. Wait ${error.waitSeconds} seconds.`;
  return { relax: [], text };
}
