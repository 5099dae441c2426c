#!/usr/bin/env bash
# The default of heddle check, --search auto: several searches run side by side, and the first
# certified error or the first complete search answers. Also tests which options select one search
# instead.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH
v=$HEDDLE_JAVA/verdicts
out=$TEST_TMP/out
auto() { # OPTION... MAIN: sets status, out, out.err
  "$HEDDLE" check "$@" >"$out" 2>"$out.err" </dev/null
  status=$?
}
searches() { # prints the names of the searches that --json lists
  sed -nE 's/^ *"name": "([^"]*)".*/\1/p' "$out"
}
names='aimed|every step|bound [012]|random|pct|dpor|contracts|race-free|breadth'
alike() { sed -E 's/; [0-9.]+ s, [0-9]+ MB$//' "$1"; }
# answer FILE: prints the lines of the answer without those of the single searches and of how to
# repeat it.
answer() {
  alike "$1" |
    sed -E "/^  ($names) +(done|ended|stopped|running)/d; /^  (again|every step):/d"
}
# repeats NAME: the command that the answer names prints the same and writes the same trace.
repeats() {
  local -a again
  local trace
  trace=$(sed -n 's/^  trace: //p' "$out")
  [ -z "$trace" ] || mv "$trace" "$TEST_TMP/first.htrace"
  # The command is quoted for a shell.
  eval "again=($(sed -n 's/^  again: heddle //p' "$out"))"
  "$HEDDLE" "${again[@]}" >"$TEST_TMP/again" 2>&1 </dev/null
  is "$1: the named command has the same exit status" $? $status
  is "$1: ... and the same answer" "$(alike "$TEST_TMP/again")" "$(answer "$out")"
  [ -n "$trace" ] || return
  is "$1: ... and the same counterexample" "$(cksum <"$trace")" "$(cksum <"$TEST_TMP/first.htrace")"
}

# ---- small programs: complete, and the same on any number of processors ----
auto --jobs 1 --property exception -o "$TEST_TMP/small.htrace" -cp "$v" ErrorLostUpdate
is 'a small program: exit status' $status 1
repeats 'a small program'
answer "$out" >"$TEST_TMP/small"
for jobs in 2 5; do
  auto --jobs $jobs --property exception -o "$TEST_TMP/small.htrace" -cp "$v" ErrorLostUpdate
  is "--jobs $jobs: the same answer" "$(answer "$out")" "$(cat "$TEST_TMP/small")"
done
is 'a small program: no line on other searches, because none ran' \
  "$(grep -c '^  every step ' "$out") $(grep -c '^  again: heddle check --search ' "$out")" '0 1'
for jobs in 1 2 5; do
  auto --jobs $jobs --json -cp "$v" SafePutIfAbsent
  is "--jobs $jobs, no error: exit status" $status 0
  is "--jobs $jobs, no error: the search is complete" \
    "$(json_value "$out" verdict) $(json_value "$out" complete) $(json_value "$out" answered)" \
    'no error true every step'
done
auto --search auto --quiet --strict -j 2 --time 60 -cp "$v" SafePutIfAbsent
is '--search auto: exit status' $status 0
repeats 'options for auto only'
is 'the named command has no options that only auto accepts' \
  "$(sed -n 's/^  again: //p' "$out" | tr -d "'")" \
  "heddle check --search dfs --quiet -cp $v SafePutIfAbsent"

# ---- an error that depth-first search does not reach ----
slow=${HEDDLE_SLOW:-1}
auto --time $((60 * slow)) --property exception,deadlock -o "$TEST_TMP/lost.htrace" -cp "$v" \
  PoolLoses
is 'an error deep in a pool: exit status' $status 1
is 'an error deep in a pool: its kind' \
  "$(head -n 1 "$out" |
  grep -c '^error: uncaught java.lang.IllegalStateException in thread T0 main: lost ')" 1
is 'an error deep in a pool: the trace is named' \
  "$(grep -c "^  trace: $TEST_TMP/lost.htrace\$" "$out") $(ls "$TEST_TMP" | grep -c 'lost')" '1 1'
"$HEDDLE" replay "$TEST_TMP/lost.htrace" -cp "$v" >"$TEST_TMP/replayed" 2>&1
is 'an error deep in a pool: the trace replays' $? 1
is 'an error deep in a pool: each search that began has a line' \
  "$(grep -cE '^  (every step|bound 0) ' "$out")" 2
repeats 'an error deep in a pool'

# ---- too large for its time, but not with contracts ----
over_contracts() { # NAME JOBS SECONDS
  auto --jobs "$2" --time "$(($3 * slow))" -cp "$v" SafeProducer
  is "$1: exit status" $status 0
  is "$1: the verdict says that it rests on contracts" \
    "$(head -n 1 "$out" |
      grep -cE '^no error: .*, taking [0-9]+ methods? of the JDK as one step each, shown for ')" 1
}
over_contracts 'with contracts' 2 10
is 'with contracts: --strict is suggested' "$(grep -c '^  every step: --strict$' "$out")" 1
repeats 'with contracts'
over_contracts 'with contracts, one search at a time' 1 15
# 30 s is the default. A build with more checks may need all of them.
if [ "$slow" = 1 ]; then
  auto --jobs 2 --json -cp "$v" SafeProducer
  is 'with contracts, no limit of time: the answer comes early' \
    "$status $(jq -r '[.auto.answered, .auto.seconds < 30] | @tsv' "$out")" "0 contracts	true"
