import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes } from './create-indexes.js';

const INDEXES = {
  logged_request_error_idx: 'logged_request (at) where status >= 400',
  logged_request_key_idx: 'logged_request (key_id, at)',
};
const FAILED = 'logged_request_failed_idx';

/** Indexes requests by what is looked up: errors, also those below 500, and the requests of a key. */
export class IndexesOfRequests1796800000000 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexes(runner, INDEXES, [FAILED]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ${FAILED} on logged_request (at) where status >= 500`);
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
