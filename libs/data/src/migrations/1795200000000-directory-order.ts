import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The orders of lists, for who answers from the database: a first page is read off an index instead of sorted. */
export class DirectoryOrder1795200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // By code point: an index in the database's own collation would be of no use.
    await runner.query(
      `create index doctor_listed_order_idx on doctor (search_name collate "C", registration_number collate "C")
      where expired_at is null`,
    );
    await runner.query(
      `create index clinic_open_order_idx on clinic (search_name collate "C", id) where closed_at is null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index doctor_listed_order_idx, clinic_open_order_idx');
  }
}
