#!/usr/bin/env bash
# The first screen of the report of each program in tests/java/causes, 24 lines of 80 columns: it
# is as in NAME.screen beside the program, its first line names the cause, and it shows no internals
# of the class library except in stack traces. first-lines.table there has lines
# PROGRAM|SEARCH|CAUSE, where CAUSE is a regular expression. HEDDLE_UPDATE_GOLDEN=1 writes the
# .screen files.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
sources=tests/java/causes

# Lines of the class library differ between JDKs.
screen() { # SEARCH MAIN: also writes the first line to $TEST_TMP/first
  "$HEDDLE" check -q --search "$1" -cp "$HEDDLE_JAVA/causes" "$2" >"$TEST_TMP/all" 2>&1 \
    </dev/null
  sed -n 1p "$TEST_TMP/all" >"$TEST_TMP/first"
  sed -E -e 's/^(.*\b(java|javax|jdk)\.[A-Za-z.$]+)\([A-Za-z]+\.java:[0-9]+\)/\1/' \
    -e 's/[0-9]+\.[0-9]+ s, [0-9]+ MB/N s, N MB/' "$TEST_TMP/all" |
    fold -s -w 80 | sed 's/ *$//' | head -n 24
}

internals='AbstractQueued|LockSupport|Unsafe|\$(Node|Sync|Nonfair|Fair|Itr)|ForkJoinTask\.[a-z]'
while IFS='|' read -r name search cause; do
  screen "$search" "$name" >"$TEST_TMP/screen"
  [ -z "${HEDDLE_UPDATE_GOLDEN-}" ] || cp "$TEST_TMP/screen" "$sources/$name.screen"
  if diff "$sources/$name.screen" "$TEST_TMP/screen" >"$TEST_TMP/diff"; then
    ok "$name: the first screen"
  else
    not_ok "$name: the first screen" "$(cat "$TEST_TMP/diff")"
  fi
  is "$name: the cause is on the first line" \
    "$(grep -cE "^error: $cause" "$TEST_TMP/first")" 1
  is "$name: no internals of the library" "$(
    grep -vE 'ForkJoinPool.commonPool-worker|^ +at |^ *java\.' "$TEST_TMP/screen" |
      grep -E "$internals"
  )" ''
done <"$sources/first-lines.table"
is 'each program has its cause' \
  "$(cut -d '|' -f 1 "$sources/first-lines.table" | sort | tr '\n' ' ')" \
  "$(cd "$sources" && printf '%s\n' *.java | sed 's/\.java//' | sort | tr '\n' ' ')"

# ---- the library's frames and lines on request ----
"$HEDDLE" check -q --search dfs --library-frames -cp "$HEDDLE_JAVA/causes" LatchCount \
  >"$TEST_TMP/frames" 2>&1
is '--library-frames shows the frames of the library' \
  "$(grep -c 'LockSupport\.park(' "$TEST_TMP/frames")" 1
done_testing
