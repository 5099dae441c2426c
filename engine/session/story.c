/* Describes a path as a person would, by context switches. For each stretch of one thread, the
 * story says from where to where it ran, what it wrote that another thread read later, which locks
 * it held when the next thread took over, and where it stopped. After the last stretch comes the
 * cause of the error. All of this is derived from the events of the path (keep_events) and the
 * states at the ends of the stretches. */

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/session/reach.h"
#include "engine/session/session.h"
#include "engine/session/story_words.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/deadlock.h"

struct story_item { /* a memory access, or another event that story_is_reported accepts */
  const struct xevent *ev;
  uint32_t step, part;
  enum reach reach;
  bool met;         /* another thread accessed the location, too (find_met) */
  uint32_t source;  /* a read: index + 1 of the write whose value it saw; 0: none */
  uint32_t readers; /* a write: number of reads by other threads */
  uint32_t reader;  /* a write: index + 1 of the first such read */
  /* A write that no other thread read: index + 1 of another thread's write that overwrote it. */
  uint32_t over;
  /* A read: index + 1 of the first write by another thread before the reader's next write to the
   * location or its next call that reads it; and index + 1 of that write or call. */
  uint32_t overtaken, overtaken_for;
  uint32_t before; /* index + 1 of the previous event at the same location */
};

struct story_writer {
  struct engine *e;
  struct story *out;
  node_id *path;
  uint32_t steps;
  VEC(struct story_item) events;
  uint32_t *last; /* hash table by location: index + 1 of the last write */
  uint32_t mask;
  /* The threads' names at the end of the path. A thread has no name before it is created. */
  char **names;
  uint32_t name_count;
};

struct held {
  ref obj; /* the monitor's object, or the synchronizer in a lock of java.util.concurrent */
  uint32_t depth, event;
  bool monitor;
};

enum {
  LOCKS_MAX = 8,
  PARTS_FIRST = 100,
  /* only the first and the last parts of a very long path are reported */
  PARTS_LAST = 400
};

