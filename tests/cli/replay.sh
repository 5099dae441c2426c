#!/usr/bin/env bash
# Replay: traces of the real JVM that ended normally are followed to their last event; bounded
# checks near them find errors that did not occur in the runs; traces that were altered, cut off or
# damaged, or belong to another version of the program, are reported as such; counterexamples are
# executed exactly.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP

# replayed NAME ARGS...: runs heddle replay --json into NAME.json, with standard error in NAME.err;
# sets status.
replayed() {
  local name=$1
  shift
  "$HEDDLE" replay --json "$@" >"$tmp/$name.json" 2>"$tmp/$name.err"
  status=$?
}
value() { json_value "$tmp/$1.json" "$2"; }
says() { # NAME WHAT REGEX: standard error of NAME must match
  if grep -Eq "$3" "$tmp/$1.err"; then ok "$2"; else not_ok "$2" "$(head -c 500 "$tmp/$1.err")"; fi
}
# recorded OUT CLASSES MAIN ARG...: records a run that ends with status 0; the samples sometimes
# fail, as intended.
recorded() {
  local out=$1 cp=$2 i
  shift 2
  for i in 1 2 3 4 5 6 7 8; do
    timeout 20 "$HEDDLE" record -q -o "$out" -cp "$cp" "$@" >/dev/null 2>&1 && return 0
  done
  return 1
}
all_matched() { # NAME: the trace must have been followed to its last event
  is "$1: replayed" "$(value "$1" replayed)" true
  is "$1: every monitored event is matched" "$(value "$1" matched)" "$(value "$1" monitored)"
}

# ---- recorded runs ----
# found NAME PROPERTY KIND ARGS...: the run has no error, a check finds one near it, and its
# counterexample replays
found() {
  local name=$1 property=$2 kind=$3
  shift 3
  local cp=$HEDDLE_SAMPLES/$1
  if ! recorded "$tmp/$name.htrace" "$cp" "$@"; then not_ok "$name: recorded"; return; fi
  replayed "$name" --property "$property" -o "$tmp/$name.found.htrace" -cp "$cp" \
    "$tmp/$name.htrace" "$@"
  all_matched "$name"
  is "$name: exit status" "$status" 1
  is "$name: error" "$(value "$name" kind)" "$kind"
  replayed "$name.again" -cp "$cp" "$tmp/$name.found.htrace" "$@"
  is "$name: the counterexample replays" \
    "$status $(value "$name.again" replayed) $(value "$name.again" kind)" "1 true $kind"
  replayed "$name.bare" -cp "$cp" "$tmp/$name.found.htrace"
  is "$name: the counterexample names its program" "$status" 1
  replayed "$name.strict" --match strict --property "$property" -cp "$cp" "$tmp/$name.htrace" "$@"
  all_matched "$name.strict"
  for por in sync none; do
    replayed "$name.$por" --por $por --back 0 --depth 1 -cp "$cp" "$tmp/$name.htrace" "$@"
    all_matched "$name.$por"
  done
}
found Philosophers deadlock cycle Philosophers 3
found TwoStage deadlock,exception java.lang.IllegalStateException TwoStage 2 1
found Wronglock exception java.lang.IllegalStateException Wronglock 1 2

# The analysis of the run shows where to look.
"$HEDDLE" analyze "$tmp/TwoStage.htrace" >"$tmp/analyze.out" 2>&1
is 'analyze: exit status' $? 0
if grep -q 'eraser: TwoStage\$Cell' "$tmp/analyze.out"; then
  ok 'analyze: the warning is printed'
else
  not_ok 'analyze: the warning is printed' "$(cat "$tmp/analyze.out")"
fi
replayed labelled --property exception -cp "$HEDDLE_SAMPLES/TwoStage" "$tmp/TwoStage.htrace" \
  TwoStage 2 1
is 'labelled: error' "$status $(value labelled kind)" '1 java.lang.IllegalStateException'

# The corrected twin has the same structure, and no error is reported in it.
recorded "$tmp/fixed.htrace" "$HEDDLE_SAMPLES/TwoStage" TwoStageFixed 2 1
replayed fixed -cp "$HEDDLE_SAMPLES/TwoStage" "$tmp/fixed.htrace" TwoStageFixed 2 1
all_matched fixed
is 'fixed: exit status' "$status" 4
is 'fixed: verdict' "$(value fixed verdict)" inconclusive

