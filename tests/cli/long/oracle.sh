#!/usr/bin/env bash
# Compares 2000 generated programs with an interpreter that shares no code with the engine (200 in
# slower builds with more checks). The programs use six kinds of exhaustive search in turn, so that
# each kind is used with each reduction on some hundred programs. The programs differ every day.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=200 || count=2000
exec bash tests/cli/oracle.sh "${ORACLE_SEED:-$HEDDLE_SAMPLE}" "${ORACLE_COUNT:-$count}" all
