#!/usr/bin/env bash
# The same input and seed produce the same bytes, except for times and memory, even in another
# working directory or environment.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP

# same NAME ARGS...: compares two runs of `heddle check --json` in different environments.
same() {
  local name=$1
  shift
  check_json "$tmp/a.json" -o "$tmp/a.htrace" "$@"
  local first=$?
  (cd "$tmp" &&
    MALLOC_PERTURB_=85 SOME_VARIABLE=x check_json "$tmp/b.json" -o "$tmp/a2.htrace" "$@")
  is "$name: exit status" $? $first
  for f in a b; do
    sed -E 's,a2\.htrace,a.htrace,; s/"(seconds|peak_kb|boot_seconds|trace)": *("[^"]*"|[0-9.e+-]+),?//g' "$tmp/$f.json" >"$tmp/$f.kept"
  done
  if cmp -s "$tmp/a.kept" "$tmp/b.kept"; then
    ok "$name: summary"
  else
    not_ok "$name: summary" "$(diff "$tmp/a.kept" "$tmp/b.kept")"
  fi
  if [ $first -ne 1 ]; then return; fi
  if cmp -s "$tmp/a.htrace" "$tmp/a2.htrace"; then
    ok "$name: trace"
  else
    not_ok "$name: trace"
  fi
}
s=$HEDDLE_SAMPLES
same dfs --search dfs --property exception -cp "$s/TwoStage" TwoStage 2 1
same random --search random --seed 7 --property deadlock -cp "$s/Philosophers" Philosophers 3
same guided --search guided --seed 3 --heuristic pfsm \
  --seq "$HEDDLE_ROOT/sample-traces/Reorder/Reorder.seq" \
  --property exception -cp "$s/Reorder" Reorder 5 1
HEDDLE_SEARCH='' same 'by itself' --property exception -cp "$s/TwoStage" TwoStage 2 1
same complete --search dfs -cp "$s/Publish" PublishFixed
rounds=8
. tests/tools/elsewhere.sh
(while :; do :; done) & # other load on the machine
busy=$!
sample TwoStage TwoStage 2 1
sample Reorder Reorder 2 1
sample Wronglock Wronglock 1 2
sample AbsList AbsList 1 1
sample Philosophers Philosophers 3
sample Publish Publish
# Several searches; the first one answers, within its head start of a tenth of the time.
if [ "$HEDDLE_SLOW" = 1 ]; then
  HEDDLE_SEARCH='' sample Reorder --time 3000 Reorder 2 1
else
  skip 'several searches' 'a build with more checks does not finish within the head start'
fi
kill $busy
"$HEDDLE" run -cp "$HEDDLE_JAVA/programs" Maps >"$tmp/1"
"$HEDDLE" run -cp "$HEDDLE_JAVA/programs" Maps >"$tmp/2"
if cmp -s "$tmp/1" "$tmp/2"; then ok run; else not_ok run; fi
done_testing
