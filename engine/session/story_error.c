/* The end of a story: where each thread stopped, and the error (story.c). */
#include <stdlib.h>
#include <string.h>
#include "engine/session/story.h"
#include "engine/session/story_int.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

/* ---- where a thread stopped ---- */

static char *left_text(struct engine *e, uint32_t thread) {
  struct thread_info ti;
  char *place, *s;
  if (session_thread(e, thread, &ti)) return mem_strdup("");
  place = story_thread_place(e, thread);
  if (ti.life != LIFE_ENDED && ti.waits_for && *ti.waits_for)
    s = mem_printf("waits for %s @ %s", ti.waits_for, place);
  else if (ti.life == LIFE_ENDED || vm_thread(e->vm, thread)->op == OPK_END || !*place)
    s = mem_strdup("ended");
  else
    s = mem_printf("left before: %s @ %s", *ti.op ? ti.op : "run", place);
  engine_thread_release(&ti);
  free(place);
  return session_name_threads(e, s);
}

void story_report_part(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  struct story_part *p = &t->out->parts[part];
  const struct xnode *first = xnode(&t->e->x, t->path[p->first]);
  bool last = part + 1 == t->out->count;
  explorer_go(&t->e->x, t->path[p->last]);
  p->from = first->log ? story_event_place(t->e, &first->log->before) : mem_strdup("");
  p->to = story_thread_place(t->e, p->thread);
  if (first->log && !*p->from && !*p->to && first->log->before.op == OPK_END) {
    free(p->from);
    free(p->to);
    p->from = mem_strdup("its end");
    p->to = mem_strdup("its end");
  }
  story_report_others(t, p, OPK_START, "start", "started ", from, to);
  story_report_others(t, p, OPK_INTERRUPT, "interrupt", "interrupted ", from, to);
  story_report_choices(t, p);
  story_report_wakes(t, part, from, to);
  story_report_stale(t, part, from, to);
  story_report_writes(t, part, from, to);
  if (!last || !(xnode(&t->e->x, t->path[t->steps])->flags & NODE_ERROR)) {
    story_report_held(t, part, to);
    p->left = left_text(t->e, p->thread);
  }
  if (!p->fact_count) story_report_library(t, part, from, to);
}

/* ---- the error ---- */

/* Reports which threads hold locks and which wait, in the state of the error. */
static void report_standstill(struct story_writer *t) {
  struct story_part *p = &t->out->parts[t->out->count - 1];
  uint32_t i, k, count, n = vm_machine(t->e->vm)->thread_count;
  for (i = 0; i < n; i++) {
    const struct thread *th = vm_thread(t->e->vm, i);
    struct held held[LOCKS_MAX];
    struct text s = {0};
    char *name, *left;
    if (th->state == THREAD_NONE || th->state == THREAD_TERMINATED) continue;
    name = session_thread_title(t->e, i);
    left = left_text(t->e, i);
    text_puts(&s, name);
    count = story_held_locks(t, i, (uint32_t)t->events.len, held, LOCKS_MAX);
    for (k = 0; k < count; k++) {
      char *object = story_held_name(t, &held[k], i);
      if (!object) continue;
      text_printf(&s, "%s holds %s since %u", s.len > strlen(name) ? "," : "", object,
                  t->events.data[held[k].event].part + 1);
      free(object);
    }
    text_printf(&s, "%s %s", s.len > strlen(name) ? " and" : "", left);
    story_add_fact(p, "thread", t->steps, s.s);
    free(name);
    free(left);
  }
}

static void report_race(struct story_writer *t, const struct violation *v) {
  struct story_part *p = &t->out->parts[t->out->count - 1];
  char *other = session_thread_title(t->e, v->other);
  uint32_t i;
  for (i = (uint32_t)t->events.len; i-- > 0;) {
    const struct story_item *a = &t->events.data[i];
    char *where, *what;
    if (a->ev->thread != v->other || !a->ev->size || a->ev->obj != v->obj || a->ev->off != v->off)
      continue;
    if ((a->ev->write != 0) != (v->kind[0] == 'W')) continue;
    what = story_access_text(t->e, a->ev, a->ev->write ? "wrote" : "read");
    where = mem_printf(
        "its %s is not ordered after the %s in %u, where %s %s: no synchronisation in between "
        "orders these accesses",
        v->kind[1] == 'W' ? "write" : "read", a->ev->write ? "write" : "read", a->part + 1, other,
        what);
    story_add_fact(p, "race", t->steps, where);
    free(what);
    break;
  }
  free(other);
}

void story_report_error(struct story_writer *t) {
  struct xnode *k = xnode(&t->e->x, t->path[t->steps]);
  const struct violation *v = k->violation;
  explorer_go(&t->e->x, t->path[t->steps]);
  if (!v || !t->out->count) return;
  t->out->error = mem_strdup(v->message ? v->message : v->kind);
  if (v->location && v->thread == t->out->parts[t->out->count - 1].thread) {
    struct story_part *p = &t->out->parts[t->out->count - 1];
    free(p->to);
    p->to = mem_strdup(v->location);
  }
  if (v->property == PROP_RACE)
    report_race(t, v);
  else if (v->property == PROP_EXCEPTION)
    story_report_last_reads(t, t->out->count - 1, v->thread);
  else if (v->property != PROP_CONFLICT && !(v->property & PROP_ASSESSED))
    report_standstill(t); /* a deadlock or a hang */
}
