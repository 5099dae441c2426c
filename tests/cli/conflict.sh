#!/usr/bin/env bash
# The oracle of the property conflict: a search finds a state in which two threads can access a
# location at the same time, one of them writing, exactly if the race check finds a race. If threads
# wait by means that create no happens-before edge, a program may have races without conflicts, but
# not the other way round. A patient wait is such a means, so timed waits may elapse at any time
# here.
#   tests/cli/conflict.sh [SEED COUNT [FOLDER:CLASS[:SOURCE]...]]
# Uses COUNT generated programs, and the named classes below the build folder with their sources;
# ten programs and one class if nothing is given, fewer in slower builds.
# STRESS builds run this.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
[ $# -gt 0 ] || set -- 5 $((${HEDDLE_SLOW:-1} > 1 ? 5 : 10)) \
  java/verdicts:SoundLiteralLock:tests/java/verdicts/SoundLiteralLock.java
. tests/tools/generated.sh

racy=0 free=0 undecided=0
verdict() { # FILE OPTION...: error, no error or inconclusive
  local out=$1
  shift
  check_json "$out" --search dfs --time $((30 * ${HEDDLE_SLOW:-1})) --patience 0 \
    --max-states 100000 "$@"
  json_value "$out" verdict
}
compare() { # NAME SOURCE CLASSPATH MAIN ARG...
  local name=$1 source=$2 race conflict
  shift 2
  race=$(verdict "$tmp/race.json" --property race -cp "$@")
  conflict=$(verdict "$tmp/conflict.json" --property conflict -cp "$@")
  case $race in
    error) racy=$((racy + 1)) ;;
    'no error') free=$((free + 1)) ;;
  esac
  if [ "$race" = inconclusive ] || [ "$conflict" = inconclusive ]; then
    undecided=$((undecided + 1))
    skip "$name" "race: $race, conflict: $conflict"
  elif [ "$race/$conflict" = 'error/no error' ] && grep -qE 'LockSupport|Opaque' "$source"; then
    ok "$name: a race without a conflict, as allowed"
  else
    is "$name" "conflict: $conflict" "conflict: $race"
  fi
}
for ((k = 0; k < count; k++)); do compare "Gen$k" "$tmp/src/Gen$k.java" "$tmp/classes" "Gen$k"; done
if [ $racy -ge $((count / 5)) ] && [ $free -ge $((count / 5)) ] &&
    [ $undecided -le $((count / 5)) ]; then
  ok "$racy programs with races, $free without, $undecided undecided"
else
  not_ok "$racy programs with races, $free without, $undecided undecided"
fi
for given in "$@"; do
  IFS=: read -r folder main source <<<"$given"
  read -r -a words <<<"$main"
  compare "$main" "$source" "${HEDDLE_BUILD}/$folder" "${words[@]}"
done
done_testing
