export const REVIEW_DIMENSIONS = [
  'wait_time',
  'staff',
  'communication',
  'thoroughness',
  'booking',
  'facility',
] as const;
export type ReviewDimension = (typeof REVIEW_DIMENSIONS)[number];

/** The doctor (by registration number) or the clinic (by id) that a review is about. */
export type ReviewSubject = { readonly doctor: string } | { readonly clinic: string };

/** A patient's review. */
export interface ReviewRecord {
  /** UUID. */
  readonly id: string;
  readonly subject: ReviewSubject;
  /** A first name and an initial. */
  readonly author: string;
  /** 1 to 5 stars. */
  readonly rating: number;
  readonly text: string;
  /** Calendar date, YYYY-MM-DD. */
  readonly date: string;
  /** 1 to 5, only for the dimensions that the reviewer rated. */
  readonly dimensions: Readonly<Partial<Record<ReviewDimension, number>>>;
  /** What the doctor or clinic answered, through the operator; absent where nothing. */
  readonly reply?: ReviewReply;
}

/** A reply to a review. */
export interface ReviewReply {
  readonly text: string;
  /** Calendar date in Toronto, YYYY-MM-DD. */
  readonly date: string;
}

/** The ratings of a review. */
export interface RatedReview {
  readonly rating: number;
  /** yyyymmdd. */
  readonly date: number;
  readonly dimensions: Readonly<Partial<Record<ReviewDimension, number>>>;
}
