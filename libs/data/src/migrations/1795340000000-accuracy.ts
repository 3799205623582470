import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Samples of the directory that are checked by telephone, and what the calls found. */
export class Accuracy1795340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table accuracy_audit (
      protocol_hash text not null,
      protocol text not null,
      drawn_at timestamp with time zone not null,
      measured_at timestamp with time zone,
      file_hash text,
      constraint accuracy_audit_pkey primary key (protocol_hash),
      constraint accuracy_audit_protocol_hash_check check (protocol_hash ~ '^[0-9a-f]{64}$'),
      constraint accuracy_audit_measured_check check (num_nonnulls(measured_at, file_hash) in (0, 2))
    )`);
    await runner.query(`create table accuracy_finding (
      protocol_hash text not null,
      registration_number text not null,
      field text not null,
      strata text[] not null,
      listed text not null,
      method text not null,
      observed_at timestamp with time zone,
      outcome text,
      constraint accuracy_finding_pkey primary key (protocol_hash, registration_number, field),
      constraint accuracy_finding_protocol_hash_fkey foreign key (protocol_hash)
        references accuracy_audit (protocol_hash) on delete cascade,
      constraint accuracy_finding_field_check
        check (field in ('phone', 'practice', 'specialty', 'accepting', 'wheelchair', 'virtualVisits')),
      constraint accuracy_finding_outcome_check check (outcome in ('correct', 'incorrect', 'unreachable'))
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table accuracy_finding, accuracy_audit');
  }
}
