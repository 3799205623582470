import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Opening hours without a known end. Clinics at the center of a postal area are no longer near the subway by a guess. */
export class OpenEnds1795290000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table opening_interval alter column closes drop not null');
    await runner.query(
      `update clinic set near_subway = false where near_subway and position_source = 'postal-area'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from opening_interval where closes is null');
    await runner.query('alter table opening_interval alter column closes set not null');
  }
}