fi
auto --time $((6 * slow)) --strict -cp "$v" SafeProducer
is 'strict: exit status' $status 4
is 'strict: the partial results are printed' \
  "$(grep -c '^  no error with verified JDK methods as one step each (' "$out")" 1
here=$(readlink -f "${JAVA_HOME:-$(dirname "$(readlink -f "$(command -v "${JAVA:-java}")")")/..}")
for jdk in /usr/lib/jvm/*; do
  [ ! -L "$jdk" ] && [ -f "$jdk/lib/modules" ] && [ ! "$jdk" -ef "$here" ] || continue
  "$HEDDLE" contracts --java-home "$jdk" 2>/dev/null | grep -q 'ArrayBlockingQueue .* steps' ||
    continue
  auto --java-home "$jdk" --json -cp "$v" ErrorLostUpdate
  is "$(basename "$jdk"): an error is found" "$status $(json_value "$out" answered)" '1 every step'
  auto --java-home "$jdk" --jobs 2 --time $((10 * slow)) -cp "$v" SafeProducer
  is "$(basename "$jdk"): no error with contracts" \
    "$status $(head -n 1 "$out" | grep -c ' as one step each, shown for ')" '0 1'
done

# ---- too large for its time ----
auto --time 3 -cp "$v" BigSpace
is 'too large: exit status' $status 4
is 'too large: the time is reported' "$(head -n 1 "$out")" 'inconclusive: time 3 s'
is 'too large: no search claims "no error"' "$(grep -c '^no error' "$out")" 0
is 'too large: each search has its line' \
  "$(grep -cE "^  ($names) +(done|ended|stopped|not begun) +[0-9.]+ s" "$out")" 11
is 'too large: searches that ran are not suggested' \
  "$(grep '^  try: ' "$out" | grep -c -- '--search random\|--contracts')" 0
is 'too large: more time is suggested' "$(grep -c '^  try: raise --time; ' "$out")" 1
auto --time $((3 * slow)) --json -cp "$v" BigSpace
is 'too large, JSON: the verdict and the searches' \
  "$status $(json_value "$out" verdict) $(searches | wc -l)" '4 inconclusive 11'
is 'too large, JSON: the reason and the next value' \
  "$(json_value "$out" reason), $(json_value "$out" value), $(json_value "$out" next)" \
  "time $((3 * slow)) s, $((3 * slow)), $((30 * slow))"
auto --time $((4 * slow)) --memory 300k -cp "$v" BigSpace
is 'the first search runs out of memory' \
  "$status $(grep -cE '^  every step .*memory 300 kB' "$out")" '4 1'
is 'the first search runs out of memory: the others continue' \
  "$(grep -cE '^  bound 0 .* no error without preemptions' "$out")" 1

auto --time $((4 * slow)) -cp "$v" ReadFirst 3
is 'a read-write race is no answer unless --race-rw is given' \
  "$status $(grep -cE '^  race-free +done .*, a read-write race$' "$out")" '4 1'
auto --time 3 --property deadlock,exception -cp "$v" BigSpace
is 'without the property race, no search assumes that there is no race' \
  "$status $(grep -c race-free "$out")" '4 0'

# ---- other reasons to stop: the other searches would not find out more ----
auto -cp "$v" Unsupported
is 'a missing native method' "$status $(head -n 1 "$out")" \
  '4 inconclusive: native method Unsupported.port()I'
repeats 'a missing native method'
auto -cp "$v" SoundBlocker
is 'an assumption fails: the remedy is tried' \
  "$status $(grep -c '^  tried --por none: ' "$out")" '4 1'
"$HEDDLE" check --no-match-h -cp "$v" SafePeterson >"$out" 2>&1
is 'a remedy is a single search, and so is the command that repeats it' \
  "$(tr -d "'" <"$out" | grep -c "^    again: heddle check --search dfs -cp $v SafePeterson\$")" 1

# ---- partial results after an interrupt ----
env --default-signal=INT "$HEDDLE" check --strict --jobs 4 --time 600 -cp "$v" SafeProducer \
  >"$out" 2>&1 </dev/null &
sleep $((8 * slow))
kill -INT $!
wait $!
is 'interrupted: exit status' $? 130
is 'interrupted: the reason is reported' "$(head -n 1 "$out")" 'inconclusive: interrupted'
is 'interrupted: partial results are printed' \
  "$(grep -c '^  no error without preemptions (' "$out")" 1

# ---- on a terminal ----
# known OPTION...: interrupts heddle when the terminal shows that the search with contracts is done
# and that walks with every step have had their share
known() {
  local command pid screen=$TEST_TMP/known
  printf -v command '%q ' exec env --default-signal=INT "$HEDDLE" check --jobs 2 \
    --time $((100 * slow)) "$@" -cp "$v" SafeProducer
  : >"$screen"
  script -qefc "$command" "$screen" >/dev/null 2>&1 </dev/null &
  pid=$!
  for _ in $(seq $((80 * slow))); do
    ! grep -q '^  contracts  *done ' "$screen" || ! grep -q '^  random  *done ' "$screen" || break
    sleep 1
  done
  kill -INT "$(pgrep -P $pid)"
  wait $pid
  status=$?
  tr -d '\r' <"$screen" | grep -oE '^.*(no error: the search is complete,|inconclusive:) .*' \
    >"$out"
}
if command -v script >/dev/null; then
  known
  is 'interrupted after the search with contracts is done: its answer counts' \
    "$status $(grep -cE 'no error: .*, taking [0-9]+ methods of the JDK as one step each' "$out")" \
    '0 1'
  known --junit-xml "$TEST_TMP/known.xml"
  is 'interrupted after the search with contracts is done: the report says the same' \
    "$status $(grep -c 'heddle: no error, by contracts, taking ' "$TEST_TMP/known.xml")" '0 1'
  known --strict
  is 'interrupted after the search with contracts is done: not with --strict' \
    "$status $(grep -c 'inconclusive: interrupted' "$out")" '130 1'
  printf -v command '%q ' "$HEDDLE" check --jobs 2 --time 3 -cp "$v" BigSpace
  script -qec "$command" "$TEST_TMP/screen" >/dev/null 2>&1 </dev/null
  is 'a terminal shows a line for each search' \
    "$(grep -cE 'every step +running +[0-9.]+ s +[0-9,]+ states' "$TEST_TMP/screen" |
      sed 's/^[1-9][0-9]*$/some/') $(grep -c 'Ctrl-C keeps what is known' "$TEST_TMP/screen" |
      sed 's/^[1-9][0-9]*$/some/')" 'some some'
fi

# ---- options that select one search ----
ones=$(tr '\n' ' ' <tui/cli/cli_options.def | sed 's/) *OPTION(/)\nOPTION(/g' |
  sed -nE 's/^OPTION\([^"]*"(--[a-z-]*)", [^,]*, *[A-Z0-9]*, *ONE, .*/\1/p' | sort)
