import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a memory holds of a key, and what decides whether it may: a change of any of them withdraws it. */
const COLUMNS = 'id, hash, kind, tier, prefix, revoked_at';

/** Functions run as the owner: temporary tables of their caller must not stand in for those that they name. */
const owned = (name: string, body: string) => `do $do$ begin execute format($definition$
    create function ${name}() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$ ${body} $$
  $definition$, current_schema()); end $do$`;

const UP = [
  `create table key_lease (
    single boolean not null default true,
    enabled boolean not null default false,
    epoch bigint not null default 0,
    pruned bigint not null default 0,
    constraint key_lease_pkey primary key (single),
    constraint key_lease_single_check check (single)
  )`,
  'insert into key_lease default values',
  `create table key_change (
    epoch bigint not null,
    hash bytea not null,
    constraint key_change_pkey primary key (epoch, hash)
  )`,
  `create table key_instance (
    id uuid not null,
    renewals bigint not null default 0,
    acked_epoch bigint,
    constraint key_instance_pkey primary key (id)
  )`,
  `create table key_withdrawal (
    id uuid not null default gen_random_uuid(),
    key_id uuid not null,
    created_at timestamp with time zone not null default now(),
    constraint key_withdrawal_pkey primary key (id),
    constraint key_withdrawal_key_id_fkey foreign key (key_id) references api_key (id) on delete cascade
  )`,
  // The lock comes before any lock of a row, and makes epochs commit in their order.
  owned(
    'raise_key_epoch',
    `begin
      perform pg_advisory_xact_lock(7305011904);
      update %1$I.key_lease set epoch = epoch + 1,
        pruned = case tg_op when 'TRUNCATE' then epoch + 1 else greatest(pruned, epoch - 10000) end;
      delete from %1$I.key_change where epoch <= (select pruned from %1$I.key_lease);
      perform pg_notify('key_change', '');
      return null;
    end`,
  ),
  owned(
    'record_key_change',
    `begin
      insert into %1$I.key_change
        select epoch, hash from %1$I.key_lease, (values (old.hash), (new.hash)) changed (hash)
        where hash is not null
        on conflict do nothing;
      return null;
    end`,
  ),
  owned(
    'record_key_withdrawal',
    `begin
      insert into %1$I.key_change
        select epoch, hash from %1$I.key_lease, %1$I.api_key where api_key.id = new.key_id
        on conflict do nothing;
      return null;
    end`,
  ),
  `create trigger api_key_epoch before delete or truncate or update of ${COLUMNS} on api_key
    for each statement execute function raise_key_epoch()`,
  `create trigger api_key_change after delete or update of ${COLUMNS} on api_key
    for each row execute function record_key_change()`,
  `create trigger key_withdrawal_epoch before insert on key_withdrawal
    for each statement execute function raise_key_epoch()`,
  `create trigger key_withdrawal_change after insert on key_withdrawal
    for each row execute function record_key_withdrawal()`,
];

/** The memories of keys that processes hold for a time, and what they have to forget. */
export class KeyLease1795353000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger api_key_change on api_key');
    await runner.query('drop trigger api_key_epoch on api_key');
    await runner.query('drop table key_withdrawal, key_instance, key_change, key_lease');
    await runner.query('drop function record_key_withdrawal, record_key_change, raise_key_epoch');
  }
}
