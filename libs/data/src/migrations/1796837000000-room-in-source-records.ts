import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Leaves half of each page of source records free, as in `doctor` and `clinic`: each import writes the times of its records, and
 * where the new row fits beside the old one, no index has to be written.
 */
export class RoomInSourceRecords1796837000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table source_record set (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table source_record reset (fillfactor)');
  }
}
