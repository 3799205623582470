import type { AnswerSizes } from '@care-atlas/domain/access';
import type { Answer, AsyncReads, ListEnvelope, PageQuery } from '@care-atlas/domain/contract';
import type { JsonSchema } from '@care-atlas/domain/schema';
import type { Awaitable } from '../directory/directory-reader.js';
import { LimitReached } from '../directory/limit-reached.js';
import type { Row } from './budget.js';
import { listAnswer, toolSizes } from './listing.js';
import { type Advice, adviceFor } from './no-match-advice.js';
import { listSchema } from './output-schema.js';
import { joinLines, PHONE_REMINDER } from './text.js';
import { type Tool, tool, type ToolDeclaration } from './tool.js';

/** The declaration of a tool that searches. */
export interface SearchDeclaration<Q extends PageQuery, Page extends ListEnvelope> extends Omit<
  ToolDeclaration<Q>,
  'outputSchema'
> {
  /** Name of the list in the structured form. */
  readonly list: 'doctors' | 'clinics';
  /** Schema of one member of the list. */
  readonly item: JsonSchema;
  /** What is listed, as the beginning of a line. */
  readonly heading: string;
  /** The tools to continue with. */
  readonly next: string;
  readonly find: (query: Q, reads: AsyncReads, sizes?: AnswerSizes) => Awaitable<Answer<Page>>;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** Minimum characters of JSON that a row omits from its record. */
  readonly omittedLength?: number;
}

/** Creates a tool that returns one page of matches, or advice if nothing matches. */
export function searchTool<
  Q extends PageQuery & { readonly lat?: number },
  Page extends ListEnvelope = ListEnvelope,
>(search: SearchDeclaration<Q, Page>): Tool {
  const { list, item, heading, next, find, rowsOf, omittedLength = 0, ...declaration } = search;
  const outputSchema = listSchema(list, item);
  return tool<Q>({ ...declaration, outputSchema }, async (query, { directory: { reads }, sizes }) => {
    const answer = await find(query, reads, toolSizes(sizes));
    const page = answer.value;
    const rows = rowsOf(page);
    const totalOf = async (relaxed: Q) => (await find(relaxed, reads)).value.total;
    const advice = page.total === 0 ? await adviceFor(query, reads, totalOf).catch(adviceAtLimit) : undefined;
    return listAnswer({
      tool: search.name,
      list,
      heading: query.lat === undefined ? heading : `${heading}, nearest first`,
      query,
      sizes,
      page,
      rows,
      // A row contains its record or less.
      longest: answer.length - rows.length * omittedLength,
      below: rows.length > 0 ? joinLines(next, PHONE_REMINDER) : (advice?.text ?? ''),
      more: advice && { relax: advice.relax },
    });
  });
}

/** Replaces advice that the rate limit interrupted, since it costs one read per filter. The empty page stays valid. */
function adviceAtLimit(error: unknown): Advice {
  if (!(error instanceof LimitReached)) throw error;
  const text = `The rate limit prevented the check of which filter to leave out. Wait ${error.waitSeconds} seconds.`;
  return { relax: [], text };
}
