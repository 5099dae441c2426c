/* See number.h. */
#include "engine/base/number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

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

enum { KILOBYTE = 1 << 10, MEGABYTE = 1 << 20 };

char *number_size_text(uint64_t bytes) {
  if (bytes < MEGABYTE) return mem_printf("%u kB", (unsigned)(bytes / KILOBYTE));
  return mem_printf("%.*f MB", bytes % MEGABYTE && bytes < 100 * MEGABYTE ? 1 : 0,
                    (double)bytes / MEGABYTE);
}

/* A size that number_size has read is a whole number of kilobytes. */
char *number_size_word(uint64_t bytes) {
  bool mb = bytes >= MEGABYTE && !(bytes % MEGABYTE);
  return mem_printf("%llu%s", (unsigned long long)(bytes >> (mb ? 20 : 10)), mb ? "" : "k");
}

bool number_duration(const char *s, uint64_t *out) {
  static const struct {
    const char *name;
    double ns;
  } units[] = {{"", 1e9},  {"ns", 1},   {"us", 1e3},  {"ms", 1e6},
               {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}};
  char *end;
  double d;
  size_t i;
  errno = 0;
  d = strtod(s, &end);
  if (errno || !isdigit((unsigned char)*s) || s[strspn(s, "0123456789.")] != *end) return false;
  for (i = 0; i < sizeof units / sizeof *units; i++)
    if (!strcmp(end, units[i].name) && d * units[i].ns <= 3.2e18) {
      *out = (uint64_t)(d * units[i].ns + 0.5);
      return true;
    }
  return false;
}

char *number_duration_text(uint64_t ns) {
  static const struct {
    const char *name;
    uint64_t ns;
  } units[] = {{"s", 1000000000}, {"ms", 1000000}, {"us", 1000}};
  size_t i;
  for (i = 0; i < sizeof units / sizeof *units; i++)
    if (ns >= units[i].ns)
      return mem_printf("%.6g %s", (double)ns / (double)units[i].ns, units[i].name);
  return mem_printf("%u ns", (unsigned)ns);
}