static const char *story_name(const struct story_writer *t, uint32_t thread);
static uint32_t *story_slot_of(struct story_writer *t, const struct xevent *ev);
static void story_add_fact(struct story_part *p, enum story_kind kind, uint32_t step, char *text);
static void story_report_writes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
static void story_report_library(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
static void story_report_last_reads(struct story_writer *t, uint32_t part, uint32_t thread);
static void story_report_others(struct story_writer *t, struct story_part *p, uint8_t op,
                                enum story_kind kind, const char *word, uint32_t from, uint32_t to);
static void story_report_choices(struct story_writer *t, struct story_part *p);

/* ---- choice of accesses ---- */

/* A story is about the accesses of the program (reach.c). In the program's calls of the library,
 * accesses to the library's data count only at places that two threads accessed. */

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

/* Classifies the events. Needs an empty table and empties it again. */
static void story_find_reach(struct story_writer *t) {
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

/* ---- locks held ---- */

/* Monitors that a thread holds are derived from their events; locks of java.util.concurrent that
 * the program's calls took, from the owner that they record. */

static uint32_t held_at(const struct held *out, uint32_t n, uint32_t obj) {
  uint32_t k;
  for (k = 0; k < n && out[k].obj != obj; k++) continue;
  return k;
}

static uint32_t released(struct held *out, uint32_t n, uint32_t k) {
  CHECK(k < n, "a lock that is released was held: %u of %u", k, n);
  memmove(&out[k], &out[k + 1], (n - k - 1) * sizeof *out);
  return n - 1;
}

/* Does the event write the state of a synchronizer? The state is 0 when it is free. */
static bool is_state_of_lock(const struct story_writer *t, const struct xevent *ev) {
  const struct field *f;
  if (!ev->size || !ev->write || !session_is_lock(t->e, ev)) return false;
  f = xlog_field(t->e->vm, ev->klass, ev->obj, ev->off);
  return f && !strcmp(f->name->s, "state");
}

/* Stores the locks that the thread had taken and not released at event `to`, outermost first. Uses
 * its events. Returns their number. */
static uint32_t story_held_locks(const struct story_writer *t, uint32_t thread, uint32_t to,
                                 struct held *out, uint32_t max) {
  uint32_t n = 0, i;
  for (i = 0; i < to; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    bool lock = ev->op == OPK_LOCK, state;
    uint32_t k;
    if (ev->thread != thread) continue;
    state = is_state_of_lock(t, ev);
    if (!lock && ev->op != OPK_UNLOCK && !state) continue;
    k = held_at(out, n, ev->obj);
    if (state && k < n && !ev->value)
      n = released(out, n, k);
    else if (lock && k < n)
      out[k].depth++;
    else if ((lock || (state && ev->value)) && k == n && n < max)
      out[n++] = (struct held){.obj = ev->obj, .depth = 1, .event = i, .monitor = lock};
    else if (ev->op == OPK_UNLOCK && k < n && !--out[k].depth)
      n = released(out, n, k);
  }
  return n;
}

/* Returns the lock's name if the thread holds it in the current state. Returns NULL if not, because
 * a wait released it. The caller frees the name. */
static char *story_held_name(struct story_writer *t, const struct held *h, uint32_t thread) {
  const struct monitor *m = vm_monitor(t->e->vm, h->obj);
  const struct thread *owner;
  if (h->monitor)
    return m && m->owner == thread + 1 ? session_event_object(t->e, t->events.data[h->event].ev)
                                       : NULL;
  owner = deadlock_owner_inside(t->e->vm, h->obj);
  return owner && owner->index == thread ? session_lock_name(t->e, h->obj) : NULL;
}

/* Returns the place where the lock was taken; for a lock of the library, only the program's
 * line. */
static char *taken_place(struct story_writer *t, const struct held *h) {
  struct xevent ev = *t->events.data[h->event].ev;
  if (!h->monitor) ev.in_method = ev.method, ev.in_bci = ev.bci;
  return story_event_place(t->e, &ev);
}

/* Reports the locks held at the end of the part. The session must be at that state. */
static void story_report_held(struct story_writer *t, uint32_t part, uint32_t to) {
  struct story_part *p = &t->out->parts[part];
  struct held held[LOCKS_MAX];
  uint32_t i, n = story_held_locks(t, p->thread, to, held, LOCKS_MAX);
  for (i = 0; i < n; i++) {
    char *object = story_held_name(t, &held[i], p->thread), *place;
    if (!object) continue;
    place = taken_place(t, &held[i]);
    story_add_fact(p, STORY_HOLDS, t->events.data[held[i].event].step,
                   mem_printf("holds %s, taken @ %s", object, place));
    free(object);
    free(place);
  }
}

/* ---- overtaken reads ---- */

/* A read was overtaken if its thread read a location, another thread wrote it, and then the first
 * thread wrote it knowing only the old value, as in a lost update. */

enum { LOOKED_BACK = 4096, STALE_FACTS_MAX = 2 };

/* Were both made by the same call of the program into the library? What put reads before it writes,
 * for example, is not the reason why the program calls it. */
static bool in_one_call(const struct story_item *read, const struct story_item *then) {
  return then->reach == REACH_CALLED && read->ev->method == then->ev->method &&
         read->ev->bci == then->ev->bci;
}

static bool goes_round(const struct story_writer *t, uint32_t before, uint32_t i) {
  const struct story_item *a = before ? &t->events.data[before - 1] : NULL;
  return a && !a->ev->write && a->ev->thread == t->events.data[i].ev->thread &&
         in_one_call(a, &t->events.data[i]);
}

/* Links each access to the previous one at the same location, because searching all events
 * backwards from each access takes too long. The rounds of a loop within one call count as one
 * read. */
static void chain(struct story_writer *t) {
  uint32_t i;
  memset(t->last, 0, ((size_t)t->mask + 1) * sizeof *t->last);
  for (i = 0; i < t->events.len; i++) {
    uint32_t *slot;
    if (!t->events.data[i].ev->size) continue;
    slot = story_slot_of(t, t->events.data[i].ev);
    t->events.data[i].before = goes_round(t, *slot, i) ? t->events.data[*slot - 1].before : *slot;
    *slot = i + 1;
  }
}

/* If the thread's previous event at the location of event i is a read, and another thread wrote in
 * between, records both. Skips reads by the same call. */
static void find_overtaken(struct story_writer *t, uint32_t i) {
  const struct xevent *ev = t->events.data[i].ev;
  uint32_t at = t->events.data[i].before, other = 0, looked;
  for (looked = 0; at && looked < LOOKED_BACK; looked++, at = t->events.data[at - 1].before) {
    struct story_item *before = &t->events.data[at - 1];
    INVARIANT(at <= i && before->before < at, "the event before another one is earlier: %u, %u", at,
              i);
    if (before->ev->thread != ev->thread) {
      if (before->ev->write) other = at;
      continue;
    }
    if (!before->ev->write && in_one_call(before, &t->events.data[i])) continue;
    if (before->ev->write || !other || before->overtaken) return;
    before->overtaken = other;
    before->overtaken_for = i + 1;
    return;
  }
}

/* Finds the reads that were overtaken. Refills the table for this. */
static void story_find_stale(struct story_writer *t) {
  uint32_t i;
  chain(t);
  for (i = 0; i < t->events.len; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    if (ev->size && ev->write && ev->op != OPK_ATOMIC) find_overtaken(t, i);
  }
  /* For example, a call that found nothing in a map, and a later one that finds it changed. */
  for (i = 0; i < t->events.len; i++)
    if (t->events.data[i].reach == REACH_CALLED) find_overtaken(t, i);
}

static void report_stale(struct story_writer *t, struct story_part *p, const struct story_item *r) {
  const struct story_item *w = &t->events.data[r->overtaken - 1],
                          *own = &t->events.data[r->overtaken_for - 1];
  char *what = story_access_text(t->e, r->ev, "read");
  bool writes = own->ev->write && own->ev->op != OPK_ATOMIC;
  story_add_fact(p, STORY_STALE, r->step,
                 mem_printf("%s, which %s overwrites in %u before this thread %s in %u", what,
                            story_name(t, w->ev->thread), w->part + 1,
                            writes ? "writes it" : "accesses it again", own->part + 1));
  free(what);
}

/* Reports overtaken reads of a part, those by the program's own code first. */
static void story_report_stale(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  enum reach reach;
  uint32_t i, shown = 0;
  for (reach = REACH_OWN; reach >= REACH_CALLED; reach--)
    for (i = from; i < to && shown < STALE_FACTS_MAX; i++) {
      const struct story_item *r = &t->events.data[i];
      if (!r->overtaken || r->reach != reach) continue;
      report_stale(t, &t->out->parts[part], r);
      shown++;
    }
}

/* ---- notifications of monitors ---- */

/* A story mentions these wake-ups: notify and notifyAll, with the threads that wait there on the
 * path; signals of conditions; and threads that calls of the program unpark. In many errors, the
 * cause is that no thread waits where a notify occurs. */

enum { WAKES_MAX = 3 };

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
static bool add_wake(struct story_part *p, enum story_kind kind, uint32_t step, char *text) {
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
      p, STORY_NOTIFY, it->step,
      mem_printf("%s %s @ %s%s", it->ev->op == OPK_NOTIFY_ALL ? "notifies all at" : "notifies",
                 object, place, woken));
  free(object);
  free(place);
  free(woken);
  return added;
}

/* ---- signals of conditions ---- */

bool session_is_signal(struct engine *e, const struct xevent *ev) {
  const struct cp_entry *call;
  const struct field *f;
  if (!ev->size || ev->write || !session_is_lock(e, ev)) return false;
  f = xlog_field(e->vm, ev->klass, ev->obj, ev->off);
  call = f && !strcmp(f->name->s, "firstWaiter")
             ? session_called(e->vm->methods.data[ev->method], ev->bci)
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
      p, STORY_NOTIFY, it->step,
      mem_printf("%s %s @ %s%s", !strcmp(call->name->s, "signalAll") ? "signals all at" : "signals",
                 object, place, it->ev->value ? "" : ", where nobody waits"));
  free(object);
  free(place);
  return added;
}

