#!/usr/bin/env bash
# --prefer: a thread by the program's name for it, by the name in reports, or by number.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh

states() { # NAME: how many states it took, when that thread is preferred
  "$HEDDLE" check -q --search greedy-best-first --heuristic prefer-threads --prefer "$1" \
    --property exception -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1 2>&1 |
    sed -nE 's/^  ([0-9]+) states.*/\1/p'
}
by_number=$(states T2)
is 'as reports name it' "$(states 'T2 Producer')" "$by_number"
is 'as the program names it' "$(states Thread-1)" "$by_number"
is 'among others' "$(states 'nobody,T2')" "$by_number"
if [ "$(states T9)" != "$by_number" ]; then
  ok 'one that there is not makes no difference'
else
  not_ok 'one that there is not makes no difference' "$by_number states, too"
fi
done_testing
