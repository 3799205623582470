import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes } from './create-indexes.js';

const INDEXES = {
  review_written_on_idx: 'review (written_on)',
  logged_request_operation_idx: 'logged_request (operation, at) where status >= 400',
};

/** Indexes what the dashboard lists: reviews by date, and the errors of an operation. */
export class IndexesOfReviewsAndErrors1796910000000 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexes(runner, INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
