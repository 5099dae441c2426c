/* Rewrites the texts of a deadlock with the session's names for objects. */
#include <stdlib.h>

#include "engine/session/session.h"
#include "engine/vm/sched/deadlock.h"

static char *name(void *self, ref r) { return session_object_name(self, r); }

void session_deadlock_detail(struct engine *e) {
  struct violation *v = xnode(&e->x, e->x.here)->violation;
  struct choice c;
  if (!v || v->property != PROP_DEADLOCK) return;
  session_names_of(e, e->x.here);
  free(v->headline);
  free(v->detail);
  v->headline = deadlock_headline(e->vm, name, e);
  v->detail = deadlock_text(e->vm, !vm_choices(e->vm, &c, 1), name, e);
}
