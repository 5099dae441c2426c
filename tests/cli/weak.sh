#!/usr/bin/env bash
# Compares the outcomes of generated programs with weak accesses, under --stale-reads all and racy,
# with those that an interpreter finds by the definition of stale reads. It shares no code with the
# engine (tests/tools/weak). On known programs it is first compared with their known outcomes, and
# heddle with it.
#   tests/cli/weak.sh [SEED COUNT [OPTION...]]
# The options are passed to each heddle check. A third as many programs again are searched with
# racy. COUNT is 60 if it is not given, in slower builds 20. If the two differ on a program,
# $TEST_TMP keeps a smaller one.
# STRESS builds run this.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
[ $# -gt 0 ] || set -- "${WEAK_SEED:-1}" $((${HEDDLE_SLOW:-1} > 1 ? 20 : 60))
seed=$1 count=$2 racy=$(($2 / 3))
shift 2
weak=$HEDDLE_BUILD/tests/weak
javac=${JAVAC:-javac} status=0
{
  "$weak" litmus || status=$?
  "$weak" litmus "$HEDDLE" "$javac" "$TEST_TMP" "$@" || status=$?
  "$weak" litmus "$HEDDLE" "$javac" "$TEST_TMP" "$@" --stale-reads racy || status=$?
} >"$TEST_TMP/litmus"
"$weak" check "$HEDDLE" "$javac" "$TEST_TMP" "$seed" "$count" "$@" >"$TEST_TMP/tap" || status=$?
"$weak" check "$HEDDLE" "$javac" "$TEST_TMP" "$((seed + 1000))" "$racy" "$@" --stale-reads racy \
  >>"$TEST_TMP/tap" || status=$?
cat "$TEST_TMP/litmus" "$TEST_TMP/tap"
echo "1..$(cat "$TEST_TMP/litmus" "$TEST_TMP/tap" | grep -cE '^(not )?ok ')"
[ "$(grep -cE '^(not )?ok ' "$TEST_TMP/tap")" -eq $((count + racy)) ] || {
  echo "not ok - $((count + racy)) programs"
  exit 1
}
exit $status
