import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Decisions about records, which the worker carries out like imports; and pairs of clinics that are not the same. */
export class Decisions1795440500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table import_job
        add column decision jsonb,
        alter column file_name drop not null,
        alter column bytes drop not null,
        alter column file_hash drop not null,
        alter column settings drop not null,
        drop constraint import_job_source_check,
        add constraint import_job_source_check check (source in
          ('stations', 'odhf', 'clinics', 'register', 'specialists', 'availability', 'reviews', 'corrections')),
        add constraint import_job_decision_check check ((source = 'corrections') = (decision is not null)
          and (decision is null) =
            (file_name is not null and bytes is not null and file_hash is not null and settings is not null))`,
    );
    await runner.query(
      `alter table correction drop constraint correction_kind_check, add constraint correction_kind_check
        check (kind in ('correct', 'hide', 'pin', 'merge', 'apart'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from correction where kind = 'apart'`);
    await runner.query(
      `alter table correction drop constraint correction_kind_check, add constraint correction_kind_check
        check (kind in ('correct', 'hide', 'pin', 'merge'))`,
    );
    await runner.query('delete from import_job where decision is not null');
    await runner.query(
      `alter table import_job
        drop constraint import_job_decision_check,
        drop constraint import_job_source_check,
        add constraint import_job_source_check check (source in
          ('stations', 'odhf', 'clinics', 'register', 'specialists', 'availability', 'reviews')),
        alter column file_name set not null,
        alter column bytes set not null,
        alter column file_hash set not null,
        alter column settings set not null,
        drop column decision`,
    );
  }
}
