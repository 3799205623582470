import type { AnswerSizes } from '@care-atlas/domain/access';
import type { Answer, ListEnvelope, PageQuery } from '@care-atlas/domain/contract';
import type { JsonSchema } from '@care-atlas/domain/schema';
import { type Awaitable, type DirectoryReader, LimitReached } from '../../directory/directory-reader.js';
import { visibleValue } from '../../visible-text.js';
import { DEFAULT_ROWS, fittingRows, type Row } from '../answer/budget.js';
import { type Advice, adviceFor } from '../answer/no-match-advice.js';
import { listSchema } from './output-schema.js';
import { joinLines, PHONE_REMINDER, readingOf } from '../answer/text.js';
import { type Tool, tool, type ToolDeclaration } from './tool.js';

/** Maximum characters of the JSON envelope of a list, besides its warnings. */
const ENVELOPE = 320;

/** What a tool shows of one page. */
export interface PageContent {
  /** What is listed, as the beginning of a line. */
  readonly heading: string;
  readonly rows: readonly Row[];
  /** Lines before the rows. */
  readonly above?: string;
  /** What to keep in mind with the rows, if there are any. */
  readonly cautions?: readonly string[];
  /** Other members of the structured form. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** The declaration of a tool that returns a list, page by page. */
export interface ListDeclaration<Q extends PageQuery, Page extends ListEnvelope> extends Omit<
  ToolDeclaration<Q>,
  'outputSchema'
> {
  /** Name of the list in the structured form. */
  readonly list: 'doctors' | 'clinics' | 'reviews';
  /** Schema of one member of the list. */
  readonly item: JsonSchema;
  /** Schemas of other members of the structured form. */
  readonly more?: Readonly<Record<string, JsonSchema>>;
  readonly find: (query: Q, directory: DirectoryReader, sizes?: AnswerSizes) => Awaitable<Answer<Page>>;
  readonly contentOf: (page: Page, query: Q, now: Date) => PageContent;
  /** With a search: the tools to continue with. A search without matches gives advice. */
  readonly next?: string;
  /** Minimum characters of JSON that a row omits from its record; undefined if it may be longer than its record. */
  readonly omittedLength?: number;
}

/**
 * Creates a tool that returns one page in both forms. A page over the token budget is cut by whole rows and says how to
 * continue.
 */
export function listTool<Q extends PageQuery & PlaceOfQuery, Page extends ListEnvelope = ListEnvelope>(
  declaration: ListDeclaration<Q, Page>,
): Tool {
  const { list, item, more: schemas, find, contentOf, next, omittedLength, ...described } = declaration;
  const outputSchema = listSchema(list, item, schemas);
  return tool<Q>({ ...described, outputSchema }, async (query, { directory, sizes, clock }) => {
    // Fewer rows than REST by default, because a model reads each of them.
    const pageDefault = Math.min(DEFAULT_ROWS, sizes.pageMaximum);
    const answer = await find(query, directory, { ...sizes, pageDefault });
    const page = visibleValue(answer);
    const { total, warnings = [], interpreted = [] } = page;
    const {
      heading,
      rows,
      above,
      more,
      cautions = next === undefined ? [] : [PHONE_REMINDER],
    } = contentOf(page, query, clock());
    const totalOf = async (relaxed: Q) => (await find(relaxed, directory)).value.total;
    const needsAdvice = next !== undefined && total === 0;
    const advice = needsAdvice ? await adviceFor(query, totalOf).catch(adviceAtLimit) : undefined;
    const below = rows.length > 0 ? next && joinLines(next, PHONE_REMINDER) : advice?.text;
    const members = { ...more, ...(advice && { relax: advice.relax }) };
    const offset = query.offset ?? 0;
    const limit = Math.min(query.limit ?? DEFAULT_ROWS, sizes.pageMaximum);
    const surrounding = joinLines(above, below, ...warnings).length + JSON.stringify(members).length;
    const longest = omittedLength === undefined ? Infinity : answer.length - rows.length * omittedLength;
    const fitting = fittingRows(rows, limit, ENVELOPE + surrounding, longest);
    const leftOut = rows.length - fitting.length;
    const end = offset + fitting.length;
    const nextOffset = fitting.length > 0 && end < total ? end : undefined;
    const text = joinLines(
      above,
      `${heading}${isNearestFirst(query) ? ', nearest first' : ''}: ${extent(total, offset, fitting.length, limit)}.`,
      ...fitting.map(({ line }) => line),
      leftOut > 0 && `${leftOut} more of this page left out to keep the answer short.`,
      nextOffset !== undefined &&
        `Go on: ${declaration.name} with the same arguments and offset=${nextOffset}.`,
      ...interpreted.map(readingOf),
      ...warnings,
      below,
    );
    const structured = {
      total,
      count: fitting.length,
      offset,
      ...(nextOffset !== undefined && { nextOffset }),
      ...(leftOut > 0 && { leftOut }),
      ...(interpreted.length > 0 && { interpreted }),
      ...(warnings.length > 0 && { warnings }),
      [list]: fitting.map((row) => row.item),
      ...members,
    };
    return { text, structured, cautions: rows.length > 0 ? cautions : [] };
  });
}

type PlaceOfQuery = { readonly lat?: number; readonly near?: string; readonly sort?: string };

function isNearestFirst({ lat, near, sort }: PlaceOfQuery): boolean {
  return (lat !== undefined || near !== undefined) && (sort === undefined || sort === 'distance');
}

function extent(total: number, offset: number, shown: number, limit: number): string {
  if (total === 0) return 'none';
  if (shown > 0) return `${total}, here ${offset + 1} to ${offset + shown}`;
  return limit === 0 ? `${total}` : `${total}; offset ${offset} is beyond the last`;
}

/** Replaces advice that the rate limit interrupted, since it costs one read per filter. The empty page stays valid. */
function adviceAtLimit(error: unknown): Advice {
  if (!(error instanceof LimitReached)) throw error;
  const text = `The rate limit prevented the check of which filter to leave out. Wait ${error.waitSeconds} seconds.`;
  return { relax: [], text };
}
