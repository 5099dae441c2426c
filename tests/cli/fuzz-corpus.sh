#!/usr/bin/env bash
# Every stored input of the fuzz targets (`make fuzz`), including each finding, runs through its
# target without a fault. Prints one line for each target; with SANITIZE=1 the sanitizers are on.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
for target in $(ls tests/fuzz/corpus) rewrite; do
  corpus=tests/fuzz/corpus/$target
  [ "$target" != rewrite ] || corpus=tests/fuzz/corpus/class
  if "$HEDDLE_BUILD/tests/fuzz/$target" "$corpus" >"$TEST_TMP/$target" 2>&1; then
    is "$target: $(ls "$corpus" | wc -l) inputs" "$(tail -n 1 "$TEST_TMP/$target")" \
      "$(ls "$corpus" | wc -l) inputs"
  else
    not_ok "$target" \
      "exit status $? (FUZZ_VERBOSE=1 $HEDDLE_BUILD/tests/fuzz/$target $corpus names the input)" \
      "$(tail -n 20 "$TEST_TMP/$target")"
  fi
done
done_testing
