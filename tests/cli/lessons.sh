#!/usr/bin/env bash
# Lessons: each runs to its end, asks at least two questions, answers none of them in its script,
# and reaches its error. Everything that its questions call possible does happen.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
lesson() { # NAME ARGS...
  timeout 60 "$HEDDLE" lesson --lessons sample-traces/lessons -cp "$HEDDLE_SAMPLES/lessons" "$@"
}

lesson >"$tmp/list"
is 'all lessons are listed' "$(sed 's/ .*//' "$tmp/list" | paste -sd' ')" \
  "$(cd sample-traces/lessons && printf '%s\n' *.lesson | sed 's/\.lesson$//' | paste -sd' ')"
is 'each lesson has a title' \
  "$(grep -cE '^[a-z-]+ +[A-Za-z].{20}' "$tmp/list")" "$(wc -l <"$tmp/list")"
is 'each lesson has one row of at most 80 columns' "$(grep -cE '^.{81}' "$tmp/list")" 0
for name in $(sed 's/ .*//' "$tmp/list"); do
  file=sample-traces/lessons/$name.lesson out=$tmp/$name.out
  lesson --print "$name" >"$out" 2>&1
  is "$name: runs to its end" $? 0
  asked=$(grep -c '^ask ' "$file")
  is "$name: questions" "$([ "$asked" -ge 2 ] && echo enough)" enough
  is "$name: each question has a right answer and a reason" \
    "$(grep -c '^  because: .' "$out")" "$asked"
  is "$name: its script answers no question" "$(grep -cE '^(vote|continue)' "$file")" 0
  is "$name: the answer is among the offered ones" "$(awk '
    /^:ask/ { delete offered }
    /^    [a-f]  / { offered[substr($0, 5)] = 1 }
    /^:continue/ { getline; if (!(substr($0, 3) in offered)) print }' "$out")" ''
  is "$name: its last text is printed" "$(tail -n 1 "$out" | sed 's/^  //')" \
    "$(tail -n 1 "$file" | sed 's/^say //')"
  # A lesson shows in its engine what a check finds: the error occurs on its own path.
  error=$(sed -n 's/^  because: check [0-9]*: error: //p' "$out" | head -n 1 | cut -c1-24)
  shown=$(grep -F '  ERROR ' "$out" | grep -cF "$error")
  is "$name: the error that was asked about comes" "$([ "$shown" -ge 1 ] && echo yes)" yes
done
# The error is not revealed before the question about it: neither by names nor by text before the
# last question.
words='deadlock|lost|update|miss|aba|lineari|unsafe|double|publication|race|wrong|order of'
is 'names and titles do not reveal the errors' "$(grep -ciE "$words" "$tmp/list")" 0
for file in sample-traces/lessons/*.lesson; do
  name=$(basename "$file" .lesson)
  is "$name: its program does not reveal the error" \
    "$(sed -n '2s/.* //p' "$file" | grep -ciE "$words")" 0
  is "$name: its comment does not reveal the error" "$(grep -h '^/\*\*' "sample-traces/lessons/$(
    sed -n '2s/.* //p' "$file").java" | grep -ciE "$words|without|plain")" 0
  is "$name: its text before the last question does not reveal the error" \
    "$(tac "$file" | sed '1,/^ask/d' |
    grep '^say' | grep -ciE "$words|without the lock|plain|cannot see|keeps none")" 0
  is "$name: its error comes after the last question" "$(tac "$tmp/$name.out" |
    sed '1,/^:ask/d' | grep -c '^  ERROR')" 0
done
# The value that a question is about is not on the screen when it comes: at the stop before, no
# choice reads the value, and not all choices write it.
cat >"$tmp/shown.awk" <<'AWK'
/^:ask|^:stop/ { name = $2 == "value" ? $3 : ""; sub(/.*[.]/, "", name) }
/^:continue/ { getline; if (name != "") compare($2) }
/^:/ { shown = /^:choices/; if (shown) n = 0 }
shown && /^  [ >][0-9]/ { choice[++n] = $0 }
function compare(right,    i, of, same, v) {
  for (i = 1; i <= n; i++) {
    if (!match(choice[i], "[.]" name " = [^ ]*")) continue
    v = substr(choice[i], RSTART, RLENGTH)
    sub(/.* = /, "", v)
    of++
    if (v != right) continue
    same++
    if (choice[i] ~ / read /) print "read:", choice[i]
  }
  if (of > 1 && of == same) print "all write", right
}
AWK
for file in sample-traces/lessons/*.lesson; do
  name=$(basename "$file" .lesson)
  sed 's/^\(ask\|stop\).*/&\nchoices/' "$file" >"$tmp/$name.lesson"
  timeout 60 "$HEDDLE" lesson --lessons "$tmp" -cp "$HEDDLE_SAMPLES/lessons" --print "$name" \
    >"$tmp/$name.shown" 2>&1
  is "$name: no answer is visible before its question" \
    "$(awk -f "$tmp/shown.awk" "$tmp/$name.shown")" ''
