-- What each role of roles.sql may do with the tables. Run it as their owner after every migration; any number of times.
-- A table that is not named here is nobody's but its owner's; tools/test/database-roles.spec.ts notices one.

begin;
-- Two at once would stumble over one another's changes.
select pg_advisory_xact_lock(7305011903);

revoke all on all tables in schema public
  from care_atlas_serve, care_atlas_mcp, care_atlas_dashboard, care_atlas_sync, care_atlas_backup;

-- Not pg_read_all_data, which reads the passwords of roles too.
grant select on all tables in schema public to care_atlas_backup;
grant select on all sequences in schema public to care_atlas_backup;

-- A backup records that it ended, at the time of the server; its age is a metric of the services.
grant insert (succeeded) on backup_run to care_atlas_backup;

-- Everybody sees which migrations there were.
grant select on schema_migration, backup_run
  to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard, care_atlas_sync;

-- The directory: read by whoever serves it, written by imports.
grant select on specialty, language, station, clinic, opening_interval, doctor, additional_location, doctor_specialty,
  doctor_language, specialty_service, review, sync_run, dataset_version, corrected_record, evidence,
  availability_observation
  to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard;
grant select, insert, update, delete on specialty, language, station, clinic, opening_interval, doctor,
  additional_location, doctor_specialty, doctor_language, specialty_service, review, availability_observation,
  corrected_record, evidence
  to care_atlas_sync;
grant select, insert, update on sync_run to care_atlas_sync;
-- A correction ends, and is never changed or deleted.
grant select, insert, update (ended_at, ended_by, ended_why) on correction to care_atlas_sync;
-- What it says is shown as evidence. Who made it and why is for operators only.
grant select (id, kind, record, key, fields, made_at, until, ended_at) on correction
  to care_atlas_serve, care_atlas_mcp;
grant select on correction to care_atlas_dashboard;
grant select, insert on dataset_version, dataset_statistics to care_atlas_sync;
-- What a run did is never changed, but is pruned when it is old; the run itself stays.
grant select, insert, delete on sync_change, sync_reject to care_atlas_sync;
-- The feed of changes: added to and pruned by imports. A trigger lets it begin again.
grant select on directory_change, change_feed to care_atlas_serve, care_atlas_mcp;
-- The health of the exports says since when the feed can be followed.
grant select on change_feed to care_atlas_dashboard;
grant select, insert, delete on directory_change to care_atlas_sync;
-- A hide erases what the feed kept of a record, and a source that is forgotten all of it.
grant update (image_before, image_after, before_on) on directory_change to care_atlas_sync;
grant select, update on change_feed to care_atlas_sync;
-- What sources say: imports alone read and write it. When they said it is shown.
grant select, insert, update, delete on source_record, source_extract to care_atlas_sync;
grant select (source, kind, key, extracted_at) on source_record
  to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard;
-- Hidden reviews are in no other table.
grant select (subject, fields) on source_record to care_atlas_dashboard;
-- What waits for its doctor or clinic is replaced, used, or pruned.
grant select, insert, update, delete on unmatched_record to care_atlas_sync;
-- What is known of a source is shown with its data.
grant select on source to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard;
grant select, insert, update on source to care_atlas_sync;
-- A sample is drawn once and measured once: what was listed is never changed, and nothing is deleted.
grant select on accuracy_audit, accuracy_finding to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard;
grant select, insert, update (measured_at, file_hash) on accuracy_audit to care_atlas_sync;
grant select, insert, update (outcome) on accuracy_finding to care_atlas_sync;
grant select on dataset_statistics, sync_change, sync_reject to care_atlas_dashboard;

-- Statistics for the planner, after an import. PostgreSQL before 17 has no such right, and leaves them to autovacuum.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on specialty, language, station, clinic, opening_interval, doctor, additional_location,
      doctor_specialty, doctor_language, specialty_service, review, availability_observation, source_record
      to care_atlas_sync';
  end if;
end $$;

-- Keys: nobody changes a hash, a kind or a tier, and nobody deletes one.
grant select, insert on api_key to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard;
-- By kind: all three may add the published sandbox key, the API sells and rotates live keys, and only administrators
-- add keys of gateways and administrators. A trigger of api_key checks these rights.
revoke all on function add_live_key(), add_privileged_key()
  from public, care_atlas_serve, care_atlas_mcp, care_atlas_dashboard, care_atlas_sync, care_atlas_backup;
grant execute on function add_live_key() to care_atlas_serve, care_atlas_dashboard;
grant execute on function add_privileged_key() to care_atlas_dashboard;
grant update (revoked_at, revoked_reason, last_used_at) on api_key to care_atlas_serve;
grant update (last_used_at) on api_key to care_atlas_mcp;
grant update (revoked_at, revoked_reason, label, expires_at, rate_limit, note) on api_key to care_atlas_dashboard;
-- Processes that check keys may remember them, and forget them first when somebody else is about to end one. Triggers, as
-- the owner, record what is to be forgotten.
grant select on key_lease, key_change, key_instance, key_withdrawal
  to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard;
grant insert (id), update (renewals, acked_epoch), delete on key_instance to care_atlas_serve, care_atlas_mcp;
grant insert (key_id) on key_withdrawal to care_atlas_serve, care_atlas_dashboard;
grant delete on key_withdrawal to care_atlas_serve, care_atlas_mcp, care_atlas_dashboard;
grant update (enabled) on key_lease to care_atlas_dashboard;
grant select, insert, update (requests), delete on key_usage, key_usage_day to care_atlas_serve, care_atlas_mcp;
grant select on key_usage, key_usage_day to care_atlas_dashboard;
grant select, insert, delete on logged_request to care_atlas_serve, care_atlas_mcp;
grant select, insert, update (requests, failed, durations), delete on request_hour to care_atlas_serve, care_atlas_mcp;
grant select on logged_request, request_hour to care_atlas_dashboard;

-- Health: one dashboard watches; the API shows the public part.
grant select, insert, update, delete on component_health, health_day, health_incident to care_atlas_dashboard;
grant select, update on health_watch to care_atlas_dashboard;
grant select on component_health, health_day, health_incident to care_atlas_serve;

-- Imports and decisions from the dashboard, which writes what shall be done; the worker does it.
grant select, insert, update on import_job to care_atlas_dashboard;
grant select, update, delete on import_job to care_atlas_sync;

-- Purchases: what was agreed on stays; those that were never paid are forgotten.
grant select, insert, delete, update (state, state_since, key_id) on purchase to care_atlas_serve;

-- The login of the connector.
grant select, insert, update, delete on oauth_record to care_atlas_mcp;
grant select, insert on oauth_secret to care_atlas_mcp;

-- Administrators. What they did is added to, and never changed.
grant select, insert, update on administrator to care_atlas_dashboard;
grant select, insert, update, delete on recovery_code, passkey, passkey_challenge, admin_session, sign_in_attempt
  to care_atlas_dashboard;
grant select, insert on audit_event to care_atlas_dashboard;
grant insert on audit_event to care_atlas_serve, care_atlas_mcp, care_atlas_sync;

commit;
