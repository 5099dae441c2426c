#!/usr/bin/env bash
# The engine without the program: a few lines of C with engine/engine.h and libheddle.a alone search a sample. (libheddle.so holds the
# same objects compiled for it.)
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/support.sh
case $HEDDLE_BUILD in *-asan*) echo 'the archive needs the sanitizers of its build'; exit 77 ;; esac
cat >"$TEST_TMP/use.c" <<'X'
#include <stdio.h>

#include "engine/engine.h"

int main(int argc, char **argv) {
  struct engine_options o;
  struct search_options so;
  struct search_report report;
  struct schedule found;
  struct engine *e;
  struct error err = {0};
  volatile int stop = 0;
  engine_options_init(&o);
  search_options_init(&so);
  o.class_path = argv[1];
  o.main_class = argv[2];
  o.argc = argc - 3;
  o.argv = argv + 3;
  if (engine_open(&o, &e, &err) || engine_search(e, &so, &stop, NULL, NULL, &report, &found, &err)) {
    fprintf(stderr, "%s\n", err.msg);
    return 5;
  }
  printf("%s%s\n", report.complete ? "complete: " : "", found.property ? found.message : "no error");
  schedule_release(&found);
  engine_close(e);
  return 0;
}
X
mkdir -p "$TEST_TMP/include/engine/base" # what `make install-lib` installs, and nothing else
cp engine/engine.h "$TEST_TMP/include/engine/"
cp engine/base/error.h "$TEST_TMP/include/engine/base/"
# shellcheck disable=SC2046,SC2086 # CC may be several words
if ${CC:-gcc} -std=c17 -Wall -Werror -I"$TEST_TMP/include" -o "$TEST_TMP/use" "$TEST_TMP/use.c" "$HEDDLE_BUILD/libheddle.a" \
  $(pkg-config --libs libzip zlib libxxhash libzstd jansson libpcre2-8) -lm -lpthread >"$TEST_TMP/cc.out" 2>&1; then
  ok 'compiles and links'
else
  not_ok 'compiles and links' "$(head -n 5 "$TEST_TMP/cc.out")"
fi
s=$HEDDLE_SAMPLES/Philosophers
is 'finds the deadlock' "$("$TEST_TMP/use" "$s" Philosophers 3 2>&1)" 'deadlock of Thread-0 (Philosopher), Thread-1 (Philosopher), Thread-2 (Philosopher)'
is 'finds none in the twin' "$("$TEST_TMP/use" "$s" PhilosophersFixed 3 2>&1)" 'complete: no error'
is 'says what is wrong' "$("$TEST_TMP/use" "$s" NoSuch 2>&1 | grep -c NoSuch)" 1
done_testing
