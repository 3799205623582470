import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'alter table doctor add column previous_facts jsonb',
  `update doctor set previous_facts = said.facts from (
    select key, jsonb_object_agg(field, previous) as facts
    from evidence where record = 'doctor' and previous is not null group by key
  ) said where registration_number = said.key`,
  `delete from evidence where record = 'doctor'`,
  // Each register writes the times of its doctors. In pages that are written from now on, the new row fits beside the
  // old one, so that no index has to be written.
  'alter table doctor set (fillfactor = 50)',
];

const DOWN = [
  'alter table doctor reset (fillfactor)',
  `insert into evidence (record, key, field, source, previous)
  select 'doctor', registration_number, fact.field, 'register', fact.previous
  from doctor, jsonb_each(previous_facts) fact (field, previous)`,
  'alter table doctor drop column previous_facts',
];

/** What lets an import that changes many doctors write each of them once, and no index. */
export class DoctorUpdates1795430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
