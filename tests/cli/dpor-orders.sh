#!/usr/bin/env bash
# --search dpor reaches the same ends as --search dfs on programs whose result depends on one kind
# of dependence (tests/java/verdicts/Orders.java), and claims nothing about paths that do not end.
# STRESS builds run this.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
classes=$HEDDLE_JAVA/verdicts

ends() { # NAME ENDS: the ends must be ENDS, sorted and separated by |
  "$HEDDLE" check --search dpor --outcomes --property deadlock -cp "$classes" Orders "$1" \
    >"$TEST_TMP/out" 2>&1
  is "$1" "$(sed -nE 's/: exit 1,/: fails,/
    s/^  outcome [0-9]+: (exit|fails|deadlock)( 0| \(.*\))?, printed "(.*)", met.*/\1 \3/p' \
    "$TEST_TMP/out" |
    sed 's/ *$//' | LC_ALL=C sort | paste -sd '|')$(grep '^inconclusive' "$TEST_TMP/out")" "$2"
}
ends element 'exit 0|exit 1'
ends taken 'exit 12|exit 21'
ends held 'deadlock|exit 2'
ends notified 'exit 123|exit 132|exit 213|exit 231|exit 312|exit 321'
ends chosen 'exit|exit 1|exit 2'
ends permit 'deadlock|exit on'
ends interrupted 'exit 0|exit 1'
ends joining 'exit interrupted false|exit true'
ends meanwhile 'exit 0 1|exit 0 2|exit 1 1|exit 1 2|fails'
ends afterwards 'exit|fails'
ends life 'exit false 0|exit false 1|exit true 1'
ends elapsed 'exit false|exit true'
ends initialised 'exit 0 0|exit 1 1'
ends daemon 'exit|exit daemon'
ends marked 'deadlock false|deadlock true|exit|exit true'
ends exit 'exit|exit thread'
ends kept 'deadlock|deadlock on'
ends spin 'exit 1|exit 2'
ends hooks 'exit 1|exit 2'
ends late 'deadlock 0 0|deadlock 0 1|deadlock 1 0|deadlock 1 1'
ends unstarted 'exit 0|exit 1'
ends early 'deadlock|exit'
ends ending 'deadlock|exit'
ends left 'deadlock|exit on'
ends waiting 'deadlock|deadlock|exit'
ends limited 'exit|fails'
ends published \
  'exit -1 -1|exit -1 0|exit -1 1|exit 0 -1|exit 0 0|exit 0 1|exit 1 -1|exit 1 0|exit 1 1'

# The number of a thread depends on the order of starts and is not part of an outcome.
for search in dfs bfs dpor; do
  is "threads are named by their place, $search" "$("$HEDDLE" check --search $search --outcomes \
    --property deadlock,exception -cp "$classes" NestedStarts |
    grep -cE '^  outcome [0-9]+: exception .* in thread T[34] child 1: of the second')" 1
done

inconclusive() { # REASON PROGRAM...
  local want=$1
  shift
  "$HEDDLE" check --search dpor --try 0 -cp "$classes" "$@" >"$TEST_TMP/out" 2>&1
  is "$*" "$? $(head -n 1 "$TEST_TMP/out")" "4 inconclusive: $want"
}
inconclusive 'a thread waits in a loop for something that no other thread does any more' Orders ever
inconclusive '--search dpor: a thread polls the clock' Patience pollsBefore
inconclusive '--search dpor: the program asks for the state of a joining thread' Orders asked
inconclusive '--search dpor: notify on a Thread object, which may wake a joining thread' Orders hit
done_testing
