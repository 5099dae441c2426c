#!/usr/bin/env bash
# 2000 generated programs, each searched in six of the exhaustive ways by turns, so that each way
# under each reduction meets some hundred, against an interpreter that shares no code with the
# engine; a part of them drawn.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
exec tests/scripts/oracle.sh "${ORACLE_SEED:-$HEDDLE_SAMPLE}" "${ORACLE_COUNT:-$(drawn 2000 200)}" \
  all
