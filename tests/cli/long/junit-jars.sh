#!/usr/bin/env bash
# Tests of libraries, each run as its library does; junit-jars.table lists the expected results. No
# test that holds in every schedule is reported as failing, each failing test is found, and nearly
# all tests reach a verdict.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh

# Each search has half a minute (a whole one with WHOLE=1) and uses the contracts of the JDK's
# concurrent classes.
run() { # FOLDER: prints its verdicts in the form of the table
  "$HEDDLE" check -q --time $(($(drawn 60 30) * HEDDLE_SLOW)) --contracts \
    -cp "$(class_path_of "tests/java/$1" "$HEDDLE_JAVA/$1")" \
    --junit "$HEDDLE_JAVA/$1" >"$TEST_TMP/$1.out" 2>&1
  sed -nE 's/^([A-Za-z0-9.]*\.)?([A-Za-z0-9]+Test#[^ ]*): (no error|error|inconclusive|failed|skipped).*/\2 \3/; T; s/ no error$/ holds/; s/ error$/ fails/; p' \
    "$TEST_TMP/$1.out"
}
for folder in tests/java/junit-*; do run "${folder#tests/java/}"; done | sort >"$TEST_TMP/got"
grep -v '^#' tests/cli/long/junit-jars.table | sort >"$TEST_TMP/wanted"
is 'every test is searched' "$(cut -d' ' -f1 "$TEST_TMP/got")" "$(cut -d' ' -f1 "$TEST_TMP/wanted")"
is 'no verdict contradicts the table' \
  "$(grep -v ' inconclusive$' "$TEST_TMP/got" | comm -23 - "$TEST_TMP/wanted")" ''
is 'each error is found' "$(grep ' fails$' "$TEST_TMP/wanted" | comm -23 - "$TEST_TMP/got")" ''
reached=$(grep -cv ' inconclusive$' "$TEST_TMP/got")
if [ "$reached" -ge 135 ]; then
  ok "$reached tests reach a verdict"
else
  not_ok 'nearly all tests reach a verdict' "$reached" "$(grep ' inconclusive$' "$TEST_TMP/got")"
fi
done_testing
