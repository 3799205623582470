#!/bin/sh
# Makes the roles of the services, or brings them up to date, and sets their passwords. The address of the database
# and the right to do it come from PGHOST, PGDATABASE, PGUSER and PGPASSWORD, the passwords from <ROLE>_PASSWORD.
set -eu
here=$(dirname "$0")
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --file "$here/roles.sql"
for role in migrate serve mcp dashboard sync backup; do
  variable=$(printf '%s_PASSWORD' "$role" | tr '[:lower:]' '[:upper:]')
  eval "password=\${$variable:?}"
  # By the environment, since everybody may read a command line; and not into the log of the server.
  role=$role password=$password psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 <<'SQL'
\getenv role role
\getenv password password
set log_statement = none;
set log_min_error_statement = panic;
select format('alter role %I password %L', 'care_atlas_' || :'role', :'password') \gexec
SQL
done
echo 'The roles are there, with the passwords of the environment.'