static bool report_unpark(struct story_writer *t, struct story_part *p, uint32_t i) {
  const struct xevent *ev = t->events.data[i].ev;
  char *place = session_location(t->e->vm->methods.data[ev->method], ev->bci);
  bool added = add_wake(p, STORY_UNPARK, t->events.data[i].step,
                        mem_printf("unparks %s @ %s", story_name(t, ev->other), place));
  free(place);
  return added;
}

/* ---- wake-ups of a part ---- */

static bool is_programs_call(const struct story_writer *t, const struct xevent *ev) {
  return ev->op == OPK_UNPARK && ev->method && ev->other < t->name_count &&
         !t->e->vm->methods.data[ev->method]->owner->is_jdk;
}

/* Reports the notifications and signals of a part, and the threads that the program's calls
 * unpark. */
static void story_report_wakes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  struct story_part *p = &t->out->parts[part];
  const struct xevent *signal = NULL;
  uint32_t i, n = 0;
  for (i = from; i < to && n < WAKES_MAX; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    if (ev->op == OPK_NOTIFY || ev->op == OPK_NOTIFY_ALL) {
      n += report_notify(t, p, i);
    } else if (session_is_signal(t->e, ev) && !(signal && same_call(signal, ev))) {
      n += report_signal(t, p, i);
      signal = ev;
    } else if (is_programs_call(t, ev)) {
      n += report_unpark(t, p, i);
    }
  }
}

