#!/usr/bin/env bash
# Every row of the samples' verdict table twenty times, under other circumstances each time: the
# same bytes on stdout. A part of it is in tests/cli/determinism.sh. A fifth of the rows is drawn.
# timeout: 1800
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
tmp=$TEST_TMP
rounds=20
. tests/scripts/elsewhere.sh
(while :; do :; done) & # somebody else is busy
busy=$!
while IFS='|' read -r program options _; do
  read -r -a words <<<"${program#samples/}"
  read -r -a option_words <<<"$options"
  sample "${words[0]%%:*}" "${option_words[@]}" "${words[0]#*:}" "${words[@]:1}"
done < <(grep '^samples/' tests/verdicts/samples.txt |
  awk -v step="$(drawn 1 5)" -v first="$HEDDLE_SAMPLE" 'NR % step == first % step')
kill $busy
done_testing
