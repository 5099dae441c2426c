#!/usr/bin/env bash
# The rows of variables below the lanes: no value hides a newer one, and objects have the same names
# as in the other views.
# timeout: 60
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
lessons=$HEDDLE_SAMPLES/lessons

row() { # FILE TITLE: prints the row from the first lanes in a file, with single blanks
  grep -F -m 1 -- " $2 " "$1" | tr -s ' ' | sed 's/ $//'
}

# A stack that reuses its nodes and whose top is finally the old node again: at 80 columns, all
# three writes of the top are visible.
aba="step 2;$(printf 'take T1;%.0s' 1 2)$(printf 'take T2;%.0s' $(seq 11))take T1"
debug stack "set width 80;$aba;lanes;set width 160;lanes" --property exception -cp "$lessons" \
  NodeStack
is 'each value is shown, the last one with the object that holds it' \
  "$(row "$TEST_TMP/stack.out" '~nce#1.value')" \
  ' ~nce#1.value Node#1 Node#3 Node#2 "NodeStack.b"'
is 'the enclosing class is not named' "$(grep -c 'NodeStack\$Node' "$TEST_TMP/stack.out")" 0
"$HEDDLE" check -q --property exception -cp "$lessons" -o "$TEST_TMP/stack.htrace" NodeStack \
  >/dev/null 2>&1
"$HEDDLE" explain --lanes "$TEST_TMP/stack.htrace" >"$TEST_TMP/explain.out" 2>&1
is 'explain --lanes: each value is shown' "$(row "$TEST_TMP/explain.out" '~nce#1.value')" \
  ' ~nce#1.value Node#2 Node#1 Node#3'
is '... and earlier values are abbreviated where the lanes continue' \
  "$(grep -F '~nce#1.value' "$TEST_TMP/explain.out" | tail -1 | tr -s ' ')" \
  ' ~nce#1.value ~#3 Node#2'
done_testing
