#!/usr/bin/env bash
# `make release` builds without a warning, produces the verdicts of the tables (for a random sixth
# of the rows) with the same counts of states as the plain build, and has nothing to do if nothing
# changed.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
release=build-release/heddle

# Options of the surrounding make must not affect this one.
again() {
  env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u SANITIZE -u STRESS -u INVARIANTS \
    make -j2 release CC=gcc >"$tmp/make" 2>&1
}
rm -rf build-release
status=0
again || status=$?
is 'make release succeeds' "$status" 0
is 'make release has no warnings' "$(grep -E '(warning|error): ' "$tmp/make" | head -n 5)" ''
again
is 'the second make release has nothing to do' "$(grep -cE '^(CC|TRAIN|LINK) ' "$tmp/make")" 0
is 'the program confines itself' "$(grep -c HEDDLE_TRAINING build-release/flags.stamp)" 0

states() { # HEDDLE PROGRAM...
  "$1" check --json --search dfs --property deadlock,exception --max-states 5000 \
    "${@:2}" >"$tmp/states" 2>/dev/null
  json_value "$tmp/states" states
}
while IFS= read -r row; do
  code=0
  out=$(HEDDLE=$release tests/tools/run-verdicts.sh "$row" 2>&1) || code=$?
  is "$row" "$code $out" '0 '
done < <(tests/tools/run-verdicts.sh --rows | drawn_lines 6)
for program in 'java/verdicts BigSpace' 'java/verdicts SafeBarrierAction' \
  'samples/BankAccount BankAccountFixed 2 2' 'samples/AccountDatabase AccountDatabase'; do
  read -r folder words <<<"$program"
  # shellcheck disable=SC2086
  is "states of $words" "$(states "$release" -cp "$HEDDLE_BUILD/$folder" $words)" \
    "$(states "$HEDDLE" -cp "$HEDDLE_BUILD/$folder" $words)"
done
done_testing
