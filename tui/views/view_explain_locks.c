/* Finds the locks held at the two accesses of a data race, for the view Explain. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/lanes_read.h"
#include "tui/views/view_explain_int.h"
#include "tui/views/view_lanes.h"

enum { HELD_MAX = 8 };

/* Returns the thread of an event and the locks that it holds at the event: "T1 Teller Lock#1
 * "Bank.a"". Caller frees. */
static char *held_at(struct debug *d, const struct lanes *l, const struct lanes_source *s,
                     uint32_t event) {
  uint32_t held[HELD_MAX], n = lanes_held(l, event, held, HELD_MAX);
  struct text t = {0};
  text_printf(&t, "%s%s", l->lanes.data[l->events.data[event].lane].name, n ? "" : " none");
  for (uint32_t i = 0; i < n; i++) {
    char *full = lanes_track_text(l, s, held[i]), *name = debug_named(d, full);
    text_printf(&t, "%s%s", i ? ", " : " ", name);
    free(full);
    free(name);
  }
  return t.s;
}

/* Returns the race at the end of the path, which is the last race in the lanes; NULL: there is
 * none. */
static const struct lane_edge *last_race(const struct lanes *l) {
  for (size_t i = l->edges.len; i-- > 0;)
    if (l->edges.data[i].missing) return &l->edges.data[i];
  return NULL;
}

char *explain_locks_text(struct debug *d, node_id error) {
  struct lanes l;
  struct lanes_source s = {.engine = d->engine};
  const struct lane_edge *race;
  char *text = NULL;
  lanes_init(&l);
  lanes_read_path(&l, &s, error, d->set.jdk);
  view_lanes_short_names(d, &l);
  race = last_race(&l);
  if (race) {
    char *first = held_at(d, &l, &s, race->from), *second = held_at(d, &l, &s, race->to);
    text = mem_printf("locks held: %s; %s", second, first);
    free(first);
    free(second);
  }
  lanes_release(&l);
  vec_free(&s.steps);
  return text;
}
