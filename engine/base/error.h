/* The error object. An operation has one, which the caller owns and the first callee that fails
 * fills.
 *
 * Functions return 0 or one of the negative codes below and leave a message that fits on one line
 * of stderr. A Java exception is a value of the program under test and never one of these. */
#ifndef HEDDLE_BASE_ERROR_H
#define HEDDLE_BASE_ERROR_H

enum error_code {
  ERR_NONE = 0,
  ERR_USAGE = -2,       /* the command line; exit code 2 */
  ERR_INPUT = -3,       /* a file, class or option value is bad; exit code 3 */
  ERR_UNSUPPORTED = -4, /* something heddle cannot execute; verdict inconclusive, exit code 4 */
  ERR_INTERNAL = -5,    /* a broken invariant of heddle itself; exit code 5 */
  ERR_MEMORY = -6,      /* host memory or the arena ran out; inconclusive, exit code 4 */
  ERR_LIMIT = -7,       /* a bound set by the user was reached; inconclusive, exit code 4 */
  ERR_NOTFOUND = -8,    /* a look-up found nothing; the caller decides whether that is an error */
};

struct error {
  int code;       /* enum error_code; ERR_NONE if nothing failed */
  char msg[1000]; /* no newline at the end */
};

/* Fills `e` (may be NULL) with a formatted message and returns `code`. Keeps an error that is
 * already in `e`, because users need the first cause. */
int error_set(struct error *e, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "prefix: " before the message of `e`, to add context. Returns e->code. */
int error_prefix(struct error *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void error_clear(struct error *e);

#endif
