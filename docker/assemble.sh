#!/bin/sh
# Collects what the programs need at run time from a built tree: sh docker/assemble.sh FOLDER. Packages come apart from it.
set -eu
target=$1
mkdir -p "$target"
tar -c --exclude='*.d.ts' --exclude='*.map' --exclude='*.tsbuildinfo' --exclude=.fingerprint --exclude=libs/local-postgres \
  package.json LICENSE CHANGELOG.md docs docker/health.mjs docker/nightly.mjs docker/postgres apps/sync/data apps/sync/profiles apps/api/assets \
  tools/data/odhf_v1.1_gta.csv tools/data/ttc_subway_stations.csv \
  apps/*/package.json apps/*/dist libs/*/package.json libs/*/dist libs/data/schema libs/server/assets | tar -x -C "$target"
# A dashboard without its pages would start, and show nobody anything.
test -f "$target/apps/admin-dashboard/dist/client/index.html"
