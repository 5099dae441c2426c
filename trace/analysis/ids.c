/* Maps ids to consecutive numbers with a hash table (open addressing). A number is stored plus 1; 0
 * marks a free slot. */
#include "trace/analysis/ids.h"

#include <stdlib.h>

#include "engine/base/mem.h"

static size_t ids_place(uint32_t (*places)[2], size_t cap, uint32_t id) {
  size_t i = (id * 0x9e3779b1u) & (cap - 1);
  while (places[i][1] && places[i][0] != id) i = (i + 1) & (cap - 1);
  return i;
}

static void ids_grow(struct ids *s) {
  size_t cap = s->cap ? s->cap * 2 : 64;
  uint32_t(*places)[2] = mem_alloc(cap * sizeof *places);
  for (size_t i = 0; i < s->cap; i++) {
    if (!s->places[i][1]) continue;
    size_t at = ids_place(places, cap, s->places[i][0]);
    places[at][0] = s->places[i][0];
    places[at][1] = s->places[i][1];
  }
  free(s->places);
  s->places = places;
  s->cap = cap;
}

uint32_t ids_number(struct ids *s, uint32_t id) {
  if (((size_t)s->count + 1) * 2 > s->cap) ids_grow(s);
  uint32_t *place = s->places[ids_place(s->places, s->cap, id)];
  if (!place[1]) {
    place[0] = id;
    place[1] = ++s->count;
  }
  return place[1] - 1;
}

void ids_release(struct ids *s) {
  free(s->places);
  *s = (struct ids){0};
}
