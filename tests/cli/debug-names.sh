#!/usr/bin/env bash
# An object of a counterexample has one name: in the written trace, in the views and commands of the
# debugger, in explain and in exports. Events may show objects in another order than that in which
# the session numbers them: the quote of the second task is Quote#1.
# timeout: 60
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
trace=$TEST_TMP/quotes.htrace

outcome() { # FILE PATTERN: prints FutureTask#2.outcome in the first matching line
  grep -m 1 -- "$2" "$1" | grep -oE 'FutureTask#2\.outcome = [^ ]+' | sed 's/.*[ $]//'
}

"$HEDDLE" check -q --search random --property exception -cp "$HEDDLE_JAVA/session" \
  -o "$trace" Quotes >"$TEST_TMP/check.out" 2>&1
wrote=$(tr -s ' \n' ' ' <"$TEST_TMP/check.out" | grep -oE 'FutureTask#2\.outcome = [^ ]+' |
  head -1 | sed 's/.*[ $]//')
is 'the story of the check has the name' "$wrote" 'Quote#1'
debug session 'error;set width 160;explain;last FutureTask#2.outcome;trace' --trace "$trace"
is 'the command last has the name' \
  "$(outcome "$TEST_TMP/session.out" ' T2 .* write FutureTask#2')" "$wrote"
is 'the view Trace has the name' \
  "$(outcome "$TEST_TMP/session.out" '^.= .* write .*FutureTask#2.outcome')" "$wrote"
is 'the view Explain has the name' \
  "$(outcome "$TEST_TMP/session.out" 'wrote FutureTask#2.outcome')" "$wrote"
"$HEDDLE" export --to json "$trace" >"$TEST_TMP/trace.json"
id=$(jq -r 'first(.. | objects | select(.variable? == "java.util.concurrent.FutureTask#2.outcome"
  and .kind? == "write")) | .value' "$TEST_TMP/trace.json")
is 'the export has the name' \
  "$(jq -r --argjson id "$id" '.. | objects | select(.id? == $id and .class? and
  (.name? // "" | test("Quote#"))) | .name' "$TEST_TMP/trace.json")" "Quotes\$$wrote"
# The text form produces the same trace again, including names; a trace without numbers can be read.
"$HEDDLE" export "$trace" >"$TEST_TMP/trace.txt"
"$HEDDLE" export --to htrace -o "$TEST_TMP/again.htrace" "$TEST_TMP/trace.txt"
is 'the text form produces the same trace again' \
  "$("$HEDDLE" export --to json "$TEST_TMP/again.htrace" | cksum)" \
  "$(cksum <"$TEST_TMP/trace.json")"
grep -v '^meta "number"' "$TEST_TMP/trace.txt" >"$TEST_TMP/old.txt"
"$HEDDLE" export --to htrace -o "$TEST_TMP/old.htrace" "$TEST_TMP/old.txt"
debug old 'error' --trace "$TEST_TMP/old.htrace"
shows old 'a trace without numbers can be followed' 'two quotes'
done_testing
