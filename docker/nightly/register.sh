#!/bin/sh
# Fetches the complete register and imports it; installed as /opt/care-atlas/nightly. docs/operate/imports.md.
# A register that has been the same for seven days fails: it is no longer made, or no longer fetched.
# REGISTER_URL and DATABASE_URL come from the environment. Running it again at any time is safe.
set -eu
umask 077
cd /opt/care-atlas
day=$(date +%F)
# Under another name until it is complete, so that a partial download is never imported.
curl --fail --silent --show-error --output /var/lib/care-atlas/register.part "$REGISTER_URL"
mv /var/lib/care-atlas/register.part /var/lib/care-atlas/register.csv.gz
node_modules/.bin/node apps/sync/dist/main.js register /var/lib/care-atlas/register.csv.gz --complete \
  --max-same-days 7 --rejects "/var/lib/care-atlas/register-$day.rejects.csv" --json
# Changes of more than 400 days ago are deleted.
exec node_modules/.bin/node apps/sync/dist/main.js prune --before 400d --yes --json
