/* The tables of strategies and heuristics, by name (searches.def, heuristic/heuristics.def). */
#include "engine/search/search.h"

#include <stdlib.h>
#include <string.h>

#include "engine/search/ranking.h"

#define SEARCH(ops) extern const struct search_ops ops;
#include "engine/search/searches.def"
#undef SEARCH

static const struct search_ops *const table[] = {
#define SEARCH(ops) &ops,
#include "engine/search/searches.def"
#undef SEARCH
};

const struct search_ops *search_at(uint32_t i) { return i < COUNT(table) ? table[i] : NULL; }

const struct search_ops *search_find(const char *name) {
  size_t i;
  for (i = 0; i < COUNT(table); i++)
    if (!strcmp(table[i]->name, name)) return table[i];
  return NULL;
}

const char *engine_search_name(uint32_t i) { return i < COUNT(table) ? table[i]->name : NULL; }

bool engine_search_takes(const char *search, const char *option) {
  const struct search_ops *ops = search_find(search);
  size_t n = strlen(option);
  const char *at = ops && ops->options ? ops->options : "";
  for (; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (strcspn(at, " ") == n && !strncmp(at, option, n)) return true;
  return false;
}

char *engine_searches_with(const char *option) {
  const char *names[COUNT(table)];
  struct text t = {0};
  size_t i, n = 0;
  for (i = 0; i < COUNT(table); i++)
    if (engine_search_takes(table[i]->name, option)) names[n++] = table[i]->name;
  for (i = 0; i < n; i++)
    text_printf(&t, "%s%s",
                i       ? i + 1 < n ? ", " : " and "
                : n > 1 ? "the searches "
                        : "the search ",
                names[i]);
  return t.s;
}

const char *engine_heuristic_name(uint32_t i) {
  return heuristic_at(i) ? heuristic_at(i)->name : NULL;
}

const char *engine_position_name(uint32_t i) { return heuristic_position(i); }

static int unknown(const char *what, const char *name, const char *(*at)(uint32_t i),
                   struct error *err) {
  struct text names = {0};
  uint32_t i;
  for (i = 0; at(i); i++) text_printf(&names, "%s%s", i ? ", " : "", at(i));
  error_set(err, ERR_USAGE, "%s '%s' (there are %s)", what, name, names.s);
  text_release(&names);
  return ERR_USAGE;
}

int search_unknown(const char *name, struct error *err) {
  return unknown("--search: no strategy", name, engine_search_name, err);
}

int heuristic_unknown(const char *name, struct error *err) {
  return unknown("--heuristic: no heuristic", name, engine_heuristic_name, err);
}