is 'there are such' "$([ "$(wc -w <<<"$ones")" -gt 20 ] && echo yes)" yes
is 'the manual lists these options' \
  "$(sed -n '/^An option that is for one search/,/^\.B dpor/p' man/heddle.1 | sed 's/\\-/-/g' |
    sed '/^\.BR "--search auto"/d' | grep -oE -- '--[a-z-]+' | sort)" "$ones"
while read -r option value; do
  auto --search auto "$option" ${value:+"$value"} -cp "$v" SafeOneLock
  is "$option: refused with --search auto" \
    "$status $(grep -c -- "$option cannot be combined with --search auto" "$out.err")" '2 1'
  auto "$option" ${value:+"$value"} -q -cp "$v" SafeOneLock
  is "$option: selects one search" \
    "$(grep -c '^  again: ' "$out") $(
      grep -c 'cannot be combined with\|works only with' "$out.err"
    )" '0 0'
done <<END
--depth 4
--contracts
--por none
--outcomes
--all-errors
--checkpoint $TEST_TMP/c
--max-states 10
--coverage $TEST_TMP/lcov
--sleep-sets
END
for command in debug explain; do
  "$HEDDLE" $command --search auto -cp "$v" SafeOneLock >"$out" 2>&1 </dev/null
  is "$command: --search auto is refused" \
    "$? $(grep -c -- '--search auto works only with heddle check' "$out")" '2 1'
done
HEDDLE_SEARCH=bfs auto -cp "$v" SafeOneLock
is 'HEDDLE_SEARCH selects one search' "$status $(grep -c '^  again: ' "$out")" '0 0'
HEDDLE_SEARCH=bfs auto --search auto -cp "$v" SafeOneLock
is '--search overrides HEDDLE_SEARCH' "$status $(grep -c '^  again: ' "$out")" '0 1'
HEDDLE_SEARCH=sideways auto -cp "$v" SafeOneLock
is 'HEDDLE_SEARCH: an unknown search is reported' \
  "$status $(grep -c "no search 'sideways'" "$out.err")" '2 1'

# ---- failures ----
auto NoSuchClass
is 'an unknown class: exit status' $status 3
is 'an unknown class: reported once' "$(grep -c 'NoSuchClass' "$out.err")" 1

# ---- standard input that can be read only once ----
printf '7\n' | "$HEDDLE" check --stdin - -cp "$v" SafeOneLock >"$out" 2>&1
is 'a pipe can be standard input' $? 0
done_testing
