import { REVIEW_DIMENSIONS, type ReviewRecord } from '@care-atlas/domain/review';
import type { ClientBase } from 'pg';
import { type MergeCounts, mergeCounts, upsert } from './merge.js';
import { type Rows, stage, type StagingTable } from './staging.js';

const STAGED: StagingTable = {
  name: 'staged_review',
  columns: {
    id: 'uuid',
    registration_number: 'text',
    clinic_id: 'uuid',
    author: 'text',
    rating: 'integer',
    text: 'text',
    written_on: 'date',
    ...Object.fromEntries(REVIEW_DIMENSIONS.map((dimension) => [dimension, 'integer'])),
  },
  key: ['id'],
};

/**
 * Creates and updates reviews.
 * @throws when a review is about a doctor or clinic that is not stored.
 */
export async function mergeReviews(
  client: ClientBase,
  rows: Rows<ReviewRecord>,
  onProgress: (count: number) => void,
): Promise<MergeCounts> {
  const read = await stage(client, STAGED, rows, stagedValues, onProgress);
  const columns = Object.keys(STAGED.columns).filter((column) => column !== 'id');
  const { created, updated } = await upsert(client, {
    table: 'review',
    key: ['id'],
    columns,
    from: STAGED.name,
  });
  if (created + updated > 0) await client.query('analyze review');
  return mergeCounts(read, created, updated);
}

function stagedValues({ id, subject, author, rating, text, date, dimensions }: ReviewRecord) {
  return [
    id,
    'doctor' in subject ? subject.doctor : null,
    'clinic' in subject ? subject.clinic : null,
    author,
    rating,
    text,
    date,
    ...REVIEW_DIMENSIONS.map((dimension) => dimensions[dimension] ?? null),
  ];
}
