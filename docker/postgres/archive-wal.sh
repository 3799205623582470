#!/bin/sh
# Copies a file of PostgreSQL's log into an archive: archive_command = 'sh /scripts/archive-wal.sh /wal "%p" "%f"'.
# The file appears when it is complete; another file of its name is never overwritten. A failure makes PostgreSQL try again.
set -eu
target=$1/$3
# It was archived before, and PostgreSQL did not hear of it.
if [ -e "$target" ]; then
  cmp -s "$2" "$target" && exit 0
  echo "$target exists already, with other content." >&2
  exit 1
fi
cp "$2" "$target.part"
sync "$target.part"
mv "$target.part" "$target"
sync "$1"
