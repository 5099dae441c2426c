#!/usr/bin/env bash
# 2000 generated programs, each searched in six of the exhaustive ways by turns, so that each way
# under each reduction meets some hundred, against an interpreter that shares no code with the
# engine; in builds that check more and run slower 200. The programs are others every day.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=200 || count=2000
exec tests/scripts/oracle.sh "${ORACLE_SEED:-$HEDDLE_SAMPLE}" "${ORACLE_COUNT:-$count}" all
