/* See error.h. */
#include "engine/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int error_set(struct error *e, int code, const char *fmt, ...) {
  va_list ap;
  if (!e) return code;
  if (e->code) return e->code;
  e->code = code;
  va_start(ap, fmt);
  vsnprintf(e->msg, sizeof e->msg, fmt, ap);
  va_end(ap);
  return code;
}

int error_prefix(struct error *e, const char *fmt, ...) {
  char old[sizeof e->msg];
  va_list ap;
  int n;
  memcpy(old, e->msg, sizeof old);
  va_start(ap, fmt);
  n = vsnprintf(e->msg, sizeof e->msg, fmt, ap);
  va_end(ap);
  if (n < 0) n = 0;
  if ((size_t)n < sizeof e->msg) snprintf(e->msg + n, sizeof e->msg - (size_t)n, ": %s", old);
  return e->code;
}

void error_clear(struct error *e) {
  e->code = 0;
  e->msg[0] = 0;
}
