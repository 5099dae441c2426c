#!/usr/bin/env bash
# heddle check --search auto: several searches beside each other, of which the first certified error
# or the first whole one answers.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
v=$HEDDLE_JAVA/verdicts
out=$TEST_TMP/out
auto() { # OPTION... MAIN: sets status, out, out.err
  "$HEDDLE" check --search auto "$@" >"$out" 2>"$out.err" </dev/null
  status=$?
}
searches() { # the names of the members that --json lists
  sed -nE 's/^ *"name": "([^"]*)".*/\1/p' "$out"
}

# ---- small programs: whole ----
for jobs in 1 2 5; do
  auto --jobs $jobs --json -cp "$v" SafePutIfAbsent
  is "$jobs at a time, no error: exit status" $status 0
  is "$jobs at a time, no error: complete" \
    "$(json_value "$out" verdict) $(json_value "$out" complete)" 'no error true'
  auto --jobs $jobs --json -cp "$v" ErrorLostUpdate
  is "$jobs at a time, an error" \
    "$status $(json_value "$out" verdict) $(json_value "$out" property)" '1 error exception'
done

# ---- an error that depth first does not come to ----
slow=${HEDDLE_SLOW:-1}
auto --time $((60 * slow)) --property exception,deadlock -o "$TEST_TMP/lost.htrace" -cp "$v" \
  PoolLoses
is 'an error deep in a pool: exit status' $status 1
is 'it is the program'"'"'s' \
  "$(head -n 1 "$out" |
  grep -c '^error: uncaught java.lang.IllegalStateException in thread main: lost ')" 1
is 'the trace has its name' \
  "$(grep -c "^  trace: $TEST_TMP/lost.htrace\$" "$out") $(ls "$TEST_TMP" | grep -c 'lost')" '1 1'
"$HEDDLE" replay "$TEST_TMP/lost.htrace" -cp "$v" >"$TEST_TMP/replayed" 2>&1
is 'and replays' $? 1
mv "$TEST_TMP/lost.htrace" "$TEST_TMP/first.htrace"
read -r -a again < <(sed -n 's/^  again: heddle //p' "$out")
"$HEDDLE" "${again[@]}" >"$TEST_TMP/again" 2>&1
is 'the command that is named repeats it: exit status' $? 1
figures() {
  sed -E -e '/^  (trace|keep|every|bound|random|pct|dpor|contracts|breadth|again)/d' \
    -e 's/; [0-9.]+ s, [0-9]+ MB$//' "$1"
}
is '... and the same answer' "$(figures "$TEST_TMP/again")" "$(figures "$out")"
if cmp -s "$TEST_TMP/first.htrace" "$TEST_TMP/lost.htrace"; then
  ok '... and the same counterexample'
else
  not_ok '... and the same counterexample' "$(cmp "$TEST_TMP/first.htrace" "$TEST_TMP/lost.htrace")"
fi

# ---- too large for its time, but not over contracts ----
auto --time $((6 * slow)) -cp "$v" SafeProducer
is 'over contracts: exit status' $status 0
is 'over contracts: says what that rests on' \
  "$(head -n 1 "$out" |
    grep -cE '^no error: .*, taking [0-9]+ methods of the JDK as one step each')" 1
is 'over contracts: the command that repeats it' "$(grep -c '^  again: .* --contracts' "$out")" 1
auto --time $((2 * slow)) --strict -cp "$v" SafeProducer
is 'strict: exit status' $status 4

# ---- too large for its time ----
auto --time 3 -cp "$v" BigSpace
is 'too large: exit status' $status 4
is 'too large: says how long' "$(head -n 1 "$out")" 'inconclusive: time 3 s'
is 'too large: no member claims more than its part' "$(grep -c '^no error' "$out")" 0
is 'too large: each member has its line' \
  "$(grep -cE '^  (every step|bound [012]|random|pct|dpor|contracts|breadth) +(done|ended|stopped|not begun) +[0-9.]+ s' "$out")" 9
auto --time $((3 * slow)) --json -cp "$v" BigSpace
is 'too large, JSON' "$status $(json_value "$out" verdict) $(searches | wc -l)" '4 inconclusive 9'

# ---- what is known when it is interrupted ----
env --default-signal=INT "$HEDDLE" check --search auto -cp "$v" BigSpace >"$out" 2>&1 </dev/null &
sleep 2
kill -INT $!
wait $!
is 'interrupted: exit status' $? 130
is 'interrupted: says so' "$(head -n 1 "$out")" 'inconclusive: interrupted'

# ---- what fails ----
auto NoSuchClass
is 'no such class: exit status' $status 3
is 'no such class: said once' "$(grep -c 'NoSuchClass' "$out.err")" 1
for option in '--depth 4' '--atomic x' '--contracts' '--outcomes' '--all-errors' \
    "--checkpoint $TEST_TMP/c" '--max-states 10' '--junit X'; do
  # shellcheck disable=SC2086 # words are meant to be split
  auto $option -cp "$v" SafeOneLock
  is "$option: refused" \
    "$status $(grep -c -- "${option%% *} does not go with --search auto" "$out.err")" '2 1'
done
for command in debug explain; do
  "$HEDDLE" $command --search auto -cp "$v" SafeOneLock >"$out" 2>&1 </dev/null
  is "$command: refused" "$? $(grep -c -- '--search auto is of heddle check' "$out")" '2 1'
done

# ---- standard input that can be read only once ----
printf '7\n' | "$HEDDLE" check --search auto --stdin - -cp "$v" SafeOneLock >"$out" 2>&1
is 'a pipe as standard input' $? 0
done_testing