# Programs that use much of the library, with scheduling noise.
for p in Locks Synchronizers WaitNotify Pools; do
  timeout 30 "$HEDDLE" record -q --noise 0.1:3 -o "$tmp/$p.htrace" -cp "$HEDDLE_JAVA/programs" \
    "$p" >/dev/null 2>&1 </dev/null
  replayed "$p" --time 30 --back 0 --depth 1 --property deadlock -cp "$HEDDLE_JAVA/programs" \
    "$tmp/$p.htrace" "$p"
  all_matched "$p"
done

# ---- the samples' own traces ----
for s in AbsList Airlines AryList BankAccount Crawler Deadlock ObjectPool Philosophers Publish \
    Reorder TwoStage Wronglock; do
  replayed "sample-$s" --back 0 --depth 1 --property deadlock -cp "$HEDDLE_SAMPLES/$s" \
    "sample-traces/$s/$s.htrace"
  all_matched "sample-$s"
done

# ---- altered by hand ----
cp "sample-traces/TwoStage/TwoStage.htrace" "$tmp/good.htrace"
"$HEDDLE" export "$tmp/good.htrace" >"$tmp/good.txt"
"$HEDDLE" export --to htrace -o "$tmp/same.htrace" "$tmp/good.txt"
is 'text form: read back' "$("$HEDDLE" export "$tmp/same.htrace" | cksum)" \
  "$(cksum <"$tmp/good.txt")"
refused() { # NAME EVENT AWK-PROGRAM: the altered trace must be refused at that event
  awk "$3" "$tmp/good.txt" >"$tmp/$1.txt"
  if cmp -s "$tmp/good.txt" "$tmp/$1.txt"; then not_ok "$1: altered"; return; fi
  "$HEDDLE" export --to htrace -o "$tmp/$1.htrace" "$tmp/$1.txt" || {
    not_ok "$1: read back"
    return
  }
  replayed "$1" --property deadlock,exception -o "$tmp/$1.found.htrace" \
    -cp "$HEDDLE_SAMPLES/TwoStage" "$tmp/$1.htrace" TwoStage 2 1
  is "$1: exit status" "$status" 3
  is "$1: refused at" "$(value "$1" event)" "$2"
  if [ -e "$tmp/$1.found.htrace" ]; then not_ok "$1: a file was left"; fi
}
in_events='/^# event/ { e = 1 }'
# Prints the number (first column) of the n-th event of a kind.
nth() {
  awk "$in_events"' e && $4 == kind && ++n == want { print $1; exit }' kind="$1" want="$2" \
    "$tmp/good.txt"
}
write=$(awk "$in_events"' e && $4 == "write" && /Cell.value/ { print $1; exit }' "$tmp/good.txt")
refused value "$write" "$in_events"' e && $1 == '"$write"' { sub(/I:1/, "I:3") } { print }'
read=$(awk "$in_events"' e && $4 == "read" && /Cell.value/ { print $1; exit }' "$tmp/good.txt")
refused read "$read" "$in_events"' e && $1 == '"$read"' { sub(/I:1/, "I:0") } { print }'
exit=$(nth monitor-exit 2)
refused kind "$exit" \
  "$in_events"' e && $1 == '"$exit"' { sub(/monitor-exit/, "notify      ") } { print }'
