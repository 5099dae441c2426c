/* The wake-ups that a story mentions: notify and notifyAll, with the threads that wait there on the
 * path; signals of conditions; and threads that calls of the program unpark. In many errors, the
 * cause is that no thread waits where a notify occurs. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/story_int.h"

enum { WAKES_MAX = 3 };

/* ---- monitors ---- */

/* Marks the threads that wait on the monitor before event `to`. */
static void waiters(const struct story_writer *t, ref obj, uint32_t to, bool *waits) {
  uint32_t i, k, n = 0;
  for (i = 0; i < to; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    bool one = ev->op == OPK_NOTIFY && n == 1; /* if several wait, the woken one is unknown */
    if (ev->obj != obj || ev->thread >= t->name_count) continue;
    if (ev->op == OPK_WAIT && !waits[ev->thread]) waits[ev->thread] = true, n++;
    if (ev->op == OPK_REACQUIRE && waits[ev->thread]) waits[ev->thread] = false, n--;
    if (!one && ev->op != OPK_NOTIFY_ALL) continue;
    for (k = 0; k < t->name_count; k++) waits[k] = false;
    n = 0;
  }
}

/* ", which wakes T1, T2"; ", one of 3 that wait"; ", where nobody waits" */
static char *woken_text(const struct story_writer *t, uint32_t i) {
  const struct xevent *ev = t->events.data[i].ev;
  bool *waits = mem_alloc(t->name_count + 1);
  struct text s = {0};
  uint32_t k, n = 0;
  waiters(t, ev->obj, i, waits);
  for (k = 0; k < t->name_count; k++) {
    if (!waits[k]) continue;
    text_printf(&s, "%s%s", n++ ? ", " : ", which wakes ", story_name(t, k));
  }
  free(waits);
  if (!n) text_puts(&s, ", where nobody waits");
  if (n > 1 && ev->op == OPK_NOTIFY) {
    text_release(&s);
    return mem_printf(", one of %u that wait", n);
  }
  return s.s;
}

/* Adds the fact unless the part has the same text already, as in a loop. */
static bool add_wake(struct story_part *p, const char *kind, uint32_t step, char *text) {
  uint32_t i;
  for (i = 0; i < p->fact_count && strcmp(p->facts[i].text, text) != 0; i++) continue;
  if (i == p->fact_count) {
    story_add_fact(p, kind, step, text);
    return true;
  }
  free(text);
  return false;
}

static bool report_notify(struct story_writer *t, struct story_part *p, uint32_t i) {
  const struct story_item *it = &t->events.data[i];
  char *object = session_event_object(t->e, it->ev), *place = story_event_place(t->e, it->ev),
       *woken = woken_text(t, i);
  bool added = add_wake(
      p, "notify", it->step,
      mem_printf("%s %s @ %s%s", it->ev->op == OPK_NOTIFY_ALL ? "notifies all at" : "notifies",
                 object, place, woken));
  free(object);
  free(place);
  free(woken);
  return added;
}

/* ---- conditions ---- */

/* Is it the read of the first waiter by the program's call of signal or signalAll? */
static bool is_signal(const struct story_writer *t, const struct xevent *ev) {
  const struct cp_entry *call;
  const struct field *f;
  if (!ev->size || ev->write || !session_is_lock(t->e, ev)) return false;
  f = xlog_field(t->e->vm, ev->klass, ev->obj, ev->off);
  call = f && !strcmp(f->name->s, "firstWaiter")
             ? session_called(t->e->vm->methods.data[ev->method], ev->bci)
             : NULL;
  return call && !strncmp(call->name->s, "signal", 6);
}

static bool same_call(const struct xevent *a, const struct xevent *b) {
  return a->thread == b->thread && a->method == b->method && a->bci == b->bci;
}

static bool report_signal(struct story_writer *t, struct story_part *p, uint32_t i) {
  const struct story_item *it = &t->events.data[i];
  const struct cp_entry *call = session_called(t->e->vm->methods.data[it->ev->method], it->ev->bci);
  char *object = session_lock_name(t->e, it->ev->obj),
       *place = session_location(t->e->vm->methods.data[it->ev->method], it->ev->bci);
  bool added = add_wake(
      p, "notify", it->step,
      mem_printf("%s %s @ %s%s", !strcmp(call->name->s, "signalAll") ? "signals all at" : "signals",
                 object, place, it->ev->value ? "" : ", where nobody waits"));
  free(object);
  free(place);
  return added;
}

static bool report_unpark(struct story_writer *t, struct story_part *p, uint32_t i) {
  const struct xevent *ev = t->events.data[i].ev;
  char *place = session_location(t->e->vm->methods.data[ev->method], ev->bci);
  bool added = add_wake(p, "unpark", t->events.data[i].step,
                        mem_printf("unparks %s @ %s", story_name(t, ev->other), place));
  free(place);
  return added;
}

/* ---- the wakes of a part ---- */

static bool is_programs_call(const struct story_writer *t, const struct xevent *ev) {
  return ev->op == OPK_UNPARK && ev->method && ev->other < t->name_count &&
         !t->e->vm->methods.data[ev->method]->owner->is_jdk;
}

void story_report_wakes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  struct story_part *p = &t->out->parts[part];
  const struct xevent *signal = NULL;
  uint32_t i, n = 0;
  for (i = from; i < to && n < WAKES_MAX; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    if (ev->op == OPK_NOTIFY || ev->op == OPK_NOTIFY_ALL) {
      n += report_notify(t, p, i);
    } else if (is_signal(t, ev) && !(signal && same_call(signal, ev))) {
      n += report_signal(t, p, i);
      signal = ev;
    } else if (is_programs_call(t, ev)) {
      n += report_unpark(t, p, i);
    }
  }
}
