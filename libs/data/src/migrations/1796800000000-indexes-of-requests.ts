import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  logged_request_error_idx: '(at) where status >= 400',
  logged_request_key_idx: '(key_id, at)',
};
const FAILED = 'logged_request_failed_idx';

/** Indexes requests by what is looked up: errors, also those below 500, and the requests of a key. */
export class IndexesOfRequests1796800000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('set lock_timeout = 0');
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on logged_request ${columns}`);
    }
    await runner.query(`drop index concurrently if exists ${FAILED}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ${FAILED} on logged_request (at) where status >= 500`);
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
