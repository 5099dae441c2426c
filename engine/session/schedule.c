/* Schedules: the choices from main to a node, with its error; their replay. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/session/session.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

void schedule_release(struct schedule *s) {
  uint32_t i;
  for (i = 0; s->ends && i < s->count; i++) free(s->ends[i].mark);
  free(s->ends);
  free(s->choices);
  free(s->property);
  free(s->kind);
  free(s->message);
  free(s->headline);
  free(s->location);
  free(s->detail);
  free(s->thread);
  error_places_release(&s->places);
  free(s->story);
  free(s->left_out);
  memset(s, 0, sizeof *s);
}

bool schedule_hangs(const struct schedule *s) {
  return s->property && !strcmp(s->property, engine_property_name(PROP_HANG));
}

static char *text_copy(const char *s) { return s ? mem_strdup(s) : NULL; }

/* Returns the ends of the steps from the root to n, collected on the way down. Leaves the session
 * at n. */
static struct step_end *ends_of(struct engine *e, node_id n, uint32_t count) {
  struct step_end *ends = mem_alloc((count + 1) * sizeof *ends);
  node_id *path = mem_alloc((count + 1) * sizeof *path);
  uint32_t i;
  engine_path(e, n, path, count + 1);
  for (i = 0; i < count; i++) {
    explorer_go(&e->x, path[i + 1]);
    engine_step_end(e, &ends[i]);
  }
  free(path);
  return ends;
}

void session_schedule(struct engine *e, node_id n, struct schedule *out) {
  struct choice *c;
  struct violation_info v;
  uint32_t i;
  memset(out, 0, sizeof *out);
  out->count = explorer_schedule(&e->x, n, &c);
  out->choices = mem_alloc((out->count + 1) * sizeof *out->choices);
  for (i = 0; i < out->count; i++) out->choices[i] = c[i];
  free(c);
  out->ends = ends_of(e, n, out->count);
  if (!(xnode(&e->x, n)->flags & NODE_ERROR) || engine_violation(e, n, &v)) return;
  out->property = text_copy(v.property_name);
  out->kind = text_copy(v.kind);
  out->message = text_copy(v.message);
  out->headline = text_copy(v.headline);
  out->location = text_copy(v.location);
  out->detail = text_copy(v.detail);
  out->thread = thread_title(e->vm, vm_thread(e->vm, v.thread));
}

int engine_schedule(struct engine *e, node_id n, struct schedule *out) {
  if (!node_valid(e, n)) return ERR_NOTFOUND;
  explorer_go(&e->x, NODE_ROOT);
  session_schedule(e, n, out);
  return 0;
}

/* ---- replay of a schedule ---- */

static int differs(struct error *err, uint32_t step, const char *what) {
  return error_set(err, ERR_INTERNAL, "the counterexample does not replay: step %u %s", step, what);
}

int engine_replay_schedule(struct engine *e, const struct schedule *s, struct error *err) {
  uint32_t i;
  node_id n = NODE_ROOT;
  struct violation_info v;
  if (engine_go(e, NODE_ROOT, err)) return err->code;
  for (i = 0; i < s->count; i++) {
    struct error why = {0};
    if (s->ends ? engine_take_to(e, s->choices[i], &s->ends[i], &n, &why)
                : engine_take(e, s->choices[i], &n, &why))
      return differs(err, i + 1, why.msg);
    if (i + 1 < s->count && xnode(&e->x, n)->flags & (NODE_ERROR | NODE_ENDED | NODE_FAILED))
      return differs(err, i + 1, "ends early");
  }
  if (!s->property) return 0;
  if (schedule_hangs(s) && engine_hang(e, err)) return differs(err, i, err->msg);
  if (engine_violation(e, n, &v)) return differs(err, i, "shows no error");
  if (strcmp(v.property_name, s->property) || strcmp(v.message, s->message))
    return differs(err, i, v.message);
  return 0;
}
