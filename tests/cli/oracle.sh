#!/usr/bin/env bash
# Compares generated programs with an interpreter that enumerates all their executions and shares no
# code with the engine (tests/tools/oracle). The two must agree on ends, deadlocks, uncaught
# exceptions, hangs and racy fields. Each program has a patience, and may have spurious wake-ups.
#   tests/cli/oracle.sh [SEED COUNT some|all|every|dpor [OPTION...]]
# The options are passed to each heddle check. If nothing is given, 100 programs meet some searches,
# in slower builds ten. If the two differ on a program, $TEST_TMP keeps a smaller one.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
[ $# -gt 0 ] || set -- "${ORACLE_SEED:-1}" $((${HEDDLE_SLOW:-1} > 1 ? 10 : 100)) some
seed=$1 count=$2 mode=$3
shift 3
"$HEDDLE_BUILD/tests/oracle" check "$HEDDLE" "${JAVAC:-javac}" "$TEST_TMP" "$seed" "$count" \
  "$mode" "$@" >"$TEST_TMP/tap"
status=$?
cat "$TEST_TMP/tap"
echo "1..$(grep -cE '^(not )?ok ' "$TEST_TMP/tap")"
[ "$(grep -cE '^(not )?ok ' "$TEST_TMP/tap")" -eq "$count" ] || {
  echo "not ok - $count programs"
  exit 1
}
exit $status
