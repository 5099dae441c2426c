/* Makes the plan of a replay: which events of the trace are monitored, and their locations in the
 * engine's program. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/vm/machine.h"
#include "trace/replay/replay_int.h"

void plan_warn(struct plan *p, char *text) {
  size_t i;
  for (i = 0; i < p->warnings.len; i++)
    if (!strcmp(p->warnings.data[i], text)) {
      free(text);
      return;
    }
  *vec_push(&p->warnings) = text;
}

void plan_release(struct plan *p) {
  size_t i;
  for (i = 0; i < p->threads.len; i++) vec_free(&p->threads.data[i].events);
  for (i = 0; i < p->warnings.len; i++) free(p->warnings.data[i]);
  vec_free(&p->threads);
  vec_free(&p->warnings);
  vec_free(&p->events);
  vec_free(&p->before);
  vec_free(&p->marks);
  free(p->last_use);
}

uint32_t plan_event_from(const struct plan *p, uint64_t number) {
  size_t lo = 0, hi = p->events.len;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (p->events.data[mid].number < number)
      lo = mid + 1;
    else
      hi = mid;
  }
  return (uint32_t)lo;
}

int plan_stopped(const struct replay *r, uint64_t event, struct error *err) {
  enum { EVERY = 4096 };
  if (event % EVERY || !r->opt.stop || !*r->opt.stop) return 0;
  return error_set(err, ERR_LIMIT, "interrupted");
}

/* ---- recorded kinds ---- */

/* A meta entry of the trace lists the kinds by the words of `heddle record --events`. */

static bool word_means(const char *word, int kind) {
  unsigned traits = trace_kind_traits((unsigned)kind);
  if (!strcmp(word, "all") || !strcmp(word, trace_kind_name((unsigned)kind))) return true;
  if (!strcmp(word, "default")) return traits & TRAIT_DEFAULT;
  return !(traits & TRAIT_ADDITION) &&
         !strcmp(word, trace_group_name(trace_kind_group((unsigned)kind)));
}

static void recorded_kinds(struct replay *r) {
  const char *list = trace_reader_meta(r->reader, TRACE_META_EVENTS, 0);
  char *copy = mem_strdup(list ? list : "default"), *save = NULL, *w;
  int kind;
  for (w = strtok_r(copy, "+, ", &save); w; w = strtok_r(NULL, "+, ", &save))
    for (kind = 0; kind < TRACE_EV_LIMIT; kind++)
      if (trace_kind_name((unsigned)kind) && word_means(w, kind)) r->plan.recorded[kind] = true;
  free(copy);
}

/* ---- threads of the plan ---- */

static uint32_t thread_index(const struct plan *p, uint32_t id) {
  uint32_t i;
  for (i = 0; i < p->threads.len; i++)
    if (p->threads.data[i].id == id) return i;
  return PLAN_NONE;
}

static void add_thread(struct plan *p, const struct trace_thread *t) {
  *vec_push(&p->threads) =
      (struct plan_thread){.id = t->id, .parent = t->parent, .ordinal = t->ordinal};
}

/* Does the thread's chain of parents begin at a thread other than main? */
static bool is_foreign(const struct trace_reader *r, const struct trace_thread *t) {
  uint32_t steps = 0;
  while (t && t->parent && steps++ < 1000) t = trace_reader_thread(r, t->parent);
  return !t || t->ordinal;
}

/* Adds main first, then the threads that descend from it. Threads that the JVM started by itself
 * are not part of the program. */
static int make_threads(struct replay *r, struct error *err) {
  struct plan *p = &r->plan;
  size_t n = trace_reader_rows(r->reader, TRACE_THREADS), i;
  for (i = 0; i < n; i++) {
    const struct trace_thread *t = trace_reader_row(r->reader, TRACE_THREADS, i);
    if (!t->parent && !t->ordinal) add_thread(p, t);
  }
  if (!p->threads.len)
    return error_set(err, ERR_INPUT, "%s: no main thread in this trace",
                     trace_reader_path(r->reader));
  p->threads.len = 1;
  for (i = 0; i < n; i++) {
    const struct trace_thread *t = trace_reader_row(r->reader, TRACE_THREADS, i);
    if (t->parent && !is_foreign(r->reader, t)) add_thread(p, t);
  }
  return 0;
}

