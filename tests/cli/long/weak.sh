#!/usr/bin/env bash
# Compares the outcomes of 2000 generated programs with weak accesses with those of an interpreter
# that shares no code with the engine (200 in slower builds with more checks). The programs differ
# every day.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=200 || count=2000
exec bash tests/cli/weak.sh "${WEAK_SEED:-$HEDDLE_SAMPLE}" "${WEAK_COUNT:-$count}"
