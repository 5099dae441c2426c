/* The keys of cells in tasks and results. See farmed_int.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "trace/campaign/farmed_int.h"

static int by_text(const void *a, const void *b) {
  const struct farmed_key *x = a, *y = b;
  int r = strcmp(x->text, y->text);
  return r ? r : (x->cell > y->cell) - (x->cell < y->cell);
}

static int by_seed(const void *a, const void *b, void *seeds) {
  const uint64_t *s = seeds, x = s[*(const uint32_t *)a], y = s[*(const uint32_t *)b];
  return (x > y) - (x < y);
}

static void make_key(struct farmed_key *k, const struct campaign *c, uint32_t cell) {
  const struct campaign_cell *of = &c->cells.data[cell];
  char *all = mem_printf("heddle=%s\n%s", HEDDLE_VERSION, of->spec);
  uint32_t i, n = (uint32_t)of->options.seeds.len;
  snprintf(k->text, sizeof k->text, "%016llx", (unsigned long long)XXH3_64bits(all, strlen(all)));
  k->cell = cell;
  k->seeds = mem_alloc((n + 1) * sizeof *k->seeds);
  for (i = 0; i < n; i++) k->seeds[i] = i;
  qsort_r(k->seeds, n, sizeof *k->seeds, by_seed, of->options.seeds.data);
  free(all);
}

struct farmed_key *farmed_keys(const struct campaign *c) {
  struct farmed_key *keys = mem_alloc((c->cells.len + 1) * sizeof *keys);
  for (uint32_t i = 0; i < c->cells.len; i++) make_key(&keys[i], c, i);
  qsort(keys, c->cells.len, sizeof *keys, by_text);
  return keys;
}

void farmed_keys_free(struct farmed_key *keys, const struct campaign *c) {
  for (size_t i = 0; keys && i < c->cells.len; i++) free(keys[i].seeds);
  free(keys);
}

/* Returns the index of the first key that is not less than `text`. */
static size_t first_key(const struct farmed_key *keys, size_t n, const char *text) {
  size_t from = 0;
  while (from < n) {
    size_t middle = from + (n - from) / 2;
    if (strcmp(keys[middle].text, text) < 0)
      from = middle + 1;
    else
      n = middle;
  }
  return from;
}

static bool find_seed(const struct farmed_key *k, const campaign_seeds *seeds, uint64_t seed,
                      farmed_take *take, void *self) {
  size_t from = 0, to = seeds->len;
  bool found = false;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (seeds->data[k->seeds[middle]] < seed)
      from = middle + 1;
    else
      to = middle;
  }
  for (; from < seeds->len && seeds->data[k->seeds[from]] == seed; from++) {
    take(self, k->cell, k->seeds[from]);
    found = true;
  }
  return found;
}

bool farmed_find(const struct farmed_key *keys, const struct campaign *c, const char *cell,
                 uint64_t seed, farmed_take *take, void *self) {
  size_t i = first_key(keys, c->cells.len, cell);
  bool found = false;
  for (; i < c->cells.len && !strcmp(keys[i].text, cell); i++)
    found |= find_seed(&keys[i], &c->cells.data[keys[i].cell].options.seeds, seed, take, self);
  return found;
}

bool farmed_each(const struct farmed_key *keys, const struct campaign *c, const json_t *task,
                 farmed_take *take, void *self) {
  const json_t *list = json_object_get(task, "trials"), *pair, *seed;
  bool found = json_is_array(list);
  size_t i, k;
  json_array_foreach(list, i, pair) {
    const char *cell = json_string_value(json_array_get(pair, 0));
    json_array_foreach(json_array_get(pair, 1), k, seed) found &=
        cell && farmed_find(keys, c, cell, (uint64_t)json_integer_value(seed), take, self);
  }
  return found;
}
