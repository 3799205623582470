import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['address_key', 'place_key'];

/** Indexes source records by what is looked up: a doctor's record enters one index instead of four. */
export class IndexesOfSourceRecords1796450000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists source_record_next_pkey');
    await runner.query(
      'create unique index concurrently source_record_next_pkey on source_record (kind, key, source)',
    );
    await runner.query(`alter table source_record drop constraint source_record_pkey,
      add constraint source_record_pkey primary key using index source_record_next_pkey`);
    await runner.query('drop index concurrently if exists source_record_kind_key_idx');
    for (const column of COLUMNS) {
      await runner.query(`drop index concurrently if exists source_record_${column}_idx`);
      await runner.query(
        `create index concurrently source_record_${column}_idx on source_record (${column}) where ${column} is not null`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) {
      await runner.query(`drop index source_record_${column}_idx`);
      await runner.query(`create index source_record_${column}_idx on source_record (${column})`);
    }
    await runner.query('create index source_record_kind_key_idx on source_record (kind, key)');
    await runner.query(`alter table source_record drop constraint source_record_pkey,
      add constraint source_record_pkey primary key (source, kind, key)`);
  }
}
