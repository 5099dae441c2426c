/* Makes a long trace and measures the cost of reading it.
 *
 *     trace make FILE EVENTS   writes a trace like that of a server: threads enter the monitors of
 *                              many accounts and access their fields and array elements, sometimes
 *                              without a lock
 *     trace read FILE          prints the processor time of opening the trace, of jumps to random
 *                              events, and of reading all events in order
 *     trace run COMMAND...     runs the command and prints its seconds and peak memory on standard
 *                              error */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "tests/tools/support/long_trace.h"
#include "trace/format/reader.h"

enum { JUMPS = 1000, ROUNDS = 5 };

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int fail(const struct error *err) {
  fprintf(stderr, "trace: %s\n", err->msg);
  return 1;
}

/* ---- making ---- */

static int trace_make(const char *file, const char *events) {
  struct error err = {0};
  double begin = now(CLOCK_PROCESS_CPUTIME_ID);
  if (long_trace_write(file, strtoull(events, NULL, 10), &err)) return fail(&err);
  printf("written in %.2f s\n", now(CLOCK_PROCESS_CPUTIME_ID) - begin);
  return 0;
}

/* ---- reading ---- */

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Prints the median time of opening the file in ROUNDS rounds. */
static int trace_open(const char *file, unsigned flags, const char *what) {
  double seconds[ROUNDS];
  struct error err = {0};
  for (int i = 0; i < ROUNDS; i++) {
    struct trace_reader *r;
    double begin = now(CLOCK_PROCESS_CPUTIME_ID);
    if (trace_reader_open_with(file, flags, &r, &err)) return fail(&err);
    seconds[i] = now(CLOCK_PROCESS_CPUTIME_ID) - begin;
    trace_reader_close(r);
  }
  qsort(seconds, ROUNDS, sizeof *seconds, by_value);
  printf("%-40s %8.3f s\n", what, seconds[ROUNDS / 2]);
  return 0;
}

static int trace_jump(struct trace_reader *r, struct error *err) {
  struct rng rng;
  double begin = now(CLOCK_PROCESS_CPUTIME_ID);
  rng_seed(&rng, 7);
  for (int i = 0; i < JUMPS; i++) {
    struct trace_event e;
    uint64_t n = rng_below(&rng, (uint32_t)trace_reader_count(r));
    if (trace_reader_event(r, n, &e, err)) return fail(err);
  }
  printf("%-40s %8.3f ms\n", "a jump to any event",
         (now(CLOCK_PROCESS_CPUTIME_ID) - begin) * 1e3 / JUMPS);
  return 0;
}

static int trace_walk(struct trace_reader *r, struct error *err) {
  uint64_t count = trace_reader_count(r);
  double begin = now(CLOCK_PROCESS_CPUTIME_ID), seconds;
  for (uint64_t n = 0; n < count; n++) {
    struct trace_event e;
    if (trace_reader_event(r, n, &e, err)) return fail(err);
  }
  seconds = now(CLOCK_PROCESS_CPUTIME_ID) - begin;
  printf("%-40s %8.3f s, %.1f million a second\n", "all events in order", seconds,
         (double)count / seconds / 1e6);
  return 0;
}

static int trace_read(const char *file) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_open(file, TRACE_LAZY, "opening, by the index") ||
      trace_open(file, 0, "opening, all checksums verified"))
    return 1;
  if (trace_reader_open_with(file, TRACE_LAZY, &r, &err)) return fail(&err);
  printf("%-40s %8" PRIu64 "\n", "events", trace_reader_count(r));
  int rc = trace_jump(r, &err);
  if (!rc) rc = trace_walk(r, &err);
  trace_reader_close(r);
  return rc;
}

/* ---- running ---- */

static int trace_run(char **command) {
  struct rusage usage;
  int status = 0;
  double begin = now(CLOCK_MONOTONIC);
  pid_t child = fork();
  if (!child) {
    execvp(command[0], command);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &status, 0) < 0) return 1;
  double seconds = now(CLOCK_MONOTONIC) - begin;
  getrusage(RUSAGE_CHILDREN, &usage);
  fprintf(stderr, "%.2f s, %.2f s of processor time, %ld MB\n", seconds,
          (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
              (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
          usage.ru_maxrss / 1024);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "make")) return trace_make(argv[2], argv[3]);
  if (argc == 3 && !strcmp(argv[1], "read")) return trace_read(argv[2]);
  if (argc > 2 && !strcmp(argv[1], "run")) return trace_run(argv + 2);
  fputs("usage: trace make FILE EVENTS | read FILE | run COMMAND...\n", stderr);
  return 2;
}
