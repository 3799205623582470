#!/bin/sh
# Writes the whole database into a new file: sh backup.sh FOLDER. PGHOST, PGDATABASE, PGUSER (care_atlas_backup) and
# PGPASSWORD say which. The file gets its name when it is complete and was read back; no other file is ever overwritten.
# With BACKUP_KEEP_DAYS, backups that are older are deleted, after a success only. The end is recorded in the table
# backup_run, for the metrics of the services.
# Exit codes: 0 a new backup, 1 no new backup, 2 invalid command line, 3 pg_dump is older than the server.
set -eu
umask 077
if [ $# -ne 1 ]; then
  echo 'sh backup.sh FOLDER' >&2
  exit 2
fi
folder=$1
part=
complete=

sql() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1"
}

# The role of backups is read-only by default, and may add this row only.
record() {
  PGOPTIONS='-c default_transaction_read_only=off' sql "insert into backup_run (succeeded) values ($1)"
}

finish() {
  status=$?
  [ -z "$part" ] || rm -f "$part"
  [ $status = 0 ] || [ "$complete" ] || record false > /dev/null 2>&1 || true
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

server=$(sql 'show server_version_num')
server=$((server / 10000))
own=$(pg_dump --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
if [ "$own" -lt "$server" ]; then
  echo "pg_dump $own cannot back up PostgreSQL $server: use pg_dump $server, as in the image postgres:$server." >&2
  exit 3
fi

part=$(mktemp "$folder/care-atlas-XXXXXXXX.part")
pg_dump --format=custom --no-owner --no-privileges --lock-wait-timeout=5min --file="$part"
# The list is at the beginning of the file: only reading all of it shows that it is complete.
pg_restore --file=/dev/null "$part"
if ! pg_restore --list "$part" | grep -q ' TABLE DATA public schema_migration '; then
  echo "The database $PGDATABASE has no tables of Care Atlas: nothing is backed up." >&2
  exit 1
fi
file=$folder/care-atlas-$(date -u +%Y%m%dT%H%M%SZ).dump
mv -n "$part" "$file"
if [ -e "$part" ]; then
  echo "$file exists already: it is not overwritten." >&2
  exit 1
fi
sync "$folder" 2> /dev/null || sync
complete=yes
echo "$file"
record true || echo 'The backup is complete, but could not be recorded: its age is not in the metrics.' >&2

if [ -n "${BACKUP_KEEP_DAYS:-}" ]; then
  # What a killed backup left behind goes after a day.
  find "$folder" -maxdepth 1 -type f \( -name 'care-atlas-*.dump' -mmin "+$((BACKUP_KEEP_DAYS * 1440))" \
    -o -name 'care-atlas-*.part' -mmin +1440 \) -exec rm -f {} + ||
    echo "Older backups in $folder could not be deleted." >&2
fi
