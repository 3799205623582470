import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Copies what doctors had before to their records, in a transaction that locks no reader out. The rows of evidence stay
 * for the previous release, which may run beside this one.
 */
export class PreviousFacts1795430100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update doctor set previous_facts = said.facts from (
        select key, jsonb_object_agg(field, previous) as facts
        from evidence where record = 'doctor' and previous is not null group by key
      ) said where registration_number = said.key`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `insert into evidence (record, key, field, source, previous)
      select 'doctor', registration_number, fact.field, 'register', fact.previous
      from doctor, jsonb_each(previous_facts) fact (field, previous)
      on conflict (record, key, field, source) do update set previous = excluded.previous`,
    );
  }
}