/* ---- monitored events ---- */

static bool is_monitored(const struct trace_event *e) {
  if (trace_kind_group(e->kind) == TRACE_GROUP_ACCESS && e->flags & TRACE_FINAL_FIELD) return false;
  if (trace_has(e, TRAIT_RETURN | TRAIT_PLACE) && e->flags & TRACE_THROWN) return false;
  if (e->kind == TRACE_EV_THREAD_JOIN && e->flags & TRACE_ELAPSED) return false;
  return trace_has(e, TRAIT_STEERS);
}

struct held { /* how often a thread holds a monitor; finds nested enters and exits */
  uint32_t thread, object, count;
};
typedef VEC(struct held) held_vec;

/* Does the event change the monitor's owner? Nested enters and exits do not, and the engine does
 * not report them. */
static bool changes_owner(held_vec *v, const struct trace_event *e) {
  size_t i;
  if (e->kind != TRACE_EV_MONITOR_ENTER && e->kind != TRACE_EV_MONITOR_EXIT) return true;
  for (i = 0; i < v->len; i++)
    if (v->data[i].thread == e->thread && v->data[i].object == e->object) break;
  if (e->kind == TRACE_EV_MONITOR_EXIT) {
    if (i == v->len) return true;
    if (--v->data[i].count) return false;
    v->data[i] = v->data[--v->len];
    return true;
  }
  if (i < v->len) {
    v->data[i].count++;
    return false;
  }
  *vec_push(v) = (struct held){e->thread, e->object, 1};
  return true;
}

static void use(struct plan *p, uint32_t object, uint32_t event) {
  if (object >= p->objects) {
    uint32_t n = object + 1 > p->objects * 2 ? object + 1 : p->objects * 2;
    p->last_use = mem_realloc(p->last_use, n * sizeof *p->last_use);
    memset(p->last_use + p->objects, 0, (n - p->objects) * sizeof *p->last_use);
    p->objects = n;
  }
  p->last_use[object] = event;
}

static int add_event(struct replay *r, uint64_t number, const struct trace_event *e,
                     uint32_t thread, struct error *err) {
  struct plan *p = &r->plan;
  struct plan_thread *t = &p->threads.data[thread];
  uint32_t index = (uint32_t)p->events.len;
  struct plan_event ev = {
      .number = number, .thread = thread, .ordinal = (uint32_t)t->events.len, .e = *e};
  int rc = e->location ? place_resolve(r, e->location, &ev.at, err) : 0;
  if (rc) return rc == PLACE_MADE_UP ? 0 : rc;
  /* a line may have several instructions, so the place is ambiguous */
  if (ev.at.by_line && trace_has(e, TRAIT_PLACE | TRAIT_BEHIND)) return 0;
  CHECK(!index || p->events.data[index - 1].number < number,
        "the events of the plan are in the order of the trace: %u", index);
  *vec_push(&p->events) = ev;
  *vec_push(&t->events) = index;
  t->ends = e->kind == TRACE_EV_THREAD_END;
  use(p, e->object, index);
  /* the value of a lock is matched with nothing */
  if (e->type == 'L' && trace_lock(e) == e->object) use(p, (uint32_t)e->value, index);
  return place_marks(r, &p->events.data[index], err);
}

static void note_uninstrumented(struct replay *r, const struct trace_event *e) {
  const struct trace_class *c = trace_reader_class(r->reader, e->ref);
  struct text t = {0};
  struct klass *k;
  /* a class that was not recorded as a whole has no hash, so it is not monitored */
  if (e->type != 'm' || !c) return;
  trace_name_method(r->reader, (uint32_t)e->value, &t);
  plan_warn(&r->plan, mem_printf("%s was not recorded, so its events are not matched", t.s));
  text_release(&t);
  k = vm_class(r->vm, trace_reader_string(r->reader, c->name, NULL), NULL);
  if (k) {
    const struct trace_method *m = trace_reader_method(r->reader, (uint32_t)e->value);
    struct method *found =
        m ? klass_declared_method(k, trace_reader_string(r->reader, m->name, NULL),
                                  trace_reader_string(r->reader, m->desc, NULL))
          : NULL;
    if (found) *vec_push(&r->not_instrumented) = found;
  }
}

