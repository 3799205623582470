import type { PageQuery } from '@care-atlas/domain/contract';
import type { AnswerSizes } from '@care-atlas/domain/access';
import type { DatasetVersion } from '@care-atlas/domain/read-model';
import { DEFAULT_ROWS, fittingRows, type Row } from './budget.js';
import type { ToolAnswer } from './tool.js';
import { dataOf, lines } from './wording.js';

/** Characters that the JSON envelope of a list takes at most, beside its warnings. */
const ENVELOPE = 320;

/** A page of a list, ready to be told. */
export interface Listing {
  /** The tool to ask for the next page. */
  readonly tool: string;
  /** Name of the list in the structured form. */
  readonly name: string;
  /** What is listed, in the plural, as the beginning of a line. */
  readonly things: string;
  readonly query: PageQuery;
  readonly sizes: AnswerSizes;
  readonly total: number;
  readonly warnings?: readonly string[];
  readonly rows: readonly Row[];
  /** Characters that all rows take at most as JSON, where that is known. */
  readonly longest?: number;
  /** Lines above and below the rows. */
  readonly above?: string;
  readonly below?: string;
  /** Other members of the structured form. */
  readonly more?: Record<string, unknown>;
  readonly dataset: DatasetVersion;
}

/** Sizes with this door's default page: fewer rows than REST gives, since a model reads each of them. */
export function toolSizes(sizes: AnswerSizes): AnswerSizes {
  return { ...sizes, pageDefault: Math.min(DEFAULT_ROWS, sizes.pageMaximum) };
}

/** A page in both forms, cut by whole rows where it would cost too much; it says so, and where to go on. */
export function listAnswer(listing: Listing): ToolAnswer {
  const {
    tool,
    name,
    things,
    query,
    sizes,
    total,
    warnings = [],
    rows,
    longest,
    more = {},
    dataset,
  } = listing;
  const offset = query.offset ?? 0;
  const limit = Math.min(query.limit ?? DEFAULT_ROWS, sizes.pageMaximum);
  const around = lines(listing.above, listing.below, ...warnings);
  const fitting = fittingRows(rows, limit, ENVELOPE + around.length + JSON.stringify(more).length, longest);
  const leftOut = rows.length - fitting.length;
  const next = offset + fitting.length;
  const nextOffset = fitting.length > 0 && next < total ? next : undefined;
  const text = lines(
    listing.above,
    heading(things, total, offset, fitting.length, limit),
    ...fitting.map(({ line }) => line),
    leftOut > 0 && `${leftOut} more of this page left out to keep the answer short.`,
    nextOffset !== undefined && `Go on: ${tool} with the same arguments and offset=${nextOffset}.`,
    ...warnings,
    listing.below,
    dataOf(dataset),
  );
  const structured = {
    total,
    count: fitting.length,
    offset,
    ...(nextOffset !== undefined && { nextOffset }),
    ...(leftOut > 0 && { leftOut }),
    ...(warnings.length > 0 && { warnings }),
    [name]: fitting.map(({ item }) => item),
    ...more,
    syncedAt: dataset.syncedAt.toISOString(),
  };
  return { text, structured };
}

function heading(things: string, total: number, offset: number, shown: number, limit: number): string {
  if (total === 0) return `${things}: none.`;
  if (shown > 0) return `${things}: ${total}, here ${offset + 1} to ${offset + shown}.`;
  return limit === 0 ? `${things}: ${total}.` : `${things}: ${total}; offset ${offset} is beyond the last.`;
}
