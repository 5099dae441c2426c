#!/usr/bin/env bash
# heddle explain and --coverage: what stopped a search, what to try next, and which parts of the
# program the search reached.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts
tmp=$TEST_TMP

line_of() { grep -n "$1" tests/java/verdicts/Reached.java | head -n 1 | cut -d: -f1; }
da() { sed -n "s/^DA:$1,//p" "$2"; } # LINE FILE: 1 if reached, else 0; empty without code

# ---- coverage ----
"$HEDDLE" check -q --coverage "$tmp/all.info" --source-path src/main -cp "$cp" Reached \
  >"$tmp/with" 2>&1
is 'check: exit status' $? 0
"$HEDDLE" check -q -cp "$cp" Reached >"$tmp/without" 2>&1
same=$(grep -oE '^  [0-9]+ states, [0-9]+ transitions, [0-9]+ bytecodes, depth [0-9]+' "$tmp/with")
is 'coverage does not change the search' "$same" \
  "$(grep -oE '^  [0-9]+ states, [0-9]+ transitions, [0-9]+ bytecodes, depth [0-9]+' \
  "$tmp/without")"
is 'the source file is named' "$(grep ^SF: "$tmp/all.info")" SF:src/main/Reached.java
is 'a branch that was undone counts as reached' \
  "$(da "$(line_of '      late();')" "$tmp/all.info")" 1
is 'the other branch counts as reached' "$(da "$(line_of '      early();')" "$tmp/all.info")" 1
is 'a method called after it counts as reached' "$(da "$(line_of 'turn = 3')" "$tmp/all.info")" 1
is 'a method that is never called counts as not reached' \
  "$(da "$(line_of 'a.length > s.length')" "$tmp/all.info")" 0
is 'an exception handler that is not reached' \
  "$(da $(($(line_of 'catch (NullPointerException') + 1)) "$tmp/all.info")" 0
is 'a line without code is not listed' "$(da "$(line_of 'static class Unused')" "$tmp/all.info")" ''
is 'functions are counted' "$(grep -E '^FN(F|H):' "$tmp/all.info" | tr '\n' ' ')" 'FNF:5 FNH:4 '
is 'both ways of the branch are counted' \
  "$(grep -cE "^BRDA:$(line_of 'turn == 1'),0,[01],1" "$tmp/all.info")" 2
is 'a branch that went only one way' \
  "$(grep "^BRDA:$(line_of 'args.length > 9')," "$tmp/all.info" | cut -d, -f4 | sort |
  tr '\n' ' ')" '0 1 '
is 'a branch that was never reached' \
  "$(grep "^BRDA:$(line_of 'a.length > s.length')," "$tmp/all.info" | cut -d, -f4 | tr '\n' ' ')" \
  '- - '
is 'the sum of lines is right' \
  "$(grep -c ^DA: "$tmp/all.info")" "$(sed -n s/^LF://p "$tmp/all.info")"
is 'the sum of reached lines is right' "$(grep -cE '^DA:[0-9]+,1' "$tmp/all.info")" \
  "$(sed -n s/^LH://p "$tmp/all.info")"
"$HEDDLE" check -q --search bfs --por none --coverage "$tmp/bfs.info" --source-path src/main \
  -cp "$cp" Reached >/dev/null 2>&1
if cmp -s "$tmp/all.info" "$tmp/bfs.info"; then
  ok 'bfs without reduction has the same coverage'
else
  not_ok 'bfs without reduction has the same coverage' "$(diff "$tmp/all.info" "$tmp/bfs.info")"
fi
"$HEDDLE" run --coverage "$tmp/run.info" -cp "$cp" Reached
is 'run: one of the two branches is reached' \
  "$(($(da "$(line_of '      late();')" "$tmp/run.info") + $(da "$(line_of '      early();')" \
  "$tmp/run.info")))" 1
is 'run: the source file has the name in the class file' \
  "$(grep ^SF: "$tmp/run.info")" SF:Reached.java
# The same with marks at instructions that the coverage counts.
for i in "$(line_of 'turn == 1')" "$(line_of '      late();')"; do
  echo "Reached.java:$i"
done >"$tmp/marks.seq"
"$HEDDLE" check -q --seq "$tmp/marks.seq" --coverage "$tmp/marks.info" --source-path src/main \
  -cp "$cp" Reached >/dev/null 2>&1
# A mark also loads its class, so only the reached lines and branches are compared.
is 'marks do not change the coverage' \
  "$(grep -E '^(DA:[0-9]*|BRDA:.*),1$' "$tmp/marks.info" | tr '\n' ' ')" \
  "$(grep -E '^(DA:[0-9]*|BRDA:.*),1$' "$tmp/all.info" | tr '\n' ' ')"
# The lines of an error are covered too, and its schedule is the same.
"$HEDDLE" check -q --property exception --coverage "$tmp/error.info" -o "$tmp/error.htrace" \
  -cp "$cp" ErrorLostUpdate >"$tmp/out" 2>&1
is 'an error with coverage' $? 1
"$HEDDLE" replay "$tmp/error.htrace" >"$tmp/out" 2>&1
is 'its counterexample replays without coverage' $? 1
is 'the lines of the error count as reached' \
  "$(grep -c '^DA:.*,1' "$tmp/error.info" | sed 's/^[1-9][0-9]*$/some/')" some
