#!/usr/bin/env bash
# Compares 2000 generated programs with an interpreter that shares no code with the engine (200 in
# slower builds that check more). Each program is searched in six of the exhaustive ways in turn, so
# that each way under each reduction meets some hundred. The programs are different every day.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=200 || count=2000
exec tests/scripts/oracle.sh "${ORACLE_SEED:-$HEDDLE_SAMPLE}" "${ORACLE_COUNT:-$count}" all
