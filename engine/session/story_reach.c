/* Selects the accesses that a story is about (reach.c). If the program calls the library, accesses
 * to the library's data are kept only for places that two threads accessed. */
#include <string.h>

#include "engine/session/story_int.h"

/* Marks places that two threads accessed. The table by location holds the first access to each, and
 * its `met` is final when all events were read. */
static void find_met(struct story_writer *t) {
  uint32_t i;
  for (i = 0; i < t->events.len; i++) {
    struct story_item *it = &t->events.data[i];
    uint32_t *slot;
    if (it->reach != REACH_CALLED) continue;
    slot = story_slot_of(t, it->ev);
    if (!*slot)
      *slot = i + 1;
    else if (t->events.data[*slot - 1].ev->thread != it->ev->thread)
      t->events.data[*slot - 1].met = true;
  }
}

void story_find_reach(struct story_writer *t) {
  uint32_t i;
  for (i = 0; i < t->events.len; i++)
    t->events.data[i].reach = session_reach(t->e, t->events.data[i].ev);
  find_met(t);
  for (i = 0; i < t->events.len; i++) {
    struct story_item *it = &t->events.data[i];
    if (it->reach == REACH_CALLED && !t->events.data[*story_slot_of(t, it->ev) - 1].met)
      it->reach = REACH_LIBRARY;
  }
  memset(t->last, 0, ((size_t)t->mask + 1) * sizeof *t->last);
}
