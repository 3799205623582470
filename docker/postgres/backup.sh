#!/bin/sh
# Writes the whole database into one file: sh backup.sh FOLDER. PGHOST, PGDATABASE, PGUSER (care_atlas_backup) and
# PGPASSWORD say which. The file appears when it is complete, and can be read back: pg_restore has listed what is in it.
set -eu
umask 077
file=$1/care-atlas-$(date -u +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --no-owner --no-privileges --file="$file.part"
pg_restore --list "$file.part" > /dev/null
mv "$file.part" "$file"
echo "$file"
