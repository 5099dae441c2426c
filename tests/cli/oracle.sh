#!/usr/bin/env bash
# Compares 100 generated programs, with some ways of searching each, with an interpreter that shares
# no code with the engine (ten programs in slower builds that check more). make check-long uses 2000
# larger programs.
# timeout: 300
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=10 || count=100
exec tests/scripts/oracle.sh "${ORACLE_SEED:-1}" $count some
