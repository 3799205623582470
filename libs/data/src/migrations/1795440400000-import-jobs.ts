import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that administrators uploaded to be imported. */
export class ImportJobs1795440400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table import_job (
        id uuid not null,
        source text not null,
        file_name text not null,
        bytes bigint not null,
        file_hash text not null,
        settings jsonb not null,
        state text not null,
        uploaded_by text not null,
        uploaded_at timestamp with time zone not null,
        guard jsonb,
        summary jsonb,
        version text,
        confirmed_by text,
        run_id uuid,
        progress text not null default '',
        reason text not null default '',
        seen_at timestamp with time zone,
        finished_at timestamp with time zone,
        constraint import_job_pkey primary key (id),
        constraint import_job_source_check check (source in
          ('stations', 'odhf', 'clinics', 'register', 'specialists', 'availability', 'reviews')),
        constraint import_job_state_check check (state in
          ('waiting', 'checking', 'review', 'confirmed', 'importing', 'done', 'failed', 'canceled')),
        constraint import_job_confirmed_check check
          (state not in ('confirmed', 'importing', 'done') or confirmed_by is not null)
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table import_job');
  }
}
