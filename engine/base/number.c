/* See number.h. */
#include "engine/base/number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool number_whole(const char *s, uint64_t max, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull(s, &end, 10);
  return !errno && isdigit((unsigned char)*s) && !*end && *out <= max;
}

bool number_real(const char *s, double max, double *out) {
  char *end;
  errno = 0;
  *out = strtod(s, &end);
  return !errno && end != s && !*end && *out >= 0 && *out <= max && !strpbrk(s, "xXpPnN");
}

bool number_size(const char *s, uint64_t *out) {
  static const char letters[] = "kmg";
  char *end;
  const char *letter;
  uint64_t n;
  int shift = 20;
  errno = 0;
  n = strtoull(s, &end, 10);
  if (errno || !isdigit((unsigned char)*s)) return false;
  if (*end) {
    letter = strchr(letters, tolower((unsigned char)*end));
    if (!letter || end[1]) return false;
    shift = 10 * (int)(letter - letters + 1);
  }
  if (!n || n > (1ull << 40) >> shift) return false;
  *out = n << shift;
  return true;
}
