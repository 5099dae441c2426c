#!/usr/bin/env bash
# Sessions of the debugger: they are saved while the user works, resumed from another folder,
# loaded, and kept when the program is recompiled.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
s=$HEDDLE_SAMPLES/BankAccount
bank=(-cp "$s" --property exception BankAccountLambdas 2 2)
export HEDDLE_SESSIONS=$TEST_TMP/sessions

lines() { # NAME COMMANDS ARGS...: sends commands as if typed on a terminal without a screen
  local name=$1 commands=$2
  shift 2
  tr ';' '\n' <<<"$commands" | TERM=dumb "$HEDDLE" debug "$@" >"$TEST_TMP/$name.out" 2>&1
}
kept() { sed '/^#/d' "$HEDDLE_SESSIONS"/*.session 2>/dev/null | paste -sd';'; }

lines first 'step 3;bookmark a first;note a "quoted" note;take T2;jump a;trace;up 2;up' "${bank[@]}"
is 'the session is kept as a script' "$(kept)" \
  'step 3;bookmark a first;note a "quoted" note;take T2;jump a;trace;up 2;up'
is 'the session keeps its folder' "$(sed -n 's/^# folder //p' "$HEDDLE_SESSIONS"/*.session)" "$PWD"
lines quoted 'bookmark "a" as typed;bookmark' "${bank[@]}"
shows quoted 'a quoted letter is kept' "a step 0: as typed"
rm "$(ls -t "$HEDDLE_SESSIONS"/*.session | head -n 1)"
lines nothing 'debug;trace' "${bank[@]}"
is 'a session without work is not kept' "$(ls "$HEDDLE_SESSIONS" | wc -l)" 1
echo 'path' >"$TEST_TMP/again.txt"
(cd / && "$HEDDLE" debug --resume --batch "$TEST_TMP/again.txt") >"$TEST_TMP/resume.out" 2>&1
shows resume 'the session is resumed' 'resumed: 8 commands, step 3'
shows resume 'on the same path' '3 T1 lambda @39 begin: read int[]#1[0] = 0 @15 (node 3)'
is 'a batch changes nothing' "$(kept | tr ';' '\n' | wc -l)" 8
lines more 'take T2;take T2;jump b;note' --resume BankAccountLambdas
shows more 'nodes keep their numbers' '(node 4)'
is 'new commands are appended to its file' "$(kept)" \
  'step 3;bookmark a first;note a "quoted" note;take T2;jump a;trace;up 2;up;take T2;take T2;try jump b'
lines env 'step 2' --env scenario 'next() || next()' --property linearizable \
  -cp "$HEDDLE_SAMPLES/lessons" Tickets
"$HEDDLE" debug --resume Tickets --batch /dev/null >"$TEST_TMP/tickets.out" 2>&1
shows tickets 'a session of an environment is found by its class' 'resumed: 1 command, step 2'
rm -f "$HEDDLE_SESSIONS"/Tickets-*
"$HEDDLE" debug --resume NoSuch >"$TEST_TMP/none.out" 2>&1
is 'an unknown session: exit status' $? 3
shows none 'the reason is printed' "there is no session 'NoSuch'"
"$HEDDLE" debug --resume --depth 5 >"$TEST_TMP/option.out" 2>&1
is 'options cannot be given for a resumed session' $? 2

# After a crash, the file contains the commands that had ended.
mkfifo "$TEST_TMP/in"
TERM=dumb "$HEDDLE" debug "${bank[@]}" <"$TEST_TMP/in" >"$TEST_TMP/crash.out" 2>&1 &
exec 7>"$TEST_TMP/in"
printf 'step 2\nstep\n' >&7
for _ in $(seq 100); do grep -qF 'step 3:' "$TEST_TMP/crash.out" && break; sleep 0.05; done
"$HEDDLE" debug --resume --batch /dev/null >"$TEST_TMP/running.out" 2>&1
shows running 'a running session does not count as the latest' 'resumed: 11 commands'
kill -KILL $!
wait $! 2>/dev/null
exec 7>&-
"$HEDDLE" debug --resume --batch /dev/null >"$TEST_TMP/crashed.out" 2>&1
shows crashed 'a killed session is resumed' 'resumed: 2 commands, step 3'

# A saved script can be resumed, run alone, and loaded.
debug save "break 15;step 9;watch BankAccountLambdas#1.total;save $TEST_TMP/saved.txt" "${bank[@]}"
"$HEDDLE" debug --resume "$TEST_TMP/saved.txt" --batch /dev/null >"$TEST_TMP/saved.out" 2>&1
shows saved 'a saved script is resumed' 'resumed: 3 commands, step 3'
alone() { # NAME ARGS...: runs the saved script from another folder
  local name=$1
  shift
  (cd "$TEST_TMP" && "$HEDDLE" debug --batch saved.txt "$@") >"$TEST_TMP/$name.out" 2>&1
  is "$name: exit status" $? 0
}
alone alone
shows alone 'a saved script runs alone' ':watch BankAccountLambdas#1.total'
alone own --property race --width 90
is 'options of the command line override those of the script' \
  "$(grep -c 'step 6' "$TEST_TMP/own.out")" \
  "$(grep -c 'step 6' "$TEST_TMP/alone.out")"
echo "save $TEST_TMP/both.txt" >>"$TEST_TMP/saved.txt"
alone own --property race --width 90
first_line() { head -n 1 "$1" | tr -d "'"; } # FILE: paths with spaces are quoted
is 'the combined options are saved' "$(first_line "$TEST_TMP/both.txt")" \
  "# heddle debug --batch $TEST_TMP/both.txt -cp $s --property exception --property race --width 90 \
BankAccountLambdas 2 2"
(cd "$s" && "$HEDDLE" debug --batch "$TEST_TMP/saved.txt" -cp ../BankAccount) \
  >"$TEST_TMP/path.out" 2>&1
is 'a relative path of the command line refers to its own folder' \
  "$? $(first_line "$TEST_TMP/both.txt" |
  grep -oF -- "-cp $s/../BankAccount")" "0 -cp $s/../BankAccount"
(cd "$s" && printf 'step\nsave %s\n' "$TEST_TMP/here.txt" | "$HEDDLE" debug --batch - \
  BankAccountLambdas 2 2) >"$TEST_TMP/here.out" 2>&1
(cd / && "$HEDDLE" debug --batch "$TEST_TMP/here.txt") >"$TEST_TMP/there.out" 2>&1
is 'a default class path refers to the folder of the saved script' $? 0
sed '/^# folder/d' "$TEST_TMP/here.txt" >"$TEST_TMP/moved.txt"
(cd "$s" && "$HEDDLE" debug --batch "$TEST_TMP/moved.txt") >"$TEST_TMP/moved.out" 2>&1
is 'a script without a folder runs in the current one' $? 0
"$HEDDLE" debug --batch "$TEST_TMP/saved.txt" -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1 \
  >"$TEST_TMP/operand.out" 2>&1
shows operand 'a program of the command line replaces that of the script' 'TwoStage'
echo step >"$TEST_TMP/bare.txt"
"$HEDDLE" debug --batch "$TEST_TMP/bare.txt" >"$TEST_TMP/bare.out" 2>&1
is 'a script without a program is refused' $? 2
sed -i '$d' "$TEST_TMP/saved.txt"
debug load "step;break 16;load $TEST_TMP/saved.txt;path;break;watch" "${bank[@]}"
shows load 'the script is loaded' 'loaded '"$TEST_TMP/saved.txt: 3 commands, step 3"
is 'load: earlier breakpoints are removed' "$(grep -c ':16, hit' "$TEST_TMP/load.out")" 0
shows load 'breakpoints of the script are set' 'b1 BankAccountLambdas.java:15, hit 1 time'
debug other "load $TEST_TMP/saved.txt" -cp "$s" --property exception BankAccountLambdas 3 2
is 'load: another program is refused' $? 3
debug again 'step 2;export '"$TEST_TMP/view.txt"';debug' "${bank[@]}"
is 'export: the text of the view is as printed' "$(cat "$TEST_TMP/view.txt")" \
  "$(sed '1,/^:debug$/d' "$TEST_TMP/again.out")"
debug page "step 2;export $TEST_TMP/view.html;lanes;export $TEST_TMP/lanes.html;\
export $TEST_TMP/lanes.json;tree;export $TEST_TMP/tree.json" "${bank[@]}"
is 'export: a view becomes an HTML page' "$(sed -n '1p;$p' "$TEST_TMP/view.html" | tr '\n' ' ')" \
  '<!DOCTYPE html> </html> '
is 'export: the lanes become an HTML page of the path' \
  "$(head -c 15 "$TEST_TMP/lanes.html") $(grep -c 'runs = with a lock' "$TEST_TMP/lanes.html")" \
  '<!DOCTYPE html> 0'
is 'export: the path is written for Perfetto' \
  "$(jq -r '.traceEvents | length > 2' "$TEST_TMP/lanes.json")" true
shows page 'export: a view that shows no run is refused as .json' \
  'only Trace and Lanes are written as .json'
debug copy 'copy' "${bank[@]}"
shows copy 'copy needs a terminal' 'copy: no terminal whose clipboard takes it'

# The program is recompiled during the session.
mkdir -p "$TEST_TMP/src" "$TEST_TMP/classes"
source=$TEST_TMP/src/Count.java
cat >"$source" <<'JAVA'
import java.util.stream.IntStream;

class Count {
  static int n;

  static void add() {
    int seen = n;
    n = seen + 1;
  }

  public static void main(String[] args) throws Exception {
    Thread[] all =
        IntStream.range(0, 2).mapToObj(i -> new Thread(Count::add)).toArray(Thread[]::new);
    for (Thread t : all) t.start();
    for (Thread t : all) t.join();
    assert n == 2 : n;
  }
}
JAVA
"$JAVAC" -g -d "$TEST_TMP/classes" "$source" || not_ok 'javac'
TERM=dumb "$HEDDLE" debug -cp "$TEST_TMP/classes" --source-path "$TEST_TMP/src" \
  --property exception Count <"$TEST_TMP/in" >"$TEST_TMP/reload.out" 2>&1 &
exec 7>"$TEST_TMP/in"
printf 'set depth 33\nmark Count.java:8\nbreak 16\nstep 4\nbookmark a\ntake T0\nwatch Count.n\ndebug\npath\n' >&7
for _ in $(seq 100); do grep -qF ':path' "$TEST_TMP/reload.out" && break; sleep 0.05; done
sleep 0.2
was=$(sed -n '/^:path/,$p' "$TEST_TMP/reload.out" | grep -c '(node ')
sed -i 's/^class Count/\/\/ a line more\n\/\/ and another\n&/' "$source"
"$JAVAC" -g -d "$TEST_TMP/classes" "$source" || not_ok 'javac'
printf 'reload\nmarks\nbreak\nwatch\npath\nnote\n' >&7
exec 7>&-
wait $!
is 'reload: exit status' $? 0
shows reload 'the mark moves with its line' 'ok g1 Count.java:10'
shows reload 'the breakpoint moves with its line' 'b1 Count.java:18, hit'
shows reload 'the watch is kept' 'w1 Count.n = '
shows reload 'the path is executed again' "reloaded: $was of $was steps taken again"
is 'reload: the path has the new lines' "$(sed '1,/^:reload/d' "$TEST_TMP/reload.out" |
  grep -c '^ *[0-9]* T1 .*@10 (node')" 1
shows reload 'the bookmark is kept' "1 'a step 4"
"$HEDDLE" debug --resume Count --batch "$TEST_TMP/again.txt" >"$TEST_TMP/after.out" 2>&1
shows after 'the session continues after a reload' ", step $was"
shows after 'its settings are kept' ':set depth 33'
# A path that no longer exists.
sed -i 's/i -> new Thread(Count::add)/i -> new Thread(() -> {})/' "$source"
"$JAVAC" -g -d "$TEST_TMP/classes" "$source" || not_ok 'javac'
"$HEDDLE" debug --resume Count --batch /dev/null >"$TEST_TMP/less.out" 2>&1
shows less 'the first command that fails is reported' 'resumed only up to command '
done_testing
