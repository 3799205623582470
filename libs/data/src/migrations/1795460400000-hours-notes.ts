import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a source says about the hours of a clinic besides those of a week. */
export class HoursNotes1795460400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The release before writes clinics without it.
    await runner.query(`alter table clinic add column hours_note text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clinic drop column hours_note');
  }
}
