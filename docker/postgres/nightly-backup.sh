#!/bin/sh
# Runs backup.sh every day: sh nightly-backup.sh HH:MM FOLDER, in UTC. At the start, it runs at once if there is no backup
# of the last 24 hours; after a failure, it tries again every hour. /tmp/backup-failed is there from a failure to the next
# success: the container's health.
set -eu
here=$(dirname "$0")
time=${1:-}
folder=${2:-}
case $time in
  [01][0-9]:[0-5][0-9] | 2[0-3]:[0-5][0-9]) ;;
  *)
    echo 'sh nightly-backup.sh HH:MM FOLDER' >&2
    exit 2
    ;;
esac
if [ ! -d "$folder" ] || [ ! -w "$folder" ]; then
  echo "$folder is not a folder that user $(id -u) can write to: see docs/operate/backup.md." >&2
  exit 1
fi
# Between two jobs there may be none to end.
trap 'kill "${!:-}" 2> /dev/null || :; exit 0' INT TERM

# In the background and in short turns, so that a signal ends it at once, and a clock that is set is noticed.
pause() {
  end=$(($(date +%s) + $1))
  while [ "$(date +%s)" -lt $end ]; do
    sleep 30 > /dev/null 2>&1 &
    wait $!
  done
}

until_time() {
  hour=${time%:*}
  minute=${time#*:}
  seconds=$(((${hour#0} * 60 + ${minute#0}) * 60 - $(date -u +%s) % 86400))
  [ $seconds -gt 0 ] || seconds=$((seconds + 86400))
  echo "The next backup begins in $((seconds / 60)) minutes, at $time UTC."
  pause $seconds
}

[ -z "$(find "$folder" -maxdepth 1 -name 'care-atlas-*.dump' -mmin -1440)" ] || until_time
while :; do
  sh "$here/backup.sh" "$folder" &
  if wait $!; then
    rm -f /tmp/backup-failed
    until_time
  else
    touch /tmp/backup-failed
    echo 'The backup failed: the next attempt follows in an hour.' >&2
    pause 3600
  fi
done
