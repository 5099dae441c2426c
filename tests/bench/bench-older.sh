#!/usr/bin/env bash
# `make bench-older`: what --stale-reads costs. Searches programs with data races, and some without,
# to the end (--outcomes: errors do not end a search), without older values, with those of the
# variables that have races, and with those of all variables. Prints outcomes, states and seconds.
# Not a test: it fails only if a program does not run.
#   TIME=60   seconds for each search
set -u
cd "$(dirname "$0")/../.." || exit 5
export HEDDLE=${HEDDLE:-${HEDDLE_BUILD:-build}/heddle} LC_ALL=C
. tests/tools/support.sh
build=${HEDDLE_BUILD:-build}
tests/tools/compile-java.sh "$build/java" litmus harm bench || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

cells() { # OPTION... PROGRAM...: prints outcomes, states and seconds of one search
  "$HEDDLE" check -q --json --search dfs --outcomes --property deadlock,exception \
    --time "${TIME:-60}" "$@" >"$tmp/json" 2>"$tmp/err"
  jq -r 'if .verdict == null then error else
    [(.outcomes | length | tostring) + (if .complete then "" else "+" end),
     .states, (.seconds * 100 | round / 100)] | @tsv end' "$tmp/json" 2>/dev/null || {
    echo "bench-older: no verdict: $*" >&2
    head -n 3 "$tmp/err" >&2
    failed=1
  }
}

row() { # FOLDER PROGRAM [ARGUMENT...]
  local none racy all
  none=$(cells -cp "$@")
  racy=$(cells --stale-reads racy -cp "$@")
  all=$(cells --stale-reads all -cp "$@")
  printf '%-20s %s\n' "${*:2}" "$(printf '%s\t%s\t%s\n' "$none" "$racy" "$all" |
    awk -F'\t' '{ printf "%5s %8s %7s  %5s %8s %7s  %5s %8s %7s", $1, $2, $3, $4, $5, $6, $7, $8, $9 }')"
}

printf '%-20s %-22s  %-22s  %s\n' '' 'newest values' 'racy' 'all'
printf '%-20s' program
for _ in 1 2 3; do printf ' %5s %8s %7s ' ends states seconds; done
echo
for program in StoreBufferPlain MessagePlain CoherencePlain IriwPlain DekkerRelease \
  OverwrittenValue CachePair; do
  row "$build/java/litmus" $program
done
while IFS='|' read -r program _; do
  row "$build/java/harm" $program
done < <(sed '/^#/d; s/ *|.*//' tests/java/harm/table.txt)
row "$build/samples/Publish" Publish
row "$build/samples/TwoStage" TwoStage 2 1
row "$build/samples/Peterson" Peterson
row "$build/java/bench" LiveHeap
exit $failed
