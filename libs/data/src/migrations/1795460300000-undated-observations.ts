import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'alter table source add column confirms boolean not null default false',
  'alter table evidence add column since timestamptz',
  'alter table availability_observation add column since timestamptz',
  // The earlier release leaves the column as it is when it writes another value: that would be the time of the former one.
  `create function forget_since() returns trigger language plpgsql as $$
    begin
      new.since := null;
      return new;
    end $$`,
  `create trigger evidence_since before update on evidence for each row
    when (new.value is distinct from old.value and new.since is not distinct from old.since)
    execute function forget_since()`,
];

const DOWN = [
  'drop trigger evidence_since on evidence',
  'drop function forget_since',
  'alter table availability_observation drop column since',
  'alter table evidence drop column since',
  'alter table source drop column confirms',
];

/** Since when sources say what they say without a date. */
export class UndatedObservations1795460300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
