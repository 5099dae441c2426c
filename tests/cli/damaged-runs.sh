#!/usr/bin/env bash
# Executes damaged class files that the verifier accepts: every method is called
# (tests/java/verify/Execute), and the result of each call must be that of java. Calls that do not
# end within a limit of steps are skipped and counted.
# timeout: 240
set -u
. "$HEDDLE_ROOT/tests/tools/support.sh"
count=${HEDDLE_FLIPS:-120}
classes=$HEDDLE_JAVA/verify
cd "$TEST_TMP" || exit 5

damage_in_java "$count" "${HEDDLE_SEED:-7}"
run=0 endless=0 calls=0 wrong=
while read -r i name verdict; do
  [ "$verdict" = none ] || continue
  dir=flips/$i
  "$HEDDLE" run --max-steps 3000000 -cp "$dir:$classes" Execute "$name" >"$dir/heddle" 2>"$dir/err"
  status=$?
  if grep -q -e '--max-steps' "$dir/err"; then
    endless=$((endless + 1))
    continue
  fi
  "$JAVA" -Xverify:all -XX:TieredStopAtLevel=1 -Xlog:disable -cp "$dir:$classes" Execute "$name" \
    >"$dir/java" 2>"$dir/java.err"
  want=$?
  run=$((run + 1)) calls=$((calls + $(wc -l <"$dir/java")))
  if [ $status -ne $want ] || ! cmp -s "$dir/java" "$dir/heddle"; then
    wrong+="$i $name: exit status $status, java's $want: $(diff "$dir/java" "$dir/heddle" |
      sed -n '2p;/^>/p' | head -n 2 | tr '\n' ' ') $(head -n 1 "$dir/err"); "
  fi
done <java.txt
is "$calls calls in $run classes agree, $endless without end" "$wrong" ''
if [ $((run * 20)) -ge "$count" ]; then
  ok 'enough classes of the sample run'
else
  not_ok 'enough classes of the sample run' "$run of $count"
fi
done_testing
