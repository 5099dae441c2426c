#include "tests/tools/weak/lines.h"

#include <stdio.h>
#include <string.h>

enum { LINES_SHOWN = 10 };

/* The index of the first line that is not less. */
static int place_of_line(const struct lines *l, const char *line) {
  int low = 0, high = l->count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (strcmp(l->at[middle], line) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool lines_have(const struct lines *l, const char *line) {
  int at = place_of_line(l, line);
  return at < l->count && !strcmp(l->at[at], line);
}

void lines_add(struct lines *l, const char *line) {
  int at = place_of_line(l, line);
  if (at < l->count && !strcmp(l->at[at], line)) return;
  if (l->count == LINES_MAX) {
    l->full = true;
    return;
  }
  memmove(l->at[at + 1], l->at[at], (size_t)(l->count - at) * LINE_SIZE);
  snprintf(l->at[at], LINE_SIZE, "%s", line);
  l->count++;
}

bool lines_same(const struct lines *a, const struct lines *b) {
  if (a->count != b->count) return false;
  for (int i = 0; i < a->count; i++)
    if (strcmp(a->at[i], b->at[i])) return false;
  return true;
}

static void print_beyond(const struct lines *a, const struct lines *b, const char *before,
                         const char *what) {
  int n = 0;
  for (int i = 0; i < a->count; i++)
    if (!lines_have(b, a->at[i]) && n++ < LINES_SHOWN)
      printf("%s %s: %s\n", before, what, a->at[i]);
  if (n > LINES_SHOWN) printf("%s and %d more\n", before, n - LINES_SHOWN);
}

void lines_print_difference(const struct lines *known, const struct lines *found,
                            const char *before) {
  print_beyond(known, found, before, "missing");
  print_beyond(found, known, before, "forbidden");
}
