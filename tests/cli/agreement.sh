#!/usr/bin/env bash
# The oracle of the reduction: `--por full` and `--por none` must have the same verdict on generated
# programs.
#   tests/cli/agreement.sh [SEED COUNT [OPTIONS...]]    16 programs if nothing is given, ten in
#                                                       slower builds that check more
# Prints TAP. A program is skipped if the unreduced search does not end within its limit. The test
# fails if this happens for more than one program in ten, or if there are too few programs of either
# verdict, because the programs then test nothing.
# timeout: 900
set -u
[ $# -gt 0 ] || set -- 1 $((${HEDDLE_SLOW:-1} > 1 ? 10 : 16))
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/generated.sh

errors=0 clean=0 undecided=0
compare() { # NAME CLASSPATH MAIN PROPERTIES
  local full none
  for por in full none; do
    check_json "$tmp/$por.json" --search dfs --por $por --property "$4" \
      --time $((30 * ${HEDDLE_SLOW:-1})) \
      "${options[@]}" -cp "$2" "$3"
  done
  full=$(json_value "$tmp/full.json" verdict)
  none=$(json_value "$tmp/none.json" verdict)
  case $full in
    error) errors=$((errors + 1)) ;;
    'no error') clean=$((clean + 1)) ;;
  esac
  if [ "$none" = inconclusive ] && [ -n "$full" ]; then
    undecided=$((undecided + 1))
    skip "$1" "unreduced: $(json_value "$tmp/none.json" reason)"
  elif [ -z "$full" ]; then
    not_ok "$1" "no verdict" "$(head -n 3 "$tmp/full.json.err")"
  else
    is "$1" "full $full" "full $none"
  fi
}
options=("$@")
for ((k = 0; k < count; k++)); do
  compare "Gen$k exception,deadlock" "$tmp/classes" "Gen$k" exception,deadlock
  compare "Gen$k race" "$tmp/classes" "Gen$k" race
done
for main in SafeReentrantLock DeadReentrantLock ErrorCheckThenAct SafePutIfAbsent \
    SafeConcurrentMap; do
  compare "$main" "$HEDDLE_JAVA/verdicts" "$main" deadlock,exception
done
if [ $errors -ge $((count / 5)) ] && [ $clean -ge $((count / 5)) ] &&
    [ $undecided -le $((count / 5)) ]; then
  ok "$errors programs with an error, $clean without, $undecided undecided"
else
  not_ok "$errors programs with an error, $clean without, $undecided undecided"
fi
done_testing