done
# h is the subject of questions only if it is kept, and after it was shown.
for file in sample-traces/lessons/*.lesson; do
  name=$(basename "$file" .lesson)
  if sed -n 2p "$file" | grep -q -- '--property race'; then
    is "$name: h is shown before it is asked about" \
      "$(grep -n -m1 '^h$\|^ask effect' "$file" | sed 's/.*://')" h
  else
    is "$name: h is not mentioned" "$(grep -cE '^    [a-f]  .*\<h\>' "$tmp/$name.out")" 0
  fi
done
is 'the offered answers cover the possible effects' \
  "$(sed -n '/^:ask effect/,/^:continue/s/^    [a-f]  //p' "$tmp/two-locks.out" |
    paste -sd,)" 'the run continues,no thread can run then,an error'
# If a step is both, each of the two votes is right.
printf '%s\n' 'step 3' 'take T1' 'take T1' 'take T1' 'take T1' 'ask effect T2' 'vote d' 'vote e' \
  'vote a' continue score >"$tmp/both.txt"
timeout 60 "$HEDDLE" debug --batch "$tmp/both.txt" --property race \
  -cp "$HEDDLE_SAMPLES/lessons" LazyValue >"$tmp/both" 2>&1
is 'a step that is a race and another error' \
  "$(sed -n '/^:continue/,$s/^  //p' "$tmp/both" | paste -sd'|')" \
  "d  a data race|e  an error: right as well|because: RACE (WR) on \
LazyValue#1.settings|2 of 3 votes right|2 of 3 votes right, in 1 question"
# A teacher can ask for a lesson by its topic; the lesson's own name does not reveal the error.
for topic in aba deadlock double-checked linearizability lost-update missed-notify peterson \
  store-buffering unsafe-publication volatile; do
  lesson --print "$topic" >"$tmp/topic" 2>&1
  is "a lesson about $topic" "$? $(grep -c '^  because: .' "$tmp/topic" | sed 's/[1-9].*/some/')" \
    '0 some'
done

lesson no-such >"$tmp/none" 2>&1
is 'an unknown lesson is refused' $? 3

# Lessons work where `make install` puts them.
there=$tmp/prefix/share/heddle/lessons
mkdir -p "$tmp/prefix/bin" "$there/classes"
cp "$HEDDLE" "$tmp/prefix/bin/heddle"
cp sample-traces/lessons/*.lesson sample-traces/lessons/*.java "$there"
"$tmp/prefix/bin/heddle" lesson >"$tmp/list.installed"
is 'installed: the same list' "$(cat "$tmp/list.installed")" "$(cat "$tmp/list")"
cp "$HEDDLE_SAMPLES"/lessons/*.class "$there/classes"
(cd / && "$tmp/prefix/bin/heddle" lesson --print two-locks) >"$tmp/installed" 2>&1
is 'installed: the same lesson' "$(grep -c '^  because: .' "$tmp/installed")" \
  "$(grep -c '^  because: .' "$tmp/two-locks.out")"

# The right answer is not always the same letter.
is 'the right answers differ' \
  "$(grep -h -A1 '^:continue' "$tmp"/*.out | sed -nE 's/^  ([a-f])  .*/\1/p' |
  sort -u | wc -l | awk '{ print ($1 >= 4) }')" 1
# With the corrected twin of the first lesson's program, the engine answers differently, although
# the script is unchanged.
mkdir -p "$tmp/src" "$tmp/classes"
sed 's/static void raise/static synchronized void raise/' sample-traces/lessons/Raise.java \
  >"$tmp/src/Raise.java"
"$JAVAC" -g -d "$tmp/classes" "$tmp/src/Raise.java" || not_ok javac
printf '# x\n# heddle debug --property exception Raise\nask outcome\n' >"$tmp/src/twin.lesson"
timeout 60 "$HEDDLE" lesson --lessons "$tmp/src" -cp "$tmp/classes" --print twin >"$tmp/twin" 2>&1
is 'another program, another answer' "$(sed -nE 's/^  ([a-f])  .*/\1/p' "$tmp/twin")" b
done_testing