/* Sets failed[i] for both events of each wait that threw at once, because the monitor was not owned
 * or the timeout was negative. The recorder writes these events, but the engine does not report
 * them. */
static int find_failed_waits(struct replay *r, bool *failed, struct error *err) {
  uint64_t n = trace_reader_count(r->reader), i;
  uint64_t *begun = mem_alloc(r->plan.threads.len * sizeof *begun);
  int rc = 0;
  for (i = 0; i < n && !rc; i++) {
    struct trace_event e;
    uint32_t t;
    rc = plan_stopped(r, i, err);
    if (!rc) rc = trace_reader_event(r->reader, i, &e, err);
    if (rc || (e.kind != TRACE_EV_WAIT_BEGIN && e.kind != TRACE_EV_WAIT_END)) continue;
    t = thread_index(&r->plan, e.thread);
    if (t == PLAN_NONE) continue;
    if (e.kind == TRACE_EV_WAIT_BEGIN)
      begun[t] = i + 1;
    else if (e.flags & TRACE_THROWN && !(e.flags & TRACE_INTERRUPTED)) {
      failed[i] = true;
      if (begun[t]) failed[begun[t] - 1] = true;
    }
  }
  free(begun);
  return rc;
}

static int read_events(struct replay *r, held_vec *held, const bool *skip, struct error *err) {
  uint64_t n = trace_reader_count(r->reader), i;
  uint64_t foreign = 0;
  for (i = 0; i < n; i++) {
    struct trace_event e;
    uint32_t thread;
    if (plan_stopped(r, i, err) || trace_reader_event(r->reader, i, &e, err)) return err->code;
    if (e.kind == TRACE_EV_NOT_INSTRUMENTED) note_uninstrumented(r, &e);
    if (e.kind == TRACE_EV_INTERRUPT || e.kind == TRACE_EV_CALL_BEFORE) r->plan.interrupts = true;
    if (!is_monitored(&e) || skip[i]) continue;
    thread = thread_index(&r->plan, e.thread);
    if (thread == PLAN_NONE) {
      foreign++;
    } else if (changes_owner(held, &e) && add_event(r, i, &e, thread, err)) {
      return err->code;
    }
  }
  r->plan.foreign = foreign > 0;
  if (foreign)
    plan_warn(&r->plan,
              mem_printf("%" PRIu64 " events of threads that the JVM started itself are left out",
                         foreign));
  return 0;
}

/* Drops the daemons' events at the end of the trace. What a daemon does after the last other thread
 * has ended depends on how long the JVM takes to stop; in the engine the daemon is gone by then. */
static void drop_after_end(struct replay *r) {
  struct plan *p = &r->plan;
  size_t n = p->events.len, i;
  while (n > 0) {
    const struct trace_thread *t = trace_reader_thread(r->reader, p->events.data[n - 1].e.thread);
    if (!t || !(t->flags & 1)) break;
    n--;
  }
  for (i = n; n > 0 && i < p->events.len; i++)
    p->threads.data[p->events.data[i].thread].events.len--;
  if (n > 0) p->events.len = n;
}

int plan_make(struct replay *r, struct error *err) {
  const char *damage = trace_reader_damage(r->reader);
  held_vec held = {0};
  bool *skip = mem_alloc(trace_reader_count(r->reader) + 1);
  int rc;
  if (damage)
    plan_warn(&r->plan, mem_printf("%s: %s; the readable part is followed",
                                   trace_reader_path(r->reader), damage));
  r->plan.open_end = damage != NULL;
  recorded_kinds(r);
  rc = make_threads(r, err);
  if (!rc) rc = find_failed_waits(r, skip, err);
  if (!rc) rc = read_events(r, &held, skip, err);
  if (!rc) drop_after_end(r);
  if (!rc) rc = plan_order(r, err);
  vec_free(&held);
  free(skip);
  return rc;
}
