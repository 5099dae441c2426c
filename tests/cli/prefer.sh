#!/usr/bin/env bash
# --prefer accepts a thread by its name in the program, by its name in reports, or by number.
# STRESS builds run this.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh

states() { # NAME: prints the number of states if that thread is preferred
  "$HEDDLE" check -q --search greedy-best-first --heuristic prefer-threads --prefer "$1" \
    --property exception -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1 2>&1 |
    sed -nE 's/^  ([0-9]+) states.*/\1/p'
}
by_number=$(states T2)
is 'the name in reports' "$(states 'T2 Producer')" "$by_number"
is 'the name in the program' "$(states Thread-1)" "$by_number"
is 'a name in a list' "$(states 'nobody,T2')" "$by_number"
if [ "$(states T9)" != "$by_number" ]; then
  ok 'an unknown name changes nothing'
else
  not_ok 'an unknown name changes nothing' "$by_number states, too"
fi
done_testing
