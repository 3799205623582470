import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the days on which a clinic's hours of the week do not count. The next import of a source fills them. */
export class SpecialDays1796200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table clinic add special_days jsonb not null default '[]'
      constraint clinic_special_days_check check (jsonb_typeof(special_days) = 'array')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clinic drop special_days');
  }
}
