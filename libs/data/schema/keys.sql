-- API keys: their terms, their use, the memories of services, purchases, and the login of the connector.

create table api_key (
  id uuid not null default gen_random_uuid(),
  hash bytea not null,
  kind text not null,
  tier text not null,
  prefix text not null,
  label text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  replaces uuid,
  chain_id uuid not null default gen_random_uuid(),
  revoked_reason text not null default '',
  expires_at timestamptz,
  rate_limit integer,
  note text not null default '',
  constraint api_key_pkey primary key (id),
  constraint api_key_hash_key unique (hash),
  constraint api_key_replaces_key unique (replaces),
  constraint api_key_replaces_fkey foreign key (replaces) references api_key (id),
  constraint api_key_hash_check check (octet_length(hash) = 32),
  constraint api_key_kind_check check (kind in ('live', 'sandbox', 'gateway', 'admin')),
  constraint api_key_tier_check check (tier in ('sandbox', 'live', 'gateway', 'admin')),
  constraint api_key_rate_limit_check check (rate_limit > 0)
);
create unique index api_key_active_chain_key on api_key (chain_id) where revoked_at is null;

-- Adding keys of a kind or tier is a right that roles can have or not. These functions do nothing: the right to execute one
-- is the right to add such a key. Everybody has it until docker/postgres/grants.sql takes it away.
create function add_live_key() returns void language sql as '';
create function add_privileged_key() returns void language sql as '';
create function check_key_right() returns trigger language plpgsql set search_path from current as $$
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
      end $$;
create trigger api_key_right before insert or update of kind, tier on api_key
  for each row execute function check_key_right();

-- The use of keys by the hour, which is kept for some days, and by the day.
create table key_usage (
  hour timestamptz not null,
  key_id uuid not null,
  operation text not null,
  status smallint not null,
  requests bigint not null,
  constraint key_usage_pkey primary key (hour, key_id, operation, status),
  constraint key_usage_requests_check check (requests > 0)
);
create index key_usage_key_id_hour_idx on key_usage (key_id, hour);
create table key_usage_day (
  day timestamptz not null,
  key_id uuid not null,
  operation text not null,
  status smallint not null,
  requests bigint not null,
  constraint key_usage_day_pkey primary key (day, key_id, operation, status),
  constraint key_usage_day_requests_check check (requests > 0)
);
create index key_usage_day_key_id_day_idx on key_usage_day (key_id, day);

-- The memories of keys that processes hold for a time, and what they have to forget. One row: whether they may, and the
-- number of the newest change.
create table key_lease (
  single boolean not null default true,
  enabled boolean not null default false,
  epoch bigint not null default 0,
  pruned bigint not null default 0,
  constraint key_lease_pkey primary key (single),
  constraint key_lease_single_check check (single)
);
insert into key_lease default values;

create table key_change (
  epoch bigint not null,
  hash bytea not null,
  constraint key_change_pkey primary key (epoch, hash)
);

-- Processes that remember keys, and the change that each has followed.
create table key_instance (
  id uuid not null,
  renewals bigint not null default 0,
  acked_epoch bigint,
  constraint key_instance_pkey primary key (id)
);

-- Keys that somebody is about to end.
create table key_withdrawal (
  id uuid not null default gen_random_uuid(),
  key_id uuid not null,
  created_at timestamptz not null default now(),
  constraint key_withdrawal_pkey primary key (id),
  constraint key_withdrawal_key_id_fkey foreign key (key_id) references api_key (id) on delete cascade
);

-- The functions run as the owner: temporary tables of their caller must not stand in for those that they name.
-- The lock comes before any lock of a row, and makes epochs commit in their order.
do $do$ begin execute format($definition$
    create function raise_key_epoch() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$ begin
      perform pg_advisory_xact_lock(7305011904);
      update %1$I.key_lease set epoch = epoch + 1,
        pruned = case tg_op when 'TRUNCATE' then epoch + 1 else greatest(pruned, epoch - 10000) end;
      delete from %1$I.key_change where epoch <= (select pruned from %1$I.key_lease);
      perform pg_notify('key_change', '');
      return null;
    end $$
$definition$, current_schema()); end $do$;
do $do$ begin execute format($definition$
    create function record_key_change() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$ begin
      insert into %1$I.key_change
        select epoch, hash from %1$I.key_lease, (values (old.hash), (new.hash)) changed (hash)
        where hash is not null
        on conflict do nothing;
      return null;
    end $$
$definition$, current_schema()); end $do$;
do $do$ begin execute format($definition$
    create function record_key_withdrawal() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$ begin
      insert into %1$I.key_change
        select epoch, hash from %1$I.key_lease, %1$I.api_key where api_key.id = new.key_id
        on conflict do nothing;
      return null;
    end $$
$definition$, current_schema()); end $do$;
-- The columns are what a memory holds of a key, and what decides whether it may: a change of any of them withdraws it.
create trigger api_key_epoch before delete or truncate
  or update of id, hash, kind, tier, prefix, revoked_at, expires_at, rate_limit on api_key
  for each statement execute function raise_key_epoch();
create trigger api_key_change after delete
  or update of id, hash, kind, tier, prefix, revoked_at, expires_at, rate_limit on api_key
  for each row execute function record_key_change();
create trigger key_withdrawal_epoch before insert on key_withdrawal
  for each statement execute function raise_key_epoch();
create trigger key_withdrawal_change after insert on key_withdrawal
  for each row execute function record_key_withdrawal();

-- Purchases of keys.
create table purchase (
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
);
create index purchase_claim_hash_idx on purchase (claim_hash);
create index purchase_unpaid_idx on purchase (created_at) where state in ('waiting', 'lapsed');

-- What the login of the connector keeps, and the secret that its instances share.
create table oauth_record (
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
);
create index oauth_record_grant_hash_idx on oauth_record (grant_hash);
create index oauth_record_account_id_idx on oauth_record (account_id);
create index oauth_record_expires_at_idx on oauth_record (expires_at);
create table oauth_secret (
  single boolean not null default true,
  secret bytea not null,
  constraint oauth_secret_pkey primary key (single),
  constraint oauth_secret_single_check check (single),
  constraint oauth_secret_secret_check check (octet_length(secret) = 32)
);
