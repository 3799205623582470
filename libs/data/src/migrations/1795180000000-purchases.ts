import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Purchases of keys. */
export class Purchases1795180000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table purchase (
      id uuid not null,
      claim_hash bytea not null,
      reference text not null,
      live boolean not null,
      amount integer not null,
      currency text not null,
      state text not null default 'waiting',
      created_at timestamptz not null default now(),
      state_since timestamptz not null default now(),
      key_id uuid,
      constraint purchase_pkey primary key (id),
      constraint purchase_reference_key unique (reference),
      constraint purchase_key_id_key unique (key_id),
      constraint purchase_key_id_fkey foreign key (key_id) references api_key (id),
      constraint purchase_claim_hash_check check (octet_length(claim_hash) = 32),
      constraint purchase_amount_check check (amount > 0),
      constraint purchase_currency_check check (currency ~ '^[a-z]{3}$'),
      constraint purchase_state_check check (state in ('waiting', 'lapsed', 'paid', 'claimed', 'reversed')),
      constraint purchase_key_check check (
        case state when 'claimed' then key_id is not null when 'reversed' then true else key_id is null end
      )
    )`);
    await runner.query('create index purchase_claim_hash_idx on purchase (claim_hash)');
    await runner.query(
      `create index purchase_unpaid_idx on purchase (created_at) where state in ('waiting', 'lapsed')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table purchase');
  }
}
