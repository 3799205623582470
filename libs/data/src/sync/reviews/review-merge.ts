import { REVIEW_DIMENSIONS, type ReviewRecord } from '@care-atlas/domain/records';
import { v5 } from 'uuid';
import { ReviewEntity } from '../../entities/directory/review.entity.js';
import { type ColumnProperty, EntityTable, propertiesOf } from '../staging/entity-table.js';
import { keepStored } from '../staging/kept-fields.js';
import { mergeCounts, mergeRecords } from '../staging/record-merge.js';
import { rejectStaged, type Rows, stage, type StagingTable } from '../staging/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { keepUnmatched, waitingRecords } from '../unmatched/unmatched-records.js';

/** A review as a source gives it. Without an id, its subject, author, date and text identify it. */
export type ReviewInput = Omit<ReviewRecord, 'id'> & {
  readonly id?: string;
  /** What identifies it instead of a text that was left out. */
  readonly identifyingText?: string;
};

/** Never change this: the ids of reviews that came without one follow from it. */
const NAMESPACE = '3d6c1d0b-4a0e-4d6f-a9a4-0b9a6a3a52c1';

const REVIEW = new EntityTable(ReviewEntity);
type ReviewRow = Pick<ReviewEntity, ColumnProperty<ReviewEntity>>;
export const STAGED_REVIEW: StagingTable<ReviewRow> = {
  name: 'staged_review',
  noun: 'reviews',
  columns: REVIEW.types,
  key: ['id'],
  ignoresRepetitions: true,
};

/** The calendar day in Toronto, where the directory and its reviewers are. */
const TORONTO_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', dateStyle: 'short' });

/**
 * Creates and updates reviews. One about a doctor or clinic that is not stored waits for it; one of a future day is
 * rejected.
 */
export async function mergeReviews(
  context: SyncContext,
  rows: Rows<ReviewInput>,
): Promise<Partial<SyncCounts>> {
  const staged = await stage(context, STAGED_REVIEW, rows, stagedReview);
  // What waits is newer than what is stored.
  for (const stored of ['review', `(${waitingRecords('review', 'review')})`])
    await keepStored(context, {
      staged: STAGED_REVIEW.name,
      stored,
      same: 'stored.id = staged.id',
      fields: Object.fromEntries(
        ['text', ...REVIEW_DIMENSIONS].map((name) => [name, { [name]: `stored.${name}` }]),
      ),
    });
  const today = TORONTO_DAY.format(context.now);
  const future = await rejectStaged(
    context,
    STAGED_REVIEW.name,
    `written_on > date '${today}'`,
    `The date of the review is in the future: give a day up to ${today}, today in Toronto.`,
    { staged: 'written_on', source: 'date' },
  );
  const waiting = await keepUnmatched(context, 'review', STAGED_REVIEW);
  const { created, updated } = await mergeStagedReviews(context);
  return mergeCounts(staged - future, created, updated, waiting);
}

/** Merges the table staged_review. */
export function mergeStagedReviews(context: SyncContext): Promise<{ created: number; updated: number }> {
  return mergeRecords(context, {
    record: 'review',
    table: REVIEW,
    key: ['id'],
    columns: propertiesOf(REVIEW.except('id')),
    from: STAGED_REVIEW.name,
    keyText: 'staged.id::text',
  });
}

function stagedReview(review: ReviewInput): ReviewRow {
  const { id, subject, author, rating, text, identifyingText = text, date, dimensions } = review;
  const registrationNumber = 'doctor' in subject ? subject.doctor : null;
  const clinicId = 'clinic' in subject ? subject.clinic : null;
  return {
    id: id ?? v5(JSON.stringify([registrationNumber, clinicId, author, date, identifyingText]), NAMESPACE),
    registrationNumber,
    clinicId,
    author,
    rating,
    text,
    writtenOn: date,
    waitTime: dimensions.wait_time ?? null,
    staff: dimensions.staff ?? null,
    communication: dimensions.communication ?? null,
    thoroughness: dimensions.thoroughness ?? null,
    booking: dimensions.booking ?? null,
    facility: dimensions.facility ?? null,
  };
}
