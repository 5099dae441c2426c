#!/usr/bin/env bash
# `make bench-seen`: each error of the verdict tables, which have the samples too, of the lessons
# and of the programs of tests/java/confirm is forced in the real JVM, and looked for in plain runs.
# Prints a line for each and the sums. Not a test: it fails only if nothing was confirmed.
#   RUNS=10     forced runs of each error
#   FREE=100    plain runs; 0: none. If each of the first three shows the error, there are no more:
#               an error that always occurs may be a deadlock, which takes 10 s each time.
#   ONLY=RE     only errors with such a name
#   BUT=RE      and without these; a forced hang takes seconds, and a plain one much longer
# With JAVA_HOME and JAVA of another JDK, errors that its library does not have are left out.
set -u
cd "$(dirname "$0")/../.." || exit 5
export LC_ALL=C HEDDLE_SEARCH=dfs
export HEDDLE_BUILD=${HEDDLE_BUILD:-build}
export HEDDLE=${HEDDLE:-$HEDDLE_BUILD/heddle}
. tests/tools/support.sh
java=${JAVA:-java} runs=${RUNS:-10} plain=${FREE:-100}
java_classes=$HEDDLE_BUILD/java
tests/tools/compile-java.sh "$java_classes" verdicts confirm || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TEST_TMP=$tmp
errors=0 seen=0 refused=0 never=0 always=0

# Prints how many of the plain runs showed the error, "-" if the command has no plain runs.
plain_runs() {
  local first
  [ "$plain" -gt 0 ] || { echo - && return; }
  first=$("$HEDDLE" confirm -q --json --runs 1 --plain 3 "$tmp/c.htrace" 2>"$tmp/err" |
    jq -r '.plain.seen // "-"')
  case $first in
    '' | -) echo - ;;
    3) echo '3 of 3' ;;
    *)
      "$HEDDLE" confirm -q --json --runs 1 --plain "$plain" "$tmp/c.htrace" 2>"$tmp/err" |
        jq -r '"\(.plain.seen) of \(.plain.runs)"'
      ;;
  esac
}

# Confirms $tmp/c.htrace, of which the name is given.
confirm() {
  local status forced by_itself
  [ -s "$tmp/c.htrace" ] || return 0
  errors=$((errors + 1))
  forced=$("$HEDDLE" confirm -q --json --runs "$runs" "$tmp/c.htrace" 2>"$tmp/err" |
    jq -r '"\(.seen) of \(.runs)"')
  status=${PIPESTATUS[0]}
  if [ -z "$forced" ]; then
    refused=$((refused + 1))
    printf '%-62s refused: %s\n' "$1" "$(sed 's/^heddle: //' "$tmp/err")"
    return
  fi
  [ "$forced" != "$runs of $runs" ] || seen=$((seen + 1))
  by_itself=$(plain_runs)
  case $by_itself in
    "0 of "*) never=$((never + 1)) ;;
    '3 of 3') always=$((always + 1)) ;;
  esac
  printf '%-62s %-10s %s\n' "$1" "$forced" "$by_itself"
  return "$status"
}
named() { # NAME: is it asked for? If so, no trace is left from the error before.
  [[ $1 =~ ${ONLY-} && ! $1 =~ ${BUT:-^$} ]] && rm -f "$tmp/c.htrace"
}

echo "machine: $(nproc) cores, $(uname -sm)," \
  "$("$java" -version 2>&1 | sed -n '2s/.*build //p' | tr -d ')')"
printf '%-62s %-10s %s\n' error forced 'by itself'
while IFS=$'\t' read -r name row; do
  [[ $row =~ \|\ *error\ *\| ]] && named "$name" || continue
  VERDICT_TRACE=$tmp/c.htrace tests/tools/run-verdicts.sh "$row" >"$tmp/verdict" 2>&1
  confirm "$name"
done < <(tests/tools/run-verdicts.sh --named-rows)
while IFS='|' read -r program options _; do
  named "${program% }" || continue
  read -r -a words <<<"$options $program"
  "$HEDDLE" check -q --search auto --time 60 -o "$tmp/c.htrace" -cp "$java_classes/confirm" \
    "${words[@]}" >"$tmp/check" 2>&1
  confirm "${program% }"
done < <(grep -v '^#' tests/java/confirm/table.txt)
for source in sample-traces/lessons/*.java; do
  main=$(basename "$source" .java)
  named "lesson $main" || continue
  "$HEDDLE" check -q --search auto --time 20 --first-race --try 0 -o "$tmp/c.htrace" \
    -cp "$HEDDLE_BUILD/samples/lessons" "$main" >"$tmp/check" 2>&1
  confirm "lesson $main"
done
echo "errors: $errors; forced in $runs of $runs runs: $seen; refused with a reason: $refused"
echo "by itself: never in $plain runs: $never; in each of three: $always"
[ $seen -gt 0 ]
