#!/usr/bin/env bash
# 2000 generated programs, each searched in six of the exhaustive ways by turns, so that each way under each reduction meets some hundred,
# against an interpreter that shares no code with the engine. The seed is today's date; the same one again by ORACLE_SEED=N make check-long TESTS=long/oracle.
# timeout: 7200
exec tests/oracle.sh "${ORACLE_SEED:-$(date +%Y%m%d)}" "${ORACLE_COUNT:-2000}" all
