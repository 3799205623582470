import { WholeNumber } from './fields.js';

const LARGEST_OFFSET = 1_000_000_000;

export class LimitQuery {
  @WholeNumber(1, 100)
  limit = 25;
}

export class PageQuery extends LimitQuery {
  @WholeNumber(0, LARGEST_OFFSET)
  offset = 0;
}

/** Pages by the position of the last item of the previous page instead of an offset. */
export class CursorQuery extends LimitQuery {
  @WholeNumber(0, LARGEST_OFFSET)
  after = 0;
}

export interface Page {
  /** Number of matching items. */
  readonly total: number;
  /** Number of items on this page. */
  readonly count: number;
}
