import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops the indexes on the order of lists: services order in memory, and each import paid for keeping them. */
export class DropDirectoryOrder1795210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index doctor_listed_order_idx, clinic_open_order_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index doctor_listed_order_idx on doctor (search_name collate "C", registration_number collate "C")
      where expired_at is null`,
    );
    await runner.query(
      `create index clinic_open_order_idx on clinic (search_name collate "C", id) where closed_at is null`,
    );
  }
}
