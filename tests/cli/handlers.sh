#!/usr/bin/env bash
# Uncaught exceptions: an exception that java does not print is not an error, and the scope counts
# exceptions that handlers handled.
# STRESS builds run this.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts
tmp=$TEST_TMP

"${JAVA:-java}" -cp "$cp" HandlersTake death >"$tmp/java" 2>&1
"$HEDDLE" check -q -cp "$cp" HandlersTake death >"$tmp/out" 2>&1
status=$?
if [ -s "$tmp/java" ]; then want=1; else want=0; fi
is 'ThreadDeath is an error exactly if java prints it' "$status" "$want"
for how in own default group; do
  "$HEDDLE" check -q -cp "$cp" HandlersTake $how >"$tmp/out" 2>&1
  is "$how: the scope counts the exception" \
    "$? $(grep -c '; 1 exception was taken by a handler (see --swallowed);' "$tmp/out")" '0 1'
done
"$HEDDLE" check -q -cp "$cp" SafeOneLock >"$tmp/out" 2>&1
is 'no exception was handled: the scope has no count' "$(grep -c 'by a handler' "$tmp/out")" 0
done_testing