"$HEDDLE" check -q --coverage "$tmp/no/such/folder" -cp "$cp" Reached >"$tmp/out" 2>&1
is 'a file that cannot be written is reported' $? 3
if command -v lcov >/dev/null 2>&1; then
  if lcov --summary "$tmp/all.info" >"$tmp/out" 2>&1; then
    ok 'lcov reads the file'
  else
    not_ok 'lcov reads the file' "$(cat "$tmp/out")"
  fi
else
  skip 'lcov reads the file' 'no lcov'
fi

# ---- explain ----
explain() { # NAME STATUS PATTERN ARGUMENT...: a line of the output must match
  local name=$1 want=$2 pattern=$3
  shift 3
  "$HEDDLE" explain "$@" >"$tmp/out" 2>"$tmp/err"
  is "explain, $name: exit status" $? "$want"
  if grep -qE -- "$pattern" "$tmp/out"; then
    ok "explain, $name"
  else
    not_ok "explain, $name" "no /$pattern/ in" "$(cat "$tmp/out" "$tmp/err")"
  fi
}
says() {
  if grep -qE -- "$1" "$tmp/out"; then
    ok "says $1"
  else
    not_ok "says $1" "$(cat "$tmp/out")"
  fi
}
explain 'a complete search' 0 'no error: the search is complete, nothing stopped it' -cp "$cp" \
  Reached
says '^  reached: [0-9]+ of [0-9]+ lines, 3 of 6 ways'
says "^    never\(int\[\], String\[\]\): never called \(line $(line_of \
  'a.length > s.length')-[0-9]+\)"
says "^    main\(String\[\]\): not reached: $(($(line_of \
  'catch (NullPointerException') - 0))-[0-9]+; only one way at: $(line_of 'args.length > 9')"
explain 'states' 4 \
  'stopped by: a bound on the search, --max-states 5; [0-9]+ choices were not tried' \
  --max-states 5 -cp "$cp" SafeOneLock
says "^  try next: heddle check --max-states 50 -cp "
explain 'depth' 4 '^  try next: heddle check --property race --depth 6 -cp ' --property race \
  --depth=3 -cp "$cp" SafeOneLock
explain 'time' 4 '^  try next: heddle check --time 5 ' --time 0.5 -cp "$cp" BigSpace 6 6
explain 'walks' 4 '^  try next: heddle check --search random --walks 30 ' --search random \
  --walks 3 -cp "$cp" SafeOneLock
explain 'native code' 4 'stopped by: native code of the program' -cp "$cp" Unsupported
says '^  first met at:$'
says '^    Unsupported.main\(Unsupported.java:[0-9]+\)$'
explain 'memory' 4 '^  try next: heddle check --memory 2 ' --memory 1 --property deadlock \
  -cp "$HEDDLE_JAVA/host" Endless states
explain 'the heap' 4 '^  try next: heddle check --heap 2 ' --heap 1 -cp "$cp" HeapBound together
explain 'an assumption' 4 '^  try next: heddle check --por none ' -cp "$cp" SoundBlocker
explain 'a search that is never complete' 4 \
  '^  try next: heddle check --search dfs --seq [^ ]* --property deadlock -cp ' \
  --search guided --seq sample-traces/TwoStage/TwoStage.seq --heuristic=prefer-threads \
  --prefer main --property deadlock -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 1 1
explain 'words of a shell' 4 "try next: .* 'a b' 'it'\\\\''s'\$" --max-states 1 -cp "$cp" \
  SafeOneLock 'a b' "it's"
explain 'an error' 1 '^error: .*lost|^error: ' --property exception -cp "$cp" ErrorLostUpdate
says '^  what happened:$'

# ---- from the files of an earlier check ----
"$HEDDLE" check -q --json --coverage "$tmp/c.info" --max-states 5 -cp "$cp" SafeOneLock \
  >"$tmp/c.json" 2>&1
explain 'JSON' 4 '^  try next: heddle check -q --json --coverage .*c.info\S? --max-states 50 ' \
  "$tmp/c.json"
says '^   SafeOneLock \(SafeOneLock.java\): [0-9]+ of [0-9]+ lines'
"$HEDDLE" check -q --json --max-states 5 -cp "$cp" SafeOneLock >"$tmp/c.json" 2>&1
explain 'JSON without coverage' 4 'the reached code is unknown' "$tmp/c.json"
explain 'a counterexample' 1 '^error: uncaught' "$tmp/error.htrace"
"$HEDDLE" explain sample-traces/Reorder/Reorder.htrace >"$tmp/out" 2>&1
is 'a recorded trace is refused; heddle replay is named' \
  "$? $(grep -c 'heddle replay' "$tmp/out")" '3 1'
echo '{"a": 1}' >"$tmp/other.json"
"$HEDDLE" explain "$tmp/other.json" >"$tmp/out" 2>&1
is 'another JSON object is refused' $? 3
"$HEDDLE" explain --json --max-states 5 -cp "$cp" SafeOneLock >"$tmp/e.json"
is '--json: the cause of the stop' "$(json_value "$tmp/e.json" by)" bound
is '--json: the next value' "$(json_value "$tmp/e.json" next)" 50
done_testing
