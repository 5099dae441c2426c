#!/usr/bin/env bash
# Runs every row of the samples' verdict table twenty times, each time in other circumstances:
# standard output is always the same. tests/cli/determinism.sh runs a part of it. By default, a
# random fifth of the rows is used.
# timeout: 1800
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
rounds=20
. tests/tools/elsewhere.sh
(while :; do :; done) & # other load on the machine
busy=$!
while IFS='|' read -r program options _; do
  read -r -a words <<<"${program#samples/}"
  read -r -a option_words <<<"$options"
  sample "${words[0]%%:*}" "${option_words[@]}" "${words[0]#*:}" "${words[@]:1}"
done < <(grep '^samples/' tests/java/verdicts/samples.txt |
  awk -v step="$(drawn 1 5)" -v first="$HEDDLE_SAMPLE" 'NR % step == first % step')
kill $busy
done_testing
