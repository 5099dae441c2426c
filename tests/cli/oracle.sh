#!/usr/bin/env bash
# 100 generated programs, a few ways of searching each, against an interpreter that shares no code
# with the engine; in builds that check more and run slower ten. make check-long takes 2000 larger
# ones.
# timeout: 300
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=10 || count=100
exec tests/scripts/oracle.sh "${ORACLE_SEED:-1}" $count some