/* ---- where each thread stopped ---- */

/* Returns where the thread stopped; *ended: it has nothing left to do. */
static char *left_text(struct engine *e, uint32_t thread, bool *ended) {
  struct thread_info ti;
  char *place, *s;
  bool waits;
  *ended = false;
  if (session_thread(e, thread, &ti)) return mem_strdup("");
  place = story_thread_place(e, thread);
  waits = ti.life != LIFE_ENDED && ti.waits_for && *ti.waits_for;
  *ended = !waits && (ti.life == LIFE_ENDED || vm_thread(e->vm, thread)->op == OPK_END || !*place);
  if (waits)
    s = mem_printf("waits for %s @ %s", ti.waits_for, place);
  else if (*ended)
    s = mem_strdup("ended");
  else if (story_in_library(e, thread))
    s = mem_printf("left in %s", place);
  else
    s = mem_printf("left before: %s @ %s", *ti.op ? ti.op : "run", place);
  engine_thread_release(&ti);
  free(place);
  return session_name_threads(e, s);
}

static void story_report_part(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  struct story_part *p = &t->out->parts[part];
  const struct xnode *first = xnode(&t->e->x, t->path[p->first]);
  bool last = part + 1 == t->out->count;
  CHECK(p->first && p->first <= p->last && p->last <= t->steps,
        "a part of the story is a stretch of the path: %u..%u", p->first, p->last);
  explorer_go(&t->e->x, t->path[p->last]);
  p->from = first->log ? story_event_place(t->e, &first->log->before) : mem_strdup("");
  p->to = story_thread_place(t->e, p->thread);
  if (first->log && !*p->from && !*p->to && first->log->before.op == OPK_END) {
    free(p->from);
    free(p->to);
    p->from = mem_strdup("its end");
    p->to = mem_strdup("its end");
  }
  story_report_others(t, p, OPK_START, STORY_START, "started ", from, to);
  story_report_others(t, p, OPK_INTERRUPT, STORY_INTERRUPT, "interrupted ", from, to);
  story_report_choices(t, p);
  story_report_wakes(t, part, from, to);
  story_report_stale(t, part, from, to);
  story_report_writes(t, part, from, to);
  if (!last || !(xnode(&t->e->x, t->path[t->steps])->flags & NODE_ERROR)) {
    story_report_held(t, part, to);
    p->left = left_text(t->e, p->thread, &p->ended);
  }
  if (!p->fact_count) story_report_library(t, part, from, to);
}

/* ---- the error ---- */

/* Does this thread read an older value for ever? */
static bool repeats_a_read(const struct story_writer *t, uint32_t thread) {
  const struct xnode *last = xnode(&t->e->x, t->path[t->steps]);
  return last->choice.kind == CHOICE_STALE && last->choice.thread == thread;
}

