#!/usr/bin/env bash
# The debugger as a script: options of the command line are the defaults of its searches and checks,
# an error is shown where it occurred, and commands accept names as they are displayed.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
s=$HEDDLE_SAMPLES

lacks() { # NAME WHAT TEXT
  if grep -qF -- "$3" "$TEST_TMP/$1.out"; then
    not_ok "$1: $2" "'$3' in:" "$(cat "$TEST_TMP/$1.out")"
  else
    ok "$1: $2"
  fi
}
two() {
  debug "$@" --property exception -cp "$s/TwoStage" --source-path sample-traces/TwoStage TwoStage \
    2 1
}

two search 'guided run' --search dfs
shows search 'the search of --search' 'dfs search from node 0'
shows search 'finds the error' 'search: an error'
two bound 'guided run' --search dfs --max-states 40
shows bound '--max-states bounds searches' 'search inconclusive: max-states 40'
two own 'search dfs --max-states 30;guided run' --search random --max-states 40
shows own 'a command overrides the command line' 'search inconclusive: max-states 30'
two depth 'check;checks' --depth 7
shows depth '--depth bounds checks' 'check 1 from node 0, depth 7'
two time 'set time' --time 2.5
shows time '--time bounds checks' 'time 2.5'
two all 'guided run;check --depth 30' --search dfs --all-errors
shows all '--all-errors continues searches' 'search ended: '
lacks all 'not with the first one' 'search: an error'
shows all '--all-errors continues checks' 'errors in total'
for misfit in \
  'search dfs --preemptions 2|--preemptions works only with the search context-bounded, not with dfs' \
  'guided start --jrf WF|--jrf works only with the search jrf, not with guided' \
  'search --heuristic random|--heuristic works only with the searches guided, aimed and greedy-best-first, not with dfs'; do
  two misfit "${misfit%|*}"
  is "${misfit%|*}" "$? $(grep -cF -- "${misfit#*|}" "$TEST_TMP/misfit.out")" '3 1'
done
two fit 'search context-bounded --preemptions 1;search greedy-best-first --heuristic random;search jrf --jrf WF'
lacks fit 'what fits is taken' 'works only with'
two heuristic 'guided run' --seq sample-traces/TwoStage/TwoStage.seq --heuristic random
shows heuristic '--heuristic applies to guided search' 'guided search from node 0, heuristic random'
two name 'quit' --search nowhere
is 'an unknown search is refused at once' $? 2
shows name 'the bad value is named' "bad value 'nowhere'"
two heuristic2 'quit' --heuristic nowhere
is 'an unknown heuristic is refused at once' $? 2

two first 'mark'
shows first 'before main begins its first line is shown' 'TwoStage.java:68'
two error 'guided run;debug;step' --search dfs
is 'a step after an error is refused' $? 3
shows error 'the reason is printed' 'the path ends here, in an error'
shows error 'the place of the error is shown' '[TwoStage.java:37  T3 Consumer ERROR exception]'
shows error 'its line is marked' '37 !T3'
shows error 'the stack of the error is shown' 'at TwoStage.consume(@37)'
shows error 'the thread is shown as dead' 'died of'
debug overloads 'step 3;take T1;take T2;mark Overloads.put(J)V@5;thread 1;debug' \
  --property deadlock --source-path "$TEST_TMP/nowhere" \
  -cp "$HEDDLE_JAVA/session" Overloads
shows overloads \
  'bytecode: threads and marks in an overload of the method are not shown here' \
  '>      5 T1     putstatic'
# An answer about a bit of h stays, and names the state that it is about.
debug why 'step 3;take T1;why T1 1;h' --property race -cp "$s/Reorder" Reorder 1 1
shows why 'an answer about the current state' '[Why (i)]'
debug why 'step 3;take T1;why T1 1;back;h' --property race -cp "$s/Reorder" Reorder 1 1
shows why 'an answer about another state names it' '[Why (i), asked at step 4 (node 4)]'
two names 'step 2;watch Cell#1.value;watch TwoStage$Cell#1.value;stack'
shows names 'a short class name is accepted' 'Cell#1.value = '
shows names 'a long class name is accepted' 'TwoStage$Cell#1.value = '
shows names 'the stack is shown' ' TwoStage.main (TwoStage.java:75)'
# A counterexample: threads have one name everywhere, and the library's internal events are hidden
# until they are requested.
"$HEDDLE" check -o "$TEST_TMP/race.htrace" -cp "$s/Publish" Publish >/dev/null
debug trace 'follow 7;trace;set jdk on;trace' --trace "$TEST_TMP/race.htrace"
shows trace 'the engine names T2' 'step 7: T2 Reader begin: read Publish#1.ready'
shows trace 'the trace names T2' 'T2 Reader      read           Publish#1.ready'
shows trace 'steps are named' 'T1 Publisher   step 4         run, up to: write'
sed '/^:set/,$d' "$TEST_TMP/trace.out" >"$TEST_TMP/short.out"
shows short 'hidden events are reported' "library's own left out"
lacks short 'no bytes of a string' 'byte[]#'
shows trace 'hidden events are shown on request' 'byte[]#'
"$HEDDLE" export --to text "$TEST_TMP/race.htrace" >"$TEST_TMP/export.out"
shows export 'the text form names threads' 'thread 0 "main"'
is 'the text form keeps all events' "$(grep -c 'library' "$TEST_TMP/export.out")" 18
"$HEDDLE" export --to htrace -o "$TEST_TMP/again.htrace" "$TEST_TMP/export.out"
is 'the text form produces the same trace again' \
  "$(cmp "$TEST_TMP/race.htrace" "$TEST_TMP/again.htrace" && echo same)" same

# The events of a path include starts of threads, although the library performs them, but not the
# library's own locks and classes.
debug events 'step 7;trace' -cp "$s/Publish" Publish
shows events 'a start is shown' 'start          T2'
lacks events 'no class of the library' 'class init     Thread '
lacks events 'no lock of Thread.start' 'lock           Publisher#1'
# Lanes show which columns are visible, and omit unknown lines.
two lanes 'step 60;lanes;lanes 0;lanes'
shows lanes 'the visible columns are named' ', columns 1-21/'
lacks lanes 'a class is initialised at no line' ':-1'
done_testing
