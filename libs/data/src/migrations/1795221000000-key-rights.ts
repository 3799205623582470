import type { MigrationInterface, QueryRunner } from 'typeorm';

// A function that does nothing: the right to execute it is the right to add such a key. Everybody has it until
// docker/postgres/grants.sql takes it away.
const RIGHTS = ['add_live_key', 'add_privileged_key'].map(
  (name) => `create function ${name}() returns void language sql as ''`,
);

/** Makes adding keys of a kind or tier a right that roles can have or not. */
export class KeyRights1795221000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of RIGHTS) await runner.query(statement);
    await runner.query(`create function check_key_right() returns trigger language plpgsql set search_path from current as $$
      declare
        needed text := case
          when new.kind = 'sandbox' and new.tier = 'sandbox' then null
          when new.kind in ('sandbox', 'live') and new.tier in ('sandbox', 'live') then 'add_live_key()'
          else 'add_privileged_key()'
        end;
      begin
        if not has_function_privilege(needed, 'execute') then
          raise exception 'The role % may not add a key of kind % and tier %.', current_user, new.kind, new.tier
            using errcode = 'insufficient_privilege';
        end if;
        return new;
      end $$`);
    await runner.query(`create trigger api_key_right before insert or update of kind, tier on api_key
      for each row execute function check_key_right()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger api_key_right on api_key');
    await runner.query('drop function check_key_right, add_privileged_key, add_live_key');
  }
}