/* Reports which threads hold locks and which wait, in the state of the error. */
static void report_standstill(struct story_writer *t) {
  struct story_part *p = &t->out->parts[t->out->count - 1];
  uint32_t i, k, count, n = vm_machine(t->e->vm)->thread_count;
  for (i = 0; i < n; i++) {
    const struct thread *th = vm_thread(t->e->vm, i);
    struct held held[LOCKS_MAX];
    struct text s = {0};
    char *name, *left;
    bool ended;
    if (th->state == THREAD_NONE || th->state == THREAD_TERMINATED) continue;
    name = session_thread_title(t->e, i);
    left = left_text(t->e, i, &ended);
    text_puts(&s, name);
    count = story_held_locks(t, i, (uint32_t)t->events.len, held, LOCKS_MAX);
    for (k = 0; k < count; k++) {
      char *object = story_held_name(t, &held[k], i);
      if (!object) continue;
      text_printf(&s, "%s holds %s since %u", s.len > strlen(name) ? "," : "", object,
                  t->events.data[held[k].event].part + 1);
      free(object);
    }
    text_printf(&s, "%s %s", s.len > strlen(name) ? " and" : "",
                repeats_a_read(t, i) ? "repeats that read for ever" : left);
    story_add_fact(p, STORY_THREAD, t->steps, s.s);
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
    story_add_fact(p, STORY_RACE, t->steps, where);
    free(what);
    break;
  }
  free(other);
}

