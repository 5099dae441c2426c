#!/usr/bin/env bash
# `heddle record --analyze`: the analyses assign the same labels while a program runs as they do on
# its trace.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
classes=$HEDDLE_JAVA/record

# Prints the labels of a trace's events, one "number label" per line.
labels() { # NAME
  "$HEDDLE" export --to text "$tmp/$1.htrace" | awk '
    /^# event/ { found = 1; next }
    found && /^[0-9]/ && $NF != "-" && $NF !~ /[")]$/ {
      n = split($NF, l, ",")
      for (i = 1; i <= n; i++) print $1, l[i]
    }' | sort
}

# Prints the labels that an analysis of the trace would assign, in the same form.
warned() { # NAME
  "$HEDDLE" analyze --json --no-label "$tmp/$1.htrace" | awk '
    /"analysis":/ { gsub(/[",]/, ""); name = $2 }
    /"event":/ { gsub(/,/, ""); print $2, name }' | sort -u
}

"$HEDDLE" record --analyze all -o "$tmp/all.htrace" -cp "$classes" Watched 10000 \
  >"$tmp/out" 2>"$tmp/err"
is 'the exit status is the program'\''s' $? 0
is 'the output is that of the program' "$(cat "$tmp/out")" 3
is 'each analysis has a line' \
  "$(sed -nE 's/.*: ([0-9]+ warning.*)/\1/p' "$tmp/err" | grep -v atomrace | sort)" \
  '1 warning of eraser
1 warning of happens-before
1 warning of lock-order'
labels all >"$tmp/online"
warned all >"$tmp/offline"
# (The first access of a violated region has a label but is not in the report.)
is 'the analysis of the trace finds no other labels' "$(comm -13 "$tmp/online" "$tmp/offline")" ''
is 'it finds all labels' "$(comm -23 "$tmp/online" "$tmp/offline" | grep -v ' atomrace$')" ''
"$HEDDLE" analyze -o "$tmp/again.htrace" "$tmp/all.htrace" >"$tmp/out"
labels again >"$tmp/both"
is 'analysing again assigns the same labels' "$(cat "$tmp/both")" "$(cat "$tmp/online")"
is 'labels of each analysis exist' "$(cut -d' ' -f2 "$tmp/online" | sort -u | grep -v atomrace |
  tr '\n' ' ')" \
  'eraser happens-before lock-order '
variables() {
  "$HEDDLE" analyze --json --no-label "$tmp/all.htrace" |
    sed -nE 's/^ *"variable": "(.*)",?/\1/p' | sed 's/#[0-9]*//g' | sort -u
}
is 'the labels are on the expected variables' "$(variables)" \
  'Watched.unlocked
java.util.concurrent.locks.ReentrantLock, java.util.concurrent.locks.ReentrantLock'

# atomrace NAME OPTION...: prints the warnings of atomrace, one "variable: kind" per line
atomrace() {
  local name=$1
  shift
  "$HEDDLE" analyze --analysis atomrace --no-label "$@" "$tmp/$name.htrace" |
    sed -nE 's/^[0-9]+\. atomrace: ([^:]*): ([^:]*):.*/\1: \2/p' | sed 's/#[0-9]*//' | sort
}
"$HEDDLE" record -q --analyze atomrace --noise 0.1:3 -o "$tmp/noise.htrace" -cp "$classes" \
  Watched 300 >"$tmp/out" 2>"$tmp/err"
is 'with noise, a race and a violation occur' "$(atomrace noise)" \
  'Watched.unlocked: data race
Watched.unlocked: not atomic'
is 'a region given by --regions is checked' \
  "$(atomrace noise --regions 'Watched[.]count$' | grep 'not atomic')" \
  'Watched.locked: not atomic
Watched.unlocked: not atomic'
"$HEDDLE" record -q --analyze atomrace --regions '(' -o "$tmp/y.htrace" -cp "$classes" Watched 1 \
  >"$tmp/out" 2>"$tmp/err"
is 'an invalid expression is refused' "$? $(grep -c -e '--regions: bad regular' "$tmp/err")" '2 1'

"$HEDDLE" record -q --analyze lock-order --events sync,thread -o "$tmp/one.htrace" \
  -cp "$classes" Watched 10 >"$tmp/out" 2>"$tmp/err"
is 'one analysis with selected events' \
  "$(labels one | cut -d' ' -f2 | sort -u) $(cat "$tmp/err")" 'lock-order '

"$HEDDLE" record -o "$tmp/none.htrace" --analyze eraser -cp "$classes" Constant \
  >"$tmp/out" 2>"$tmp/err"
is 'a run without warnings: reported' "$(grep -c 'none.htrace: no warnings' "$tmp/err")" 1
is 'a run without warnings: no labels' "$(labels none)" ''

"$HEDDLE" record -q --analyze eraser,happens-before -o "$tmp/pools.htrace" -cp "$classes" \
  PoolTasks >"$tmp/out" 2>"$tmp/err"
is 'a program with pools' "$(cat "$tmp/out")" 20
is 'handing tasks to a pool and getting results is ordered, two tasks are not' \
  "$("$HEDDLE" analyze --no-label --analysis eraser,happens-before "$tmp/pools.htrace" |
    sed -nE 's/^[0-9]+\. ([^:]*: [^:]*):.*/\1/p' | sed 's/#[0-9]*//' | sort)" \
  'eraser: PoolTasks.shared
happens-before: PoolTasks.shared'

echo lanes >"$tmp/batch"
"$HEDDLE" debug --trace "$tmp/pools.htrace" --batch "$tmp/batch" -cp "$classes" PoolTasks \
  >"$tmp/out" 2>"$tmp/err"
is 'the view Lanes shows the race' "$(grep -o 'x [0-9]* races*:' "$tmp/out")" 'x 1 race:'

"$HEDDLE" record --analyze eraser,nosuch -o "$tmp/x.htrace" -cp "$classes" Watched 1 \
  >"$tmp/out" 2>"$tmp/err"
is 'an unknown analysis is refused' "$? $(grep -c "unknown analysis 'nosuch'" "$tmp/err")" '2 1'
is 'an unknown analysis: nothing is run' "$(cat "$tmp/out")$(ls "$tmp" | grep -c 'x.htrace')" 0
# A run that ends in an exception is suspicious: the exception, its thread and place, and the
# findings before it are reported. A caught exception is not.
"$HEDDLE" record -q -o "$tmp/uncaught.htrace" -cp "$classes" Uncaught >/dev/null 2>&1
"$HEDDLE" analyze --no-label "$tmp/uncaught.htrace" >"$tmp/uncaught"
is 'uncaught: the exception, its thread and its place' "$(sed -n '2,4s/event [0-9]*/event N/p' \
  "$tmp/uncaught" | tr -s ' ')" \
  "$(printf ' %s\n' 'event N T1 worker at Uncaught.fail:9')"
is 'uncaught: the exception is named' "$(grep '^uncaught' "$tmp/uncaught")" \
  'uncaught java.lang.ArrayIndexOutOfBoundsException: Index 2 out of bounds for length 1'
is 'uncaught: the findings before it are reported' \
  "$(grep -c 'before it, happens-before: no data race' \
  "$tmp/uncaught")" 1
is 'uncaught: the run is not called unsuspicious' \
  "$(grep -c 'nothing suspicious' "$tmp/uncaught")" 0
"$HEDDLE" record -q -o "$tmp/race.htrace" -cp "$classes" Uncaught race >/dev/null 2>&1
"$HEDDLE" analyze --no-label "$tmp/race.htrace" >"$tmp/race"
is 'uncaught: in main' "$(grep '^uncaught' "$tmp/race")" \
  'uncaught java.lang.IllegalStateException: it is late'
number=$(sed -n 's/^\([0-9]*\). happens-before: Uncaught.late.*/\1/p' "$tmp/race")
is 'uncaught: a data race before it is reported' \
  "$(sed -n 's/.*before it, happens-before: //p' "$tmp/race")" \
  "the data race $number"
"$HEDDLE" analyze --json --no-label "$tmp/race.htrace" >"$tmp/race.json"
is 'uncaught: JSON' "$(grep -A6 '"uncaught"' "$tmp/race.json" | grep -c \
  -e '"thread": "T0 main"' -e '"location": "Uncaught.main:33"' -e 'IllegalStateException')" 3
# The error of a counterexample is reported.
"$HEDDLE" check --property exception -q -o "$tmp/found.htrace" -cp "$classes" Uncaught >/dev/null
"$HEDDLE" analyze --no-label "$tmp/found.htrace" >"$tmp/found"
is 'a counterexample: its error is reported' "$(grep -c '^uncaught .*ArrayIndex' \
  "$tmp/found")" 1
is 'a counterexample: the place is reported' \
  "$(grep -c 'T1 worker at Uncaught.java:9' "$tmp/found")" 1

# The two locks of a read-write lock are one lock, however the program holds them.
for how in locks views unordered; do
  "$HEDDLE" record -q -o "$tmp/$how.htrace" -cp "$classes" ReadWritePair "$how"
  races=$("$HEDDLE" analyze --analysis happens-before --no-label "$tmp/$how.htrace" |
    grep -c 'ReadWritePair.reads: data race')
  is "a read-write lock: $how" "$races" "$([ $how = unordered ] && echo 1 || echo 0)"
done
done_testing
