#!/usr/bin/env bash
# The real JVM as the judge of the engine: heddle confirm must show every error of the verdict
# tables. A schedule that a JVM does not follow is a fault of the engine or of the agent.
#   CONFIRM_RUNS=N    forced runs of each (default 1)
#   CONFIRM_ONLY=RE   only rows that match
# With JAVA_HOME and JAVA of another JDK, the rows with another verdict there are skipped.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP

# Reasons why no JVM can be made to follow a schedule; each is one sentence of heddle confirm. They
# are counted, so that a new one does not hide among them.
refusals=(
  'a text or a thread'
  'a read returns an older value'
  'a jump of the clock'
  'a spurious wake-up of Condition.await'
  'a weak compare-and-set that fails'
  'bound of the heap'
  'inside a native method'
  'access of the race is made by'
  "program's own class loader"
  'property'
)
declare -A refused=()
# Rows that are not confirmed, each with its reason.
excused=(
  'FileLock exists  heddle executes file operations itself and stops at other instructions'
  'FileLock exists --sleep-sets --property exception  likewise'
  'FileLock cache  likewise'
  'SoundGetState  a thread that is held has another state for Thread.getState'
  'SoundAtomicWait waits --property exception --contracts  likewise'
)

is_excused() { # NAME
  local line
  for line in "${excused[@]}"; do
    [ "${line%%  *}" != "$1" ] || return 0
  done
  return 1
}

note_refusal() { # NAME, for the reason in $tmp/err; returns 1 if it is not in the list
  local reason
  for reason in "${refusals[@]}"; do
    if grep -q -- "$reason" "$tmp/err"; then
      refused[$reason]=$((${refused[$reason]-0} + 1))
      echo "# $1: $(<"$tmp/err")"
      return 0
    fi
  done
  return 1
}

release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$JAVA_HOME/release")
verdict_differs() { # NAME: the tables are for the library of JDK 17
  if [ "$release" = 17 ]; then
    not_ok "$1: the verdict" "$(head -3 "$tmp/verdict")"
  else
    skip "$1" "another verdict in JDK $release"
  fi
}

confirmed=0
while IFS=$'\t' read -r name row; do
  [[ $row =~ \|\ *error\ *\| ]] || continue
  [[ $row =~ ${CONFIRM_ONLY-} ]] || continue
  rm -f "$tmp/c.htrace"
  if ! VERDICT_TRACE=$tmp/c.htrace tests/tools/run-verdicts.sh "$row" >"$tmp/verdict" 2>&1; then
    verdict_differs "$name"
    continue
  fi
  "$HEDDLE" confirm -q --runs "${CONFIRM_RUNS:-1}" "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
  case $? in
    0) confirmed=$((confirmed + 1)) ;;
    4) note_refusal "$name" || not_ok "$name: refused" "$(<"$tmp/err")" ;;
    *) is_excused "$name" || not_ok "$name" "$(<"$tmp/err")" "$(<"$tmp/out")" ;;
  esac
done < <(tests/tools/run-verdicts.sh --named-rows)
for reason in "${!refused[@]}"; do echo "# refused ${refused[$reason]}: $reason"; done
echo "# not confirmed, with a reason: ${#excused[@]}"
[ $confirmed -eq 0 ] || ok "$confirmed errors are seen in the JVM"
done_testing