static void story_report_error(struct story_writer *t) {
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

/* ---- places in the code ---- */

/* ---- the path ---- */

static void read_names(struct story_writer *t) {
  t->name_count = vm_machine(t->e->vm)->thread_count;
  t->names = mem_alloc((t->name_count + 1) * sizeof *t->names);
  for (uint32_t i = 0; i < t->name_count; i++) t->names[i] = session_thread_title(t->e, i);
}

/* Returns the thread's name at the end of the path. */
static const char *story_name(const struct story_writer *t, uint32_t thread) {
  return thread < t->name_count ? t->names[thread] : "";
}

static struct story_part *part_new(struct story_writer *t, uint32_t step, uint32_t thread) {
  struct story *s = t->out;
  s->parts = mem_realloc(s->parts, (s->count + 1) * sizeof *s->parts);
  s->parts[s->count] = (struct story_part){
      .thread = thread, .first = step, .name = mem_strdup(story_name(t, thread))};
  return &s->parts[s->count++];
}

static bool story_is_reported(struct engine *e, const struct xevent *ev) {
  if (xlog_internal(e->vm, ev)) return false;
  switch (ev->op) {
    case OPK_LOCK:
    case OPK_UNLOCK:
    case OPK_START:
    case OPK_INTERRUPT:
    case OPK_WAIT:
    case OPK_REACQUIRE:
    case OPK_NOTIFY:
    case OPK_NOTIFY_ALL:
    case OPK_UNPARK: return true;
    default: return ev->size && ev->shared;
  }
}

static void find_parts(struct story_writer *t) {
  struct story_part *p = NULL;
  uint32_t i, j;
  for (i = 1; i <= t->steps; i++) {
    const struct xnode *k = xnode(&t->e->x, t->path[i]);
    if (!p || p->thread != k->choice.thread) p = part_new(t, i, k->choice.thread);
    p->last = i;
    for (j = 0; k->log && j < k->log->count; j++)
      if (story_is_reported(t->e, &k->log->events[j]))
        *vec_push(&t->events) =
            (struct story_item){.ev = &k->log->events[j], .step = i, .part = t->out->count - 1};
  }
}

/* ---- which write each read saw ---- */

/* Returns the table slot for the event's location, which is empty or holds an event there. */
static uint32_t *story_slot_of(struct story_writer *t, const struct xevent *ev) {
  uint32_t at = ev->obj + ev->off, i = (at * 0x9E3779B1u) >> 4 & t->mask;
  INVARIANT(t->events.len <= t->mask, "the table of locations has a free slot: %zu", t->events.len);
  while (t->last[i]) {
    const struct xevent *w = t->events.data[t->last[i] - 1].ev;
    if (w->obj + w->off == at) break;
    i = (i + 1) & t->mask;
  }
  return &t->last[i];
}

static void note_read(struct story_writer *t, uint32_t i) {
  struct story_item *r = &t->events.data[i], *w;
  if (r->ev->behind) return; /* it did not see the newest write */
  r->source = *story_slot_of(t, r->ev);
  if (!r->source) return;
  w = &t->events.data[r->source - 1];
  if (w->ev->thread == r->ev->thread) return;
  if (!w->readers++) w->reader = i + 1;
}

static void note_write(struct story_writer *t, uint32_t i) {
  uint32_t *slot = story_slot_of(t, t->events.data[i].ev);
  struct story_item *before = *slot ? &t->events.data[*slot - 1] : NULL;
  if (before && !before->reader && before->ev->thread != t->events.data[i].ev->thread)
    before->over = i + 1;
  *slot = i + 1;
}

static void make_table(struct story_writer *t) {
  for (t->mask = 255; t->mask < t->events.len * 2; t->mask = t->mask * 2 + 1) continue;
  t->last = mem_alloc(((size_t)t->mask + 1) * sizeof *t->last);
}

static void find_sources(struct story_writer *t) {
  uint32_t i;
  for (i = 0; i < t->events.len; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    if (!ev->size) continue;
    if (!ev->write || ev->op == OPK_ATOMIC) note_read(t, i);
    if (ev->write) note_write(t, i);
  }
}

/* ---- facts of a part ---- */

const char *engine_story_word(enum story_kind kind) {
  static const char *const words[] = {
      [STORY_WRITE] = "write",   [STORY_READ] = "read",           [STORY_STALE] = "stale",
      [STORY_START] = "start",   [STORY_INTERRUPT] = "interrupt", [STORY_CHOICE] = "choice",
      [STORY_NOTIFY] = "notify", [STORY_UNPARK] = "unpark",       [STORY_HOLDS] = "holds",
      [STORY_RACE] = "race",     [STORY_THREAD] = "thread",       [STORY_MORE] = "more",
  };
  CHECK((size_t)kind < COUNT(words), "a fact of a story is of a known kind: %d", (int)kind);
  return words[kind];
}

/* Ignores a text that the part has already: the accesses of one call may have the same text. */
static void story_add_fact(struct story_part *p, enum story_kind kind, uint32_t step, char *text) {
  for (uint32_t i = 0; i < p->fact_count; i++)
    if (!strcmp(p->facts[i].text, text)) {
      free(text);
      return;
    }
  p->facts = mem_realloc(p->facts, (p->fact_count + 1) * sizeof *p->facts);
  p->facts[p->fact_count++] = (struct story_fact){.kind = kind, .step = step, .text = text};
}

static void report_write(struct story_writer *t, struct story_part *p, const struct story_item *w) {
  uint32_t by = w->reader ? w->reader : w->over;
  const struct story_item *r = &t->events.data[by - 1];
  const char *reader = story_name(t, r->ev->thread);
  char *what = story_access_text(t->e, w->ev, "wrote");
  CHECK(by && r->step >= w->step, "a write is read or overwritten later: step %u", w->step);
  story_add_fact(
      p, STORY_WRITE, w->step,
      !w->reader ? mem_printf("%s, which %s overwrites in %u", what, reader, r->part + 1)
      : w->readers > 1
          ? mem_printf("%s, which %s reads in %u, and again later", what, reader, r->part + 1)
          : mem_printf("%s, which %s reads in %u", what, reader, r->part + 1));
  free(what);
}

static void report_read(struct story_writer *t, struct story_part *p, const struct story_item *r) {
  const struct story_item *w = r->source ? &t->events.data[r->source - 1] : NULL;
  char *what = story_access_text(t->e, r->ev, "read"), *s;
  if (!w)
    s = mem_printf("%s, not written on this path since it was shared", what);
  else if (w->ev->thread == r->ev->thread)
    s = mem_printf("%s, its own write in %u", what, w->part + 1);
  else
    s = mem_printf("%s, written by %s in %u", what, story_name(t, w->ev->thread), w->part + 1);
  story_add_fact(p, STORY_READ, r->step, s);
  free(what);
}

enum { FACTS_MAX = 4, CALLED_MAX = 2, NAMED_MAX = 6 };

/* Reports up to `max` writes of one reach. Returns the number of all such writes. */
static uint32_t report_some_writes(struct story_writer *t, struct story_part *p, enum reach reach,
                                   uint32_t max, uint32_t from, uint32_t to) {
  uint32_t i, n = 0;
  for (i = from; i < to; i++) {
    const struct story_item *w = &t->events.data[i];
    if (w->reach != reach || !(w->reader || (w->over && reach != REACH_LIBRARY))) continue;
    if (n++ < max) report_write(t, p, w);
  }
  return n;
}

/* Reports the last writes of a part to each location that other threads read: those by the
 * program's own code, and some by its calls. */
static void story_report_writes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  struct story_part *p = &t->out->parts[part];
  uint32_t own = report_some_writes(t, p, REACH_OWN, FACTS_MAX, from, to);
  if (own > FACTS_MAX)
    story_add_fact(
        p, STORY_MORE, p->last,
        mem_printf("and %u more such write%s", own - FACTS_MAX, own - FACTS_MAX == 1 ? "" : "s"));
  report_some_writes(t, p, REACH_CALLED, CALLED_MAX, from, to);
}

