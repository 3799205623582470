import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  review_written_on_idx: 'review (written_on)',
  logged_request_operation_idx: 'logged_request (operation, at) where status >= 400',
};

/** Indexes what the dashboard lists: reviews by date, and the errors of an operation. */
export class IndexesOfReviewsAndErrors1796910000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('set lock_timeout = 0');
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
