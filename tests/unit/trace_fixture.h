/* Traces made for tests: generated ones with every kind of event, and hand-made ones in a few
 * words. */
#ifndef HEDDLE_TESTS_TRACE_FIXTURE_H
#define HEDDLE_TESTS_TRACE_FIXTURE_H

#include <stddef.h>

#include "trace/reader.h"
#include "trace/writer.h"

/* A path in a fresh directory of this process; the same name gives the same path. The caller frees.
 */
char *fixture_path(const char *name);
void fixture_remove(void); /* the directory with all in it */

uint8_t *fixture_slurp(const char *path, size_t *len); /* the caller frees */
void fixture_spill(const char *path, const uint8_t *data, size_t len);

/* Writes a generated trace: all event kinds, odd names, all value types, two labels. Same seed,
 * same file. */
void fixture_generate(const char *path, unsigned seed, size_t events);

/* Tables, meta, events and labels agree, seq and all. Fails the test where they do not. With
 * `prefix` the first may be shorter: its events are compared alone. */
void fixture_equal(const char *a, const char *b);
void fixture_prefix(struct trace_reader *part, struct trace_reader *whole);

/* A hand-made trace, event by event. `script` is words parted by blanks or newlines:
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

/* What an analysis warns of in a script: "variable@first-second" words in order, with the numbers
 * of the events, -1 for none. The caller frees. */
char *fixture_warnings(const char *analysis, const char *script);
char *fixture_warnings_in(const char *regions, const char *script); /* of atomrace, in regions */

struct trace_reader *fixture_trace(
    const char *path); /* opened; fails the test where it cannot be */
void fixture_same_file(const char *a, const char *b); /* byte for byte */
int fixture_tear_down(void **state);                  /* fixture_remove() for a group of tests */

#endif
