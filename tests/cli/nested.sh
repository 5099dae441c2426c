#!/usr/bin/env bash
# Searches over contracts find the outcomes of a search with every step, for 60 programs with nested
# collections, wrappers, locks and pools, and for programs that are known to be hard; make
# check-long uses 2000.
# timeout: 300
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=20 || count=60
exec tests/tools/nested.sh 1 "$count" 12000
