import { REVIEW_DIMENSIONS, type ReviewRecord } from '@care-atlas/domain/records';
import { v5 } from 'uuid';
import { mergeCounts, mergeRecords } from '../run/merge.js';
import type { Numbered } from '../run/reject.js';
import { rejectStaged, type Rows, stage, type StagingTable } from '../run/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';

/** A review as a source gives it. Without an id it is known by its subject, author, date and text. */
export type ReviewInput = Omit<ReviewRecord, 'id'> & { readonly id?: string };

/** Never to change: the ids of reviews that came without one follow from it. */
const NAMESPACE = '3d6c1d0b-4a0e-4d6f-a9a4-0b9a6a3a52c1';

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
  repeats: true,
};

/** The calendar day in Toronto, where the directory and its reviewers are. */
const TORONTO_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', dateStyle: 'short' });

/**
 * Creates and updates reviews. One about a doctor or clinic that is not stored is rejected, and one of a day that
 * has not come yet.
 */
export async function mergeReviews(
  context: SyncContext,
  rows: Rows<Numbered<ReviewInput>>,
  onProgress: (count: number) => void,
): Promise<Partial<SyncCounts>> {
  const staged = await stage(context, STAGED, rows, stagedValues, onProgress);
  const today = TORONTO_DAY.format(context.now);
  const rejected = [
    await rejectStaged(
      context,
      STAGED.name,
      `registration_number is not null and not exists (
        select from doctor where doctor.registration_number = staged.registration_number)`,
      { staged: 'registration_number', source: 'doctor' },
      'No doctor with this registration number is in the directory.',
    ),
    await rejectStaged(
      context,
      STAGED.name,
      'clinic_id is not null and not exists (select from clinic where clinic.id = staged.clinic_id)',
      { staged: 'clinic_id', source: 'clinic' },
      'No clinic with this id is in the directory.',
    ),
    await rejectStaged(
      context,
      STAGED.name,
      `written_on > date '${today}'`,
      { staged: 'written_on', source: 'date' },
      `A review cannot be of a day that has not come: today is ${today} in Toronto.`,
    ),
  ];
  const { created, updated } = await mergeRecords(context, {
    record: 'review',
    table: 'review',
    key: ['id'],
    columns: Object.keys(STAGED.columns).filter((column) => column !== 'id'),
    from: STAGED.name,
    keyText: 'staged.id::text',
  });
  return mergeCounts(
    rejected.reduce((rest, count) => rest - count, staged),
    created,
    updated,
  );
}

function stagedValues({ id, subject, author, rating, text, date, dimensions }: ReviewInput) {
  const doctor = 'doctor' in subject ? subject.doctor : null;
  const clinic = 'clinic' in subject ? subject.clinic : null;
  return [
    id ?? v5(JSON.stringify([doctor, clinic, author, date, text]), NAMESPACE),
    doctor,
    clinic,
    author,
    rating,
    text,
    date,
    ...REVIEW_DIMENSIONS.map((dimension) => dimensions[dimension] ?? null),
  ];
}
