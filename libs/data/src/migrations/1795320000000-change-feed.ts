import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table directory_change (
    seq bigint not null,
    version bigint not null,
    type text not null,
    key text not null,
    op text not null,
    fields text[] not null,
    constraint directory_change_pkey primary key (seq),
    constraint directory_change_type_check check (type in ('doctor', 'clinic', 'service')),
    constraint directory_change_op_check
      check (op in ('created', 'updated', 'expired', 'restored', 'closed', 'reopened'))
  )`,
  `create table change_feed (
    single boolean not null default true,
    last bigint not null default 0,
    pruned bigint not null default 0,
    constraint change_feed_pkey primary key (single),
    constraint change_feed_single_check check (single)
  )`,
  'insert into change_feed default values',
  'alter table dataset_version add column last_change bigint',
  'update dataset_version set last_change = 0 where number = (select max(number) from dataset_version)',
  // A version without the number of its last change is one whose changes nobody wrote: that of an earlier release, which
  // knows no feed, or of a run that replaced everything. The feed begins again after it.
  // It runs as the owner: temporary tables of its caller must not stand in for those that it names.
  `do $do$ begin execute format($definition$
    create function begin_change_feed() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
    begin
      update %1$I.change_feed set last = last + 1, pruned = last + 1 returning last into new.last_change;
      delete from %1$I.directory_change;
      return new;
    end $$
  $definition$, current_schema()); end $do$`,
  `create trigger dataset_version_feed before insert on dataset_version
    for each row when (new.last_change is null) execute function begin_change_feed()`,
];

/** The feed of changes, and where it stands at each dataset version. */
export class ChangeFeed1795320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger dataset_version_feed on dataset_version');
    await runner.query('drop function begin_change_feed');
    await runner.query('alter table dataset_version drop column last_change');
    await runner.query('drop table change_feed, directory_change');
  }
}