/* Reports one write by the library, for a part that has nothing else to report. */
static void story_report_library(struct story_writer *t, uint32_t part, uint32_t from,
                                 uint32_t to) {
  report_some_writes(t, &t->out->parts[part], REACH_LIBRARY, 1, from, to);
}

static bool story_same_location(const struct xevent *a, const struct xevent *b) {
  return a->obj == b->obj && a->off == b->off;
}

static uint32_t report_last_reads(struct story_writer *t, uint32_t part, uint32_t thread,
                                  enum reach reach) {
  uint32_t kept[FACTS_MAX], n = 0, i, k, to = (uint32_t)t->events.len;
  for (i = to; i-- > 0 && n < FACTS_MAX;) {
    const struct story_item *r = &t->events.data[i];
    bool known = false;
    if (r->ev->thread != thread || !r->ev->size || r->ev->write || r->reach != reach) continue;
    if (r->ev->behind) continue; /* the choice says it */
    for (k = 0; k < n; k++) known |= story_same_location(t->events.data[kept[k]].ev, r->ev);
    if (!known) kept[n++] = i;
  }
  for (i = n; i-- > 0;) report_read(t, &t->out->parts[part], &t->events.data[kept[i]]);
  return n;
}

/* Reports the failing thread's last reads, at most FACTS_MAX locations in order: those by the
 * program's own code, else those by its calls. */
static void story_report_last_reads(struct story_writer *t, uint32_t part, uint32_t thread) {
  if (!report_last_reads(t, part, thread, REACH_OWN))
    report_last_reads(t, part, thread, REACH_CALLED);
}

/* Reports in one fact the threads that the part started or interrupted. Names only the first of
 * many. */
static void story_report_others(struct story_writer *t, struct story_part *p, uint8_t op,
                                enum story_kind kind, const char *word, uint32_t from,
                                uint32_t to) {
  struct text s = {0};
  uint32_t i, step = 0, count = 0;
  for (i = from; i < to; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    if (ev->op != op || ev->other >= t->name_count || count++ >= NAMED_MAX) continue;
    text_printf(&s, "%s%s", s.len ? ", " : word, story_name(t, ev->other));
    if (!step) step = t->events.data[i].step;
  }
  if (count > NAMED_MAX) text_printf(&s, " and %u more", count - NAMED_MAX);
  if (s.s) story_add_fact(p, kind, step, s.s);
}

static uint32_t part_of_step(const struct story_writer *t, uint32_t step) {
  uint32_t i = 0;
  while (i + 1 < t->out->count && t->out->parts[i].last < step) i++;
  return i;
}

/* Returns what a stale read missed: "; but T1 wrote Order.name = "tea" @ Order.java:2 in 2, which
 * this read need not see". Returns "" if the path begins after that write. */
static char *missed_text(struct story_writer *t, uint32_t step) {
  uint32_t at;
  const struct xevent *w = session_missed_write(t->e, t->path, step, &at);
  char *what, *s;
  if (!w) return mem_strdup("");
  what = story_access_text(t->e, w, "wrote");
  s = mem_printf("; but %s %s in %u, which this read need not see", story_name(t, w->thread), what,
                 part_of_step(t, at) + 1);
  free(what);
  return s;
}

