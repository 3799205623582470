-- Operation: requests, the health of the parts of a deployment, and backups.

-- Single requests by their id, for some days.
create table logged_request (
  request_id text not null,
  at timestamptz not null,
  operation text not null,
  channel text not null,
  key_id uuid not null,
  status smallint not null,
  milliseconds real not null,
  dataset text not null,
  constraint logged_request_pkey primary key (request_id, at, operation),
  constraint logged_request_channel_check check (channel in ('rest', 'connector', 'portal'))
);
create index logged_request_at_idx on logged_request (at);
create index logged_request_failed_idx on logged_request (at) where status >= 500;

-- Counts of all requests by channel, operation and duration.
create table request_hour (
  hour timestamptz not null,
  channel text not null,
  operation text not null,
  requests bigint not null,
  failed bigint not null,
  durations bigint[] not null,
  constraint request_hour_pkey primary key (hour, channel, operation),
  constraint request_hour_channel_check check (channel in ('rest', 'connector', 'portal')),
  constraint request_hour_requests_check check (requests > 0)
);

-- How the parts of a deployment are now.
create table component_health (
  component text not null,
  state text not null,
  detail text not null,
  since timestamptz not null,
  checked_at timestamptz not null,
  constraint component_health_pkey primary key (component),
  constraint component_health_component_check check (component in
    ('api', 'connector', 'dashboard', 'database', 'standby', 'store', 'datasets', 'register', 'backup')),
  constraint component_health_state_check check (state in ('up', 'degraded', 'down', 'unknown'))
);

-- How often they were found so on each day.
create table health_day (
  day date not null,
  component text not null,
  up integer not null,
  degraded integer not null,
  down integer not null,
  constraint health_day_pkey primary key (day, component),
  constraint health_day_component_check check (component in
    ('api', 'connector', 'dashboard', 'database', 'standby', 'store', 'datasets', 'register', 'backup'))
);

create table health_incident (
  component text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  state text not null,
  detail text not null,
  constraint health_incident_pkey primary key (component, started_at),
  constraint health_incident_component_check check (component in
    ('api', 'connector', 'dashboard', 'database', 'standby', 'store', 'datasets', 'register', 'backup')),
  constraint health_incident_state_check check (state in ('degraded', 'down'))
);

-- One row: which process watches, and until when it may.
create table health_watch (
  single boolean not null default true,
  holder uuid,
  held_until timestamptz,
  constraint health_watch_pkey primary key (single),
  constraint health_watch_single_check check (single)
);
insert into health_watch default values;

-- When backups ended, so that the services can report the age of the newest one.
create table backup_run (
  finished_at timestamptz not null default clock_timestamp(),
  succeeded boolean not null,
  constraint backup_run_pkey primary key (finished_at)
);
