#!/usr/bin/env bash
# Searches over contracts find the outcomes of a search with every step, of 60 programs with
# collections, wrappers, locks and pools inside one another, and of those that are known to be hard;
# make check-long takes 2000.
# timeout: 300
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=20 || count=60
exec tests/scripts/nested.sh 1 "$count" 12000
