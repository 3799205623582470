import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the OAuth login of the connector keeps, and the secret that its instances share. */
export class OAuth1795160000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table oauth_record (
      model text not null,
      id_hash bytea not null,
      grant_hash bytea,
      account_id uuid,
      payload json not null,
      consumed_at timestamptz,
      expires_at timestamptz not null,
      constraint oauth_record_pkey primary key (model, id_hash),
      constraint oauth_record_account_id_fkey foreign key (account_id) references api_key (id) on delete cascade,
      constraint oauth_record_model_check check (model in ('AccessToken', 'AuthorizationCode', 'Client', 'Grant',
        'Interaction', 'RefreshToken', 'ReplayDetection')),
      constraint oauth_record_id_hash_check check (octet_length(id_hash) = 32),
      constraint oauth_record_grant_hash_check check (octet_length(grant_hash) = 32)
    )`);
    await runner.query('create index oauth_record_grant_hash_idx on oauth_record (grant_hash)');
    await runner.query('create index oauth_record_account_id_idx on oauth_record (account_id)');
    await runner.query('create index oauth_record_expires_at_idx on oauth_record (expires_at)');
    await runner.query(`create table oauth_secret (
      single boolean not null default true,
      secret bytea not null,
      constraint oauth_secret_pkey primary key (single),
      constraint oauth_secret_single_check check (single),
      constraint oauth_secret_secret_check check (octet_length(secret) = 32)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table oauth_secret, oauth_record');
  }
}
