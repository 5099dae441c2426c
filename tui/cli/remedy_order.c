/* Ranks the remedies by what the search saw before it was stopped (remedies.def). */
#include <string.h>

#include "tui/cli/remedy.h"

#define REMEDY(name, words, points) extern const struct remedy remedy_##name;
#include "tui/cli/remedies.def"
#undef REMEDY

static const struct {
  const struct remedy *row;
  const char *words;
} table[] = {
#define REMEDY(name, words, points) {&remedy_##name, words},
#include "tui/cli/remedies.def"
#undef REMEDY
};
_Static_assert(COUNT(table) <= REMEDIES_MOST, "remedies.def");

const struct remedy *remedy_at(size_t i) { return i < COUNT(table) ? table[i].row : NULL; }

static uint64_t share_of(uint32_t part, const struct search_seen *s) {
  return s->steps ? 100 * (uint64_t)part / s->steps : 0;
}

static uint32_t points_of(size_t row, const struct search_seen *s) {
  const uint32_t points[] = {
#define REMEDY(name, words, points) (uint32_t)(points),
#include "tui/cli/remedies.def"
#undef REMEDY
  };
  return points[row];
}

uint32_t remedy_points(const char *part, const struct search_seen *s) {
  uint32_t best = 0;
  for (size_t i = 0; i < COUNT(table); i++)
    if (strstr(part, table[i].words) && points_of(i, s) > best) best = points_of(i, s);
  return best;
}

size_t remedy_order(const struct remedy_case *of, size_t out[REMEDIES_MOST]) {
  uint32_t points[COUNT(table)];
  size_t n = 0, i, k;
  for (i = 0; i < COUNT(table); i++) {
    if (!(table[i].row->causes >> of->cause & 1)) continue;
    points[i] = points_of(i, &of->seen);
    for (k = n++; k > 0 && points[out[k - 1]] < points[i]; k--) out[k] = out[k - 1];
    out[k] = i;
  }
  return n;
}