# Two events of a thread are exchanged (their numbers stay).
enter=$(nth monitor-enter 1)
next=$(awk "$in_events"' e && $1 == '"$enter"' { t = $3 }
  e && t && $3 == t && $4 == "write" { print $1; exit }' "$tmp/good.txt")
body() {
  awk "$in_events"' e && $1 == '"$1"' { sub(/^[0-9]+ +[0-9]+/, ""); print; exit }' "$tmp/good.txt"
}
B1=$(body "$enter") B2=$(body "$next") refused order "$enter" "$in_events"'
  function put(b) { match($0, /^[0-9]+ +[0-9]+/); print substr($0, 1, RLENGTH) b }
  e && $1 == '"$enter"' { put(ENVIRON["B2"]); next }
  e && $1 == '"$next"' { put(ENVIRON["B1"]); next }
  { print }'

# ---- cut off, damaged ----
size=$(stat -c %s "$tmp/Locks.htrace")
head -c $((size * 2 / 3)) "$tmp/Locks.htrace" >"$tmp/cut.htrace"
replayed cut --back 0 --depth 1 --property deadlock -cp "$HEDDLE_JAVA/programs" "$tmp/cut.htrace" \
  Locks
says cut 'cut off: it says so' 'cut.htrace: .*the readable part is followed'
"$HEDDLE" export "$tmp/cut.htrace" >"$tmp/cut.txt" 2>"$tmp/cut.export.err"
is 'cut off: export' $? 0
if grep -q 'the readable part follows' "$tmp/cut.export.err"; then
  ok 'cut off: export reports it'
else
  not_ok 'cut off: export reports it'
fi
"$HEDDLE" record -q --events thread,access,sync -o "$tmp/long.htrace" -cp "$HEDDLE_JAVA/programs" \
  Atomics >/dev/null 2>&1
cp "$tmp/long.htrace" "$tmp/damaged.htrace"
size=$(stat -c %s "$tmp/long.htrace")
printf '\377\376\375' |
  dd of="$tmp/damaged.htrace" bs=1 seek=$((size - size / 4)) conv=notrunc 2>/dev/null
replayed damaged --back 0 --depth 1 --property deadlock -cp "$HEDDLE_JAVA/programs" \
  "$tmp/damaged.htrace" Atomics
says damaged 'damaged: it says so' 'damaged.htrace: .*the readable part is followed'
head -c 100 "$tmp/good.htrace" >"$tmp/stump.htrace"
replayed stump -cp "$HEDDLE_SAMPLES/TwoStage" "$tmp/stump.htrace" TwoStage 2 1
is 'stump: exit status' "$status" 3

# ---- another version of the program ----
version() { # NAME SED-PROGRAM: recompiles the changed sample
  mkdir -p "$tmp/$1"
  sed "$2" sample-traces/TwoStage/TwoStage.java >"$tmp/$1/TwoStage.java"
  "$JAVAC" -g -d "$tmp/$1" "$tmp/$1/TwoStage.java" || not_ok "$1: javac"
  replayed "$1" --property exception -cp "$tmp/$1" "$tmp/good.htrace" TwoStage 2 1
}
version longer 's/ d1.value = 1;/ int one = 1; d1.value = one;/'
says longer 'another version: warning' \
  'warning: class TwoStage is not the one that was recorded: its events are matched by line'
all_matched longer
is 'another version: the error is found' "$status $(value longer kind)" \
  '1 java.lang.IllegalStateException'
version renamed 's/produce()/make()/'
is 'renamed method: exit status' "$status" 3
says renamed 'renamed method: named' 'class TwoStage has no method produce\(\)V'
version moved 's/ d1.value = 1;/\n d1.value = 1;/'
is 'moved lines: exit status' "$status" 3
if grep -Eq 'no longer has line [0-9]+|cannot be matched' "$tmp/moved.err" "$tmp/moved.json"; then
  ok 'moved lines: refused'
else
  not_ok 'moved lines: refused' "$(cat "$tmp/moved.err")"
fi

# ---- options of the checks apply whether or not MAIN is named again ----
racy() { # NAME OPTIONS...: replays a recorded run near a race
  replayed "$@" --property race -cp "$HEDDLE_SAMPLES/Reorder" sample-traces/Reorder/Reorder.htrace
}
racy racy
is 'a race near a recorded run is found' "$status $(value racy kind)" '1 WW'
racy benign --benign '^Reorder\.'
is '--benign applies without MAIN' "$status" 4
racy trusted --trust '^Reorder$'
is '--trust applies without MAIN' "$status" 4
wrong() { # NAME MESSAGE ARGS...: must be a usage error
  local name=$1 message=$2
  shift 2
  "$HEDDLE" "$@" </dev/null >"$tmp/out" 2>"$tmp/err"
  is "$name" "$? $(cat "$tmp/out" "$tmp/err")" "2 heddle: $message"
}
wrong 'an option without its property' '--race-rw works only with the property race' \
  replay --race-rw --property deadlock -cp "$HEDDLE_SAMPLES/Reorder" \
  sample-traces/Reorder/Reorder.htrace
for option in '--property race' '--por none' '--seed 2' '--race-rw' '--swallowed' '--trust x' \
    '--benign x'; do
  message="${option%% *} cannot be combined with a counterexample, which records how it was found"
  # shellcheck disable=SC2086 # words are meant to be split
  wrong "replay: $option and a counterexample" "$message" replay $option \
    "$tmp/TwoStage.found.htrace"
  # shellcheck disable=SC2086 # words are meant to be split
  wrong "debug: $option and a counterexample" "$message" debug --batch - $option \
    --trace "$tmp/TwoStage.found.htrace"
done
for option in '--depth 3' '--back 2' '--paths 2' --all-accesses '--match strict'; do
  # shellcheck disable=SC2086 # words are meant to be split
  wrong "replay: $option and a counterexample" \
    "${option%% *} needs a recorded run: a counterexample is executed step by step" \
    replay $option "$tmp/TwoStage.found.htrace"
done

# ---- several paths ----
timeout 20 "$HEDDLE" record -q -o "$tmp/fails.htrace" -cp "$HEDDLE_JAVA/record" PathFails \
  >/dev/null 2>&1
for n in 1 5; do
  replayed fails --paths $n --property exception --back 0 --depth 2 -cp "$HEDDLE_JAVA/record" \
    "$tmp/fails.htrace"
  all_matched fails
  is "--paths $n: the failure of the recorded run is found" "$status $(value fails message)" \
    '1 uncaught java.lang.IllegalStateException in thread T0 main: seen'
  is "--paths $n: the number of paths" "$(value fails paths)" $n
done
is 'each path has checks' "$(value fails checks)" $((5 * $(value fails suspicious)))
recorded "$tmp/alone.htrace" "$HEDDLE_JAVA/record" PathFails once
replayed alone --paths 5 --property exception -cp "$HEDDLE_JAVA/record" "$tmp/alone.htrace"
is 'a trace with only one path' "$status $(value alone paths)" '4 1'
"$HEDDLE" replay -q --paths 5 --property exception -cp "$HEDDLE_JAVA/record" "$tmp/alone.htrace" \
  >"$tmp/alone.err" 2>&1
says alone 'no more are there' '^  1 matching path followed, there is no other$'

# ---- all errors ----
recorded "$tmp/races.htrace" "$HEDDLE_JAVA/record" TwoRaces
replayed one --property race -cp "$HEDDLE_JAVA/record" "$tmp/races.htrace"
is 'the first error ends the checks' "$status $(grep -c '"before_event"' "$tmp/one.json")" '1 1'
errors() { # NAME: prints the distinct errors with their places
  sed -n '/"distinct_errors"/,$p' "$tmp/$1.json" |
    sed -nE 's/.*"(message|location)": "(data race \(..\) on [^:]*|[^ ]*)[:"].*/\2/p' | paste -sd ' \n'
}
for n in 1 3; do
  replayed races$n --all-errors --paths $n --back 20 --property race -o "$tmp/races$n-e.htrace" \
    -cp "$HEDDLE_JAVA/record" "$tmp/races.htrace"
  is "--all-errors, --paths $n: races on both fields are found" \
    "$status $(errors races$n | grep -oE 'TwoRaces\.(first|second)' | sort -u | paste -sd ' ')" \
    '1 TwoRaces.first TwoRaces.second'
  is "--all-errors, --paths $n: each error is listed once" "$(errors races$n | sort | uniq -d)" ''
  is "--all-errors, --paths $n: each error has a counterexample" \
    "$(ls "$tmp/races$n-e"*.htrace | wc -l)" "$(errors races$n | wc -l)"
done
"$HEDDLE" replay -q -cp "$HEDDLE_JAVA/record" "$tmp/races3-e-2.htrace" >"$tmp/next.out" 2>&1
is '... which replays' \
  "$? $(head -n 1 "$tmp/next.out" | grep -c '^error: data race')" '1 1'
is 'each state is explored once for any number of paths' \
  "$(($(value races3 states) < 2 * $(value races1 states)))" 1

# ---- counterexamples with other programs ----
replayed other -cp "$HEDDLE_SAMPLES/TwoStage" "$tmp/TwoStage.found.htrace" TwoStage 3 1
is 'a counterexample with other arguments is refused' "$status" 3
mkdir -p "$tmp/slower"
sed 's/ d1.value = 1;/ int one = 1; d1.value = one;/' sample-traces/TwoStage/TwoStage.java \
  >"$tmp/slower/TwoStage.java"
"$JAVAC" -g -d "$tmp/slower" "$tmp/slower/TwoStage.java"
replayed slower -cp "$tmp/slower" "$tmp/TwoStage.found.htrace"
is 'a counterexample of another version: exit status' "$status" 3
says slower 'counterexample of another version: the step' \
  'step [0-9]+ .*class TwoStage is not the one'
replayed none "$tmp/none.htrace" TwoStage
is 'a missing trace is refused' "$status" 3
"$HEDDLE" replay >/dev/null 2>&1
is 'a missing operand is refused' $? 2
done_testing
