#!/usr/bin/env bash
# heddle campaign on recorded runs: the trials are those of java, heddle record and heddle replay.
# Techniques with the same recording share traces, and only an error that a check found counts. Also
# checks that the campaign of the paper on recorded runs is valid.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/campaign.sh

mean() { # NAME MEASURE TECHNIQUE: prints the mean over all trials in the database
  python3 - "$tmp/$1/trials.db" "$2" "$3" <<'X'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
print(" ".join(str(r[0]) for r in db.execute(
    f"SELECT {sys.argv[2]} FROM trials JOIN cells ON cells.id = cell WHERE technique = ? "
    "ORDER BY seed", (sys.argv[3],))))
X
}
cat >"$tmp/bank.campaign" <<X
seeds 1..2; property race; time 20
subject Bank; class-path "$HEDDLE_SAMPLES/BankAccount"; main BankAccount; args 2 3
technique plain; trial run
technique record; trial record; events all
technique one; trial replay; events thread,access,sync; analyze eraser; back 3; depth 10
technique anew; trial replay; events thread,access,sync; analyze eraser; back 3; depth 10
  listen check; paths 2; follow bfs
technique mended; trial replay; events thread,access,sync; property deadlock
table "All"; form means; over all; columns plain record one anew mended
  show time events share beside checks followed
X
campaign bank --jobs 2
is 'succeeds' "$status $(cat "$tmp/err")" '0 '
is 'a plain run has no trace' "$(mean bank events plain)" '0 0'
is 'its table has no undefined figure' "$(grep -c nan "$tmp/bank/tables.txt")" 0
# Two runs in the JVM need not have the same number of events.
all=$("$HEDDLE" record -o "$tmp/all.htrace" --events all -cp "$HEDDLE_SAMPLES/BankAccount" \
  BankAccount 2 3 2>&1 | sed -n 's/.*: \([0-9]*\) events.*/\1/p')
is 'a recording has all its events' "$(mean bank events record | awk -v n="$all" \
  '{ print (n > 0), ($1 > 0.8 * n), ($2 < 1.25 * n) }')" '1 1 1'
for technique in one anew; do
  is "$technique: a check finds the race" "$(mean bank verdict $technique)" 'error error'
  is "$technique: the race is on the expected field" \
    "$(mean bank 'message LIKE "%BankAccount.total%"' $technique)" \
    '1 1'
  is "$technique: checks were made on paths" \
    "$(mean bank 'checks > 0 AND paths > 0' $technique)" '1 1'
done
is 'a fixed program is inconclusive' "$(mean bank verdict mended)" 'inconclusive inconclusive'
is 'recordings are shared' "$(find "$tmp/bank/traces" -name '*.htrace' | wc -l)" 6
# The same trace produces the same answer.
trace=$(find "$tmp/bank/traces" -name '*-1.htrace' | while read -r f; do
  "$HEDDLE" export "$f" | grep -q '^meta "events" "thread+access+sync"$' && echo "$f"
done | while read -r f; do
  "$HEDDLE" export "$f" | grep -q '^label' && echo "$f"
done)
[ -z "$trace" ] ||
  is 'the answer is that of heddle replay' \
    "$("$HEDDLE" replay -q --json --property race --back 3 --depth 10 \
      -cp "$HEDDLE_SAMPLES/BankAccount" "$trace" BankAccount 2 3 |
      sed -n 's/^  "states": \([0-9]*\),/\1/p')" "$(mean bank states one | cut -d ' ' -f 1)"

# A run is recorded again until something is labelled; a fixed program never produces such a trace.
cat >"$tmp/labels.campaign" <<X
seeds 1..2; property conflict; time 20
subject Bank; class-path "$HEDDLE_SAMPLES/BankAccount"; main BankAccount; args 2 3; labelled yes
technique one; trial replay; events thread,access,sync; analyze eraser; back 3; depth 10
technique plain; trial run
table "All"; form means; over all; columns plain one; show time slowdown share; against plain
X
campaign labels --jobs 2
is 'labelled traces' "$status $(cat "$tmp/err")" '0 '
is 'each trace has labels' "$(find "$tmp/labels/traces" -name '*.htrace' | while read -r f; do
  "$HEDDLE" export "$f" | grep -q '^label' && echo yes
done | tr '\n' ' ')" 'yes yes '
is 'a check finds the conflict' "$(mean labels verdict one)" 'error error'
is 'the slowdown of a plain run is 1' \
  "$(grep -cE '^Bank +plain .* 1\.00( |$)' "$tmp/labels/tables.txt")" 1

wrong() { # NAME MESSAGE, and the technique as standard input
  {
    printf '%s\n' "subject A; class-path \"$HEDDLE_SAMPLES/BankAccount\"; main BankAccount"
    cat
  } >"$tmp/$1.campaign"
  campaign "$1"
  is "$1" "$status $(grep -c "$2" "$tmp/err")" '3 1'
}
wrong misplaced 'back cannot be combined with trial search' <<<'technique a; back 3'
wrong search 'search cannot be combined with trial replay' \
  <<<'technique a; trial replay; search dfs'
wrong kind "bad value 'guess' for trial" <<<'technique a; trial guess'

wrong against 'slowdown needs form means and against' \
  <<<'technique a; table T; form means; show slowdown'

mkdir -p "$tmp/tests/papers"
sed -E "s,class-path \.\./\.\./build/samples/([^;]*),class-path \"$HEDDLE_SAMPLES/\1\",
  s,class-path \.\./\.\./build/java/([^;]*),class-path \"$HEDDLE_JAVA/\1\"," \
  tests/papers/dabmc.campaign >"$tmp/tests/papers/dabmc.campaign"
for full in '' --full; do
  "$HEDDLE" campaign "$tmp/tests/papers/dabmc.campaign" -o "$tmp/paper" --report $full \
    >"$tmp/out" 2>"$tmp/err"
  is "the paper's campaign is valid $full" "$? $(grep -c '^Paper 003' "$tmp/out")" '4 5'
done
done_testing
