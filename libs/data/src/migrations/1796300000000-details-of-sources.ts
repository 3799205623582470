import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what each source says of services, observations and reviews. The next run fills it: see `adoptDetails`. */
export class DetailsOfSources1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table source_record add subject text');
    for (const table of ['source_record', 'source_extract']) {
      await runner.query(`alter table ${table} drop constraint ${table}_kind_check,
        add constraint ${table}_kind_check
          check (kind in ('clinic', 'doctor', 'service', 'observation', 'review')) not valid`);
      await runner.query(`alter table ${table} validate constraint ${table}_kind_check`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['source_record', 'source_extract']) {
      await runner.query(`delete from ${table} where kind not in ('clinic', 'doctor')`);
      await runner.query(`alter table ${table} drop constraint ${table}_kind_check,
        add constraint ${table}_kind_check check (kind in ('clinic', 'doctor'))`);
    }
    await runner.query('alter table source_record drop subject');
  }
}
