/* The table of heuristics. */
#include "engine/heuristic/heuristic.h"

#define HEURISTIC(id) extern const struct heuristic_ops heuristic_##id;
#include "engine/heuristic/heuristics.def"
#undef HEURISTIC

static const struct heuristic_ops *const table[] = {
#define HEURISTIC(id) &heuristic_##id,
#include "engine/heuristic/heuristics.def"
#undef HEURISTIC
};

const struct heuristic_ops *heuristic_at(uint32_t i) { return i < COUNT(table) ? table[i] : NULL; }

const struct heuristic_ops *heuristic_find(const char *name) {
  for (uint32_t i = 0; i < COUNT(table); i++)
    if (!strcmp(table[i]->name, name)) return table[i];
  return NULL;
}

const char *heuristic_position(uint32_t whose) {
  static const char *const words[] = {
      [WHOSE_LAST_OR_NEW] = "last-or-new", [WHOSE_LAST] = "last", [WHOSE_NEAREST] = "nearest"};
  return whose < COUNT(words) ? words[whose] : NULL;
}
