-- The roles of the services, each with no more rights than its work needs. Run it in the database of the directory,
-- as a superuser or as the administrator that a hosting provider gives; any number of times. Passwords are set apart
-- from it (roles.sh), and rights on tables by grants.sql, after every migration.
--
--   care_atlas_migrate    owns the tables, and is the only one that may change what they look like
--   care_atlas_serve      the API: reads the directory; keys, their use, purchases
--   care_atlas_mcp        the connector: reads the directory; the use of keys, the records of its login; no key but the sandbox's
--   care_atlas_dashboard  the dashboard and the operator's commands: keys, administrators; adds to the audit
--   care_atlas_sync       imports: writes the directory and its runs; knows no key
--   care_atlas_backup     reads every table, and writes only that it did

do $$
declare
  role text;
begin
  foreach role in array array['migrate', 'serve', 'mcp', 'dashboard', 'sync', 'backup'] loop
    role := 'care_atlas_' || role;
    begin
      execute format('create role %I login', role);
    exception when duplicate_object or unique_violation then
      -- It is there from the time before.
    end;
  end loop;
end $$;

do $$
declare
  here text := current_database();
begin
  execute format('revoke all on database %I from public', here);
  execute format('grant connect on database %I to care_atlas_migrate, care_atlas_serve, care_atlas_mcp,
    care_atlas_dashboard, care_atlas_sync, care_atlas_backup', here);
  -- An import stages what it read in temporary tables.
  execute format('grant temporary on database %I to care_atlas_sync', here);
end $$;

revoke all on schema public from public;
grant usage on schema public
  to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard, care_atlas_sync, care_atlas_backup;
grant usage, create on schema public to care_atlas_migrate;
alter role care_atlas_backup set default_transaction_read_only = on;

-- A last line: the services ask for much shorter limits themselves. Loading a whole dataset takes longer than a request.
alter role care_atlas_serve set statement_timeout = '60s';
alter role care_atlas_mcp set statement_timeout = '60s';
alter role care_atlas_dashboard set statement_timeout = '60s';
alter role care_atlas_serve set idle_in_transaction_session_timeout = '60s';
alter role care_atlas_mcp set idle_in_transaction_session_timeout = '60s';
alter role care_atlas_dashboard set idle_in_transaction_session_timeout = '60s';
