import type { CorrectedRecordKind } from '@care-atlas/domain/records';
import { OneOf, type Page, PageQuery, SearchText } from '../fields.js';

export const REVIEW_STATES = ['shown', 'hidden'] as const;

/** Selects reviews; `text` is part of the text, the author or the reply, or the id of the review or of its doctor or clinic. */
export class ReviewQuery extends PageQuery {
  @SearchText()
  text?: string;

  @OneOf(REVIEW_STATES)
  state?: (typeof REVIEW_STATES)[number];
}

/** Newest first. */
export interface ReviewList extends Page {
  readonly reviews: readonly DeskReview[];
}

/** A review as operators judge it. */
export interface DeskReview {
  readonly id: string;
  /** The doctor or clinic that it is about: a registration number, or the id of a clinic. */
  readonly record: CorrectedRecordKind;
  readonly key: string;
  readonly name: string;
  readonly author: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly text: string;
  /** Calendar date, YYYY-MM-DD. */
  readonly date: string;
  readonly reply: { readonly text: string; readonly date: string } | null;
  /** The correction that withdraws it; null while it is shown. */
  readonly hiddenBy: number | null;
}
