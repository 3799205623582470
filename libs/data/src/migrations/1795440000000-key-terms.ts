import type { MigrationInterface, QueryRunner } from 'typeorm';

const DECIDING = 'id, hash, kind, tier, prefix, revoked_at';
const TERMS = 'expires_at, rate_limit';

/** Replaces the triggers that withdraw keys from the memories of services, in one step. */
async function withdrawOn(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query(
    `create or replace trigger api_key_epoch before delete or truncate or update of ${columns} on api_key
      for each statement execute function raise_key_epoch()`,
  );
  await runner.query(
    `create or replace trigger api_key_change after delete or update of ${columns} on api_key
      for each row execute function record_key_change()`,
  );
}

/** When a key ends by itself, its own limit, and a note. */
export class KeyTerms1795440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table api_key
        add column expires_at timestamp with time zone,
        add column rate_limit integer,
        add column note text not null default '',
        add constraint api_key_rate_limit_check check (rate_limit > 0)`,
    );
    await withdrawOn(runner, `${DECIDING}, ${TERMS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withdrawOn(runner, DECIDING);
    await runner.query(
      'alter table api_key drop column expires_at, drop column rate_limit, drop column note',
    );
  }
}
