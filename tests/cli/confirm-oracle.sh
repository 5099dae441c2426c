#!/usr/bin/env bash
# The real JVM judges the engine: every error that heddle check reports for the small programs of
# tests/java/confirm/Judged.java is seen in the JVM. There is one program for each area, which has
# no error, and one with an error. Planted faults of the engine give the first one an error that no
# JVM shows (tests/faults).
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
readonly limit=$((20 * ${HEDDLE_SLOW:-1}))

errors=0
judge() { # ARGUMENT...: the error of Judged, if there is one, must be seen in the JVM
  local status
  rm -f "$tmp/c.htrace"
  timeout $limit "$HEDDLE" check -q --try 0 --search dfs --time $((limit / 2)) \
    --property exception,deadlock -o "$tmp/c.htrace" -cp "$HEDDLE_JAVA/confirm" Judged "$@" \
    >"$tmp/check" 2>&1
  status=$?
  if [ $status -eq 0 ]; then
    ok "$*: no error"
  elif [ ! -e "$tmp/c.htrace" ]; then
    not_ok "$*: a verdict" "exit status $status" "$(tail -n 3 "$tmp/check")"
  else
    errors=$((errors + 1))
    timeout $limit "$HEDDLE" confirm -q --runs 1 "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
    status=$?
    if [ $status -eq 0 ]; then
      ok "$*: the error is seen in the JVM"
    else
      not_ok "$*: the error is seen in the JVM" "exit status $status" "$(<"$tmp/out")" \
        "$(<"$tmp/err")"
    fi
  fi
}

for area in park compareAndSet monitor wait notify interrupt copy; do
  judge $area
  judge $area wrong
done
is 'errors: one for each area' $errors 7
done_testing
