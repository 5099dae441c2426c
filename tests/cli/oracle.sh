#!/usr/bin/env bash
# Compares the results of several searches of 100 generated programs with an interpreter that shares
# no code with the engine (ten programs in slower builds with more checks). make check-long uses
# 2000 larger programs.
# timeout: 300
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=10 || count=100
exec tests/tools/oracle.sh "${ORACLE_SEED:-1}" $count some