static bool has_fact(const struct story_part *p, enum story_kind kind, const char *text) {
  for (uint32_t i = 0; i < p->fact_count; i++)
    if (p->facts[i].kind == kind && !strcmp(p->facts[i].text, text)) return true;
  return false;
}

/* Reports choices other than running on: a timed wait that elapsed, a wait that an interrupt or
 * something else ended, or a read of an older value. A loop makes the same choice again, which is
 * reported once. */
static void story_report_choices(struct story_writer *t, struct story_part *p) {
  uint32_t i;
  for (i = p->first; i <= p->last; i++) {
    const struct xnode *k = xnode(&t->e->x, t->path[i]);
    char *text, *prefix, *missed, *fact;
    size_t n;
    if (k->choice.kind == CHOICE_RUN || !k->log) continue;
    text = session_logged_text(t->e, k);
    prefix = mem_printf("T%u ", k->choice.thread);
    n = strncmp(text, prefix, strlen(prefix)) ? 0 : strlen(prefix);
    missed = k->choice.kind == CHOICE_STALE ? missed_text(t, i) : mem_strdup("");
    fact = session_name_threads(t->e, mem_printf("%s%s", text + n, missed));
    if (has_fact(p, STORY_CHOICE, fact))
      free(fact);
    else
      story_add_fact(p, STORY_CHOICE, i, fact);
    free(missed);
    free(text);
    free(prefix);
  }
}

/* ---- the whole story ---- */

static void with_places(struct engine *e, char **text) {
  char *s = *text;
  if (!s) return;
  *text = engine_with_places(e, s);
  free(s);
}

/* Appends the holders of the objects that the texts name, at the end of the path. */
static void name_objects(struct story_writer *t) {
  uint32_t i, k;
  explorer_go(&t->e->x, t->path[t->steps]);
  for (i = 0; i < t->out->count; i++) {
    struct story_part *p = &t->out->parts[i];
    with_places(t->e, &p->left);
    for (k = 0; k < p->fact_count; k++) with_places(t->e, &p->facts[k].text);
  }
}

int engine_story(struct engine *e, node_id n, struct story *out, struct error *err) {
  struct story_writer t = {.e = e, .out = out};
  struct session_visit here;
  uint32_t i, from = 0, to;
  memset(out, 0, sizeof *out);
  if (!node_valid(e, n)) return error_set(err, ERR_NOTFOUND, "no node %u", n);
  if (!e->x.keep_events)
    return error_set(err, ERR_USAGE, "the events of transitions are not kept in this session");
  here = session_visit(e);
  t.steps = xnode(&e->x, n)->depth;
  t.path = mem_alloc((t.steps + 1) * sizeof *t.path);
  engine_path(e, n, t.path, t.steps + 1);
  explorer_go(&e->x, n);
  session_names_of(e, n);
  read_names(&t);
  find_parts(&t);
  make_table(&t);
  story_find_reach(&t);
  find_sources(&t);
  story_find_stale(&t);
  for (i = 0; i < out->count; i++, from = to) {
    for (to = from; to < t.events.len && t.events.data[to].part == i; to++) continue;
    if ((i < PARTS_FIRST || i + PARTS_LAST >= out->count) && !session_stopped(e))
      story_report_part(&t, i, from, to);
  }
  CHECK(from == t.events.len, "each event belongs to a part of the story: %u of %zu", from,
        t.events.len);
  story_report_error(&t);
  if (!session_stopped(e)) name_objects(&t);
  out->steps = t.steps;
  session_return(e, here);
  vec_free(&t.events);
  for (i = 0; i < t.name_count; i++) free(t.names[i]);
  free(t.names);
  free(t.last);
  free(t.path);
  return 0;
}

void engine_story_release(struct story *s) {
  uint32_t i, j;
  for (i = 0; i < s->count; i++) {
    struct story_part *p = &s->parts[i];
    for (j = 0; j < p->fact_count; j++) free(p->facts[j].text);
    free(p->facts);
    free(p->name);
    free(p->from);
    free(p->to);
    free(p->left);
  }
  free(s->parts);
  free(s->error);
  memset(s, 0, sizeof *s);
}
