#!/usr/bin/env bash
# Verdicts that must not be lost: a verdict is printed even if its counterexample cannot be written,
# a time limit is reported as the reason, and ends that differ only after a zero byte or after a
# deadlock of some threads are separate outcomes.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts
tmp=$TEST_TMP

full_disk() {
  mkdir -p "$tmp/disk" && mount -t tmpfs -o size=8k tmpfs "$tmp/disk" || return 77
  head -c 8192 /dev/zero >"$tmp/disk/zeros" 2>/dev/null
  "$HEDDLE" check -q -o "$tmp/disk/e.htrace" -cp "$cp" RaceCounter >"$tmp/out" 2>"$tmp/err"
}
export -f full_disk
export HEDDLE cp tmp
unshare -m bash -c full_disk 2>"$tmp/why"
status=$?
if [ $status = 77 ] || grep -q unshare "$tmp/why"; then
  skip 'a full disk' 'no file system can be mounted here'
else
  is 'a full disk: exit status and verdict' \
    "$status $(grep -cE '^error: data race|^  [0-9]* states?,' "$tmp/out")" '1 2'
  is 'a full disk: no trace' "$(grep -c '^  trace:' "$tmp/out")" 0
  is 'a full disk: reported' "$(grep -c 'e.htrace.*No space left on device' "$tmp/err")" 1
fi

"$HEDDLE" check -q --search context-bounded --time 0.5 --property exception -cp "$cp" Outcomes \
  late >"$tmp/out" 2>&1
is 'a time limit within a transition' "$? $(head -n 1 "$tmp/out")" \
  '4 inconclusive: time 0.5 s; all schedules with at most 0 preemptions were explored'

"$HEDDLE" check -q --outcomes --property exception -cp "$cp" Outcomes zero >"$tmp/out" 2>&1
is 'outcomes that differ after a zero byte are separate' \
  "$(grep -o 'printed "[^"]*"' "$tmp/out" | tr '\n' ' ')" \
  'printed "n\x000" printed "n\x001" '
for search in dfs bfs; do
  "$HEDDLE" check -q --outcomes --property deadlock --search $search -cp "$cp" Outcomes locked \
    >"$tmp/out" 2>&1
  is "a deadlock of some threads, $search" \
    "$? $(sed 's/ lambda at [^ ,;]*//g' "$tmp/out" |
    grep -oE '^error: deadlock: T1 waits|outcome [0-9]: .* printed "[^"]*"' |
    tr '\n' ',')" \
    '1 error: deadlock: T1 waits,outcome 1: exit 0, printed "main",'
done
"$HEDDLE" check -q --outcomes --property exception --json -cp "$cp" Outcomes zero >"$tmp/out" 2>&1
is 'JSON escapes a zero byte' "$(grep -c '"output": "n\\u000[0-9]' "$tmp/out")" 2
done_testing
