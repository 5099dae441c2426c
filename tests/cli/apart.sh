#!/usr/bin/env bash
# A session and everything that executes its schedules again must agree on whether each element of a
# copy is a separate step, whichever properties are checked meanwhile. A bounded check that does not
# look for races copies element by element, and no check uses the nodes of a check for other
# properties.
# STRESS builds run this.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP

"$HEDDLE" record -q -o "$tmp/run.htrace" -cp "$HEDDLE_JAVA/record" CopyThenRace ||
  not_ok 'the run is recorded' "$?"
for properties in conflict,race race; do
  rm -f "$tmp/found.htrace"
  "$HEDDLE" replay -q --json --property $properties -o "$tmp/found.htrace" \
    -cp "$HEDDLE_JAVA/record" "$tmp/run.htrace" >"$tmp/found.json" 2>"$tmp/found.err"
  is "$properties: the recorded run shows the race" "$? $(json_value "$tmp/found.json" property)" \
    '1 race'
  "$HEDDLE" replay -q "$tmp/found.htrace" >"$tmp/again.out" 2>&1
  is "$properties: its counterexample is executed again" \
    "$? $(grep -c 'each as in the trace' "$tmp/again.out")" '1 1'
done

checked() { # FOLDER CLASS PROPERTIES CHECKED...: prints how the checks of one session end
  local folder=$1 class=$2 properties=$3
  shift 3
  printf 'check --property %s\n' "$@" >"$tmp/checks.txt"
  timeout 60 "$HEDDLE" debug --batch "$tmp/checks.txt" --property "$properties" \
    -cp "$HEDDLE_JAVA/$folder" "$class" 2>&1 |
    sed -nE 's/^  check [0-9]+ from node 0: ((error: )?(no )?[a-z]+( error)?).*/\1/p' |
    paste -sd , -
}
is 'one session checks some of its properties, one after the other' \
  "$(checked record CopyThenRace conflict,deadlock,race race conflict deadlock race,conflict)" \
  'error: data,error: conflict,no deadlock,error: data'
for properties in exception exception,race exception,race,conflict; do
  is "$properties: a check for exceptions sees a step between two elements" \
    "$(checked verdicts SoundCopyBetween $properties exception)" 'error: uncaught'
done
done_testing
