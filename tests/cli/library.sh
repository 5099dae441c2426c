#!/usr/bin/env bash
# Uses the engine in another program: tests/tools/library/search.c searches a sample, built only
# with libheddle.a and the files that `make install-headers` installs. (libheddle.so contains the
# same objects, compiled for a shared library.)
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
case $HEDDLE_BUILD in *-asan*) echo 'the archive needs the sanitizers of its build'; exit 77 ;; esac
make -s install-headers DESTDIR="$TEST_TMP" PREFIX= >"$TEST_TMP/make.out" 2>&1
# shellcheck disable=SC2046,SC2086 # CC may be several words
if ${CC:-gcc} -std=c17 -Wall -Werror -I"$TEST_TMP/include" -o "$TEST_TMP/use" \
  tests/tools/library/search.c "$HEDDLE_BUILD/libheddle.a" \
  $(pkg-config --libs libzip zlib libxxhash libzstd jansson libpcre2-8) -lm -lpthread \
  >"$TEST_TMP/cc.out" 2>&1; then
  ok 'the program compiles and links'
else
  not_ok 'the program compiles and links' "$(head -n 5 "$TEST_TMP/cc.out")"
fi
s=$HEDDLE_SAMPLES/Philosophers
is 'the program finds the deadlock' "$("$TEST_TMP/use" "$s" Philosophers 3 2>&1)" \
  'deadlock of T1 Philosopher, T2 Philosopher, T3 Philosopher'
is 'the program finds no deadlock in the twin' \
  "$("$TEST_TMP/use" "$s" PhilosophersFixed 3 2>&1)" 'complete: no error'
is 'an unknown class is reported' "$("$TEST_TMP/use" "$s" NoSuch 2>&1 | grep -c NoSuch)" 1
done_testing
