/* Traces for tests: generated ones with every kind of event, and hand-made ones given by short
 * scripts. */
#ifndef HEDDLE_TESTS_TRACE_FIXTURE_H
#define HEDDLE_TESTS_TRACE_FIXTURE_H

#include <stddef.h>

#include "trace/format/reader.h"
#include "trace/format/writer.h"

/* Returns a path in a fresh directory of this process; the same name gives the same path. The
 * caller frees. */
char *fixture_path(const char *name);
void fixture_remove(void); /* removes the directory with its contents */

uint8_t *fixture_slurp(const char *path, size_t *len); /* the caller frees */
void fixture_spill(const char *path, const uint8_t *data, size_t len);

/* Writes a generated trace: all event kinds, odd names, all value types, two labels. Same seed,
 * same file. */
void fixture_generate(const char *path, unsigned seed, size_t events);

/* Compare tables, meta, events and labels, including seq, and fail the test if they differ.
 * fixture_prefix allows the first to be shorter and compares only its events. */
void fixture_equal(const char *a, const char *b);
void fixture_prefix(struct trace_reader *part, struct trace_reader *whole);

/* A hand-made trace, event by event. `script` is words separated by blanks or newlines:
 *   T:rX T:wX    thread T (a digit) reads or writes the field X (a lower-case letter) of object 100
 *   T:RX T:WX    the static field X            T:vX  writes the volatile field X
 *   T:aN T:AN    reads or writes element N of array 101
 *   T:+L T:-L    enters or leaves the monitor of object L (a digit)
 *   T:sL T:SL    lock, unlock in shared mode;  T:tL  tryLock took it
 *   T:?L T:!L    begins, ends a wait
 *   T:[L T:]L    enters, leaves it for a synchronized method
 *   T:<X T:>X    before a read of the field X, after a write of it
 *   T:{M T:}M    enters, leaves method C.mM; M 0: C.run
 *   T:(C T:)C    starts, joins thread C
 * Every event has its own location: line = event number + 1 of method C.run. */
void fixture_script(const char *path, const char *script);

/* Returns an analysis's warnings for a script as "variable@first-second" words in order, with the
 * numbers of the events, -1 for none. The caller frees. */
char *fixture_warnings(const char *analysis, const char *script);
char *fixture_warnings_in(const char *regions, const char *script); /* by atomrace, with regions */

struct trace_reader *fixture_trace(const char *path); /* opened; fails the test if that fails */
void fixture_same_file(const char *a, const char *b); /* byte for byte */
int fixture_tear_down(void **state);                  /* fixture_remove() for a group of tests */

#endif
