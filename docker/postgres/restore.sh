#!/bin/sh
# Reads a backup into an empty database, all of it or nothing: sh restore.sh FILE. PGHOST, PGDATABASE, PGUSER
# (care_atlas_migrate, who owns the tables then) and PGPASSWORD say which. The roles must be there: roles.sh.
set -eu
here=$(dirname "$0")
tables=$(psql --no-psqlrc --quiet --tuples-only --no-align --command "select count(*) from pg_tables where schemaname = 'public'")
if [ "$tables" != 0 ]; then
  echo "The database has $tables tables already: restore into an empty one." >&2
  exit 1
fi
pg_restore --dbname="$PGDATABASE" --no-owner --no-privileges --single-transaction --exit-on-error "$1"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --file="$here/grants.sql" > /dev/null
# The planner knows nothing of the tables yet. The owner may not analyze the catalogs, which says so.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --command 'analyze' 2> /dev/null
echo "$1 is restored."
