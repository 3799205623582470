-- Administrators with their factors and sessions, and the audit.

create table administrator (
  id uuid not null default gen_random_uuid(),
  name text not null,
  folded_name text not null,
  password_hash text not null,
  password_changed_at timestamptz not null,
  password_expires_at timestamptz,
  totp_secret bytea,
  totp_offer bytea,
  totp_period bigint,
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- What the person may do in the dashboard.
  role text not null default 'administrator',
  -- The account of an OpenID Connect provider that signs the person in.
  oidc_account text,
  constraint administrator_pkey primary key (id),
  constraint administrator_folded_name_key unique (folded_name),
  constraint administrator_oidc_account_key unique (oidc_account),
  constraint administrator_name_check check (name ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$'),
  constraint administrator_role_check check (role in ('viewer', 'operator', 'administrator'))
);

create table recovery_code (
  administrator_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_code_pkey primary key (administrator_id, hash),
  constraint recovery_code_administrator_id_fkey
    foreign key (administrator_id) references administrator (id) on delete cascade,
  constraint recovery_code_hash_check check (octet_length(hash) = 32)
);

create table passkey (
  id text not null,
  administrator_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  label text not null,
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkey_pkey primary key (id),
  constraint passkey_administrator_id_fkey
    foreign key (administrator_id) references administrator (id) on delete cascade
);
create index passkey_administrator_id_idx on passkey (administrator_id);

create table passkey_challenge (
  challenge text not null,
  purpose text not null,
  administrator_id uuid,
  expires_at timestamptz not null,
  constraint passkey_challenge_pkey primary key (challenge),
  constraint passkey_challenge_administrator_id_fkey
    foreign key (administrator_id) references administrator (id) on delete cascade,
  constraint passkey_challenge_purpose_check check (purpose in ('registration', 'second-factor', 'sign-in'))
);

create table admin_session (
  sid text not null,
  sess jsonb not null,
  expire timestamptz not null,
  seen_at timestamptz,
  constraint admin_session_pkey primary key (sid)
);

-- Failed sign-ins of a name or an address, and until when more of them are refused.
create table sign_in_attempt (
  subject text not null,
  failures integer not null,
  blocked_until timestamptz not null,
  forgotten_at timestamptz not null,
  constraint sign_in_attempt_pkey primary key (subject),
  constraint sign_in_attempt_failures_check check (failures > 0)
);

create table audit_event (
  id bigint generated always as identity,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  address text not null,
  user_agent text not null,
  details jsonb not null default '{}',
  constraint audit_event_pkey primary key (id)
);
create index audit_event_at_idx on audit_event (at);
-- Not even the owner of the table changes what happened, unless the trigger is taken away first.
create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The audit is append-only.' using errcode = 'insufficient_privilege';
  end $$;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_audit_change();
