import type { AnswerSizes } from '@care-atlas/domain/access';
import type { ListEnvelope, PageQuery } from '@care-atlas/domain/contract';
import { DEFAULT_ROWS, fittingRows, type Row } from './budget.js';
import { joinLines } from './text.js';
import type { ToolAnswer } from './tool.js';

/** Maximum characters of the JSON envelope of a list, besides its warnings. */
const ENVELOPE = 320;

/** One page of a list, to be written in both forms. */
export interface Listing {
  /** The tool that returns the next page. */
  readonly tool: string;
  /** Name of the list in the structured form. */
  readonly list: string;
  /** What is listed, as the beginning of a line. */
  readonly heading: string;
  readonly query: PageQuery;
  readonly sizes: AnswerSizes;
  readonly page: Pick<ListEnvelope, 'total' | 'warnings'>;
  readonly rows: readonly Row[];
  /** Maximum characters of all rows as JSON, if known. */
  readonly longest?: number;
  /** Lines before and after the rows. */
  readonly above?: string;
  readonly below?: string;
  /** Other members of the structured form. */
  readonly more?: Record<string, unknown>;
}

/** Returns sizes with the default page of the connector: fewer rows than REST, because a model reads each of them. */
export function toolSizes(sizes: AnswerSizes): AnswerSizes {
  return { ...sizes, pageDefault: Math.min(DEFAULT_ROWS, sizes.pageMaximum) };
}

/** Writes a page in both forms. A page over the token budget is cut by whole rows and says how to continue. */
export function listAnswer(listing: Listing): ToolAnswer {
  const { tool, list, heading, query, sizes, page, rows, longest, above, below, more = {} } = listing;
  const { total, warnings = [] } = page;
  const offset = query.offset ?? 0;
  const limit = Math.min(query.limit ?? DEFAULT_ROWS, sizes.pageMaximum);
  const surrounding = joinLines(above, below, ...warnings).length + JSON.stringify(more).length;
  const fitting = fittingRows(rows, limit, ENVELOPE + surrounding, longest);
  const leftOut = rows.length - fitting.length;
  const next = offset + fitting.length;
  const nextOffset = fitting.length > 0 && next < total ? next : undefined;
  const text = joinLines(
    above,
    `${heading}: ${extent(total, offset, fitting.length, limit)}.`,
    ...fitting.map(({ line }) => line),
    leftOut > 0 && `${leftOut} more of this page left out to keep the answer short.`,
    nextOffset !== undefined && `Go on: ${tool} with the same arguments and offset=${nextOffset}.`,
    ...warnings,
    below,
  );
  const structured = {
    total,
    count: fitting.length,
    offset,
    ...(nextOffset !== undefined && { nextOffset }),
    ...(leftOut > 0 && { leftOut }),
    ...(warnings.length > 0 && { warnings }),
    [list]: fitting.map(({ item }) => item),
    ...more,
  };
  return { text, structured };
}

function extent(total: number, offset: number, shown: number, limit: number): string {
  if (total === 0) return 'none';
  if (shown > 0) return `${total}, here ${offset + 1} to ${offset + shown}`;
  return limit === 0 ? `${total}` : `${total}; offset ${offset} is beyond the last`;
}
