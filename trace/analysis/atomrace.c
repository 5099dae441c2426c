/* AtomRace: data races observed as they happen, and violations of atomicity.
 *
 * Z. Letko, T. Vojnar, B. Krena: AtomRace: data race and atomicity violation detector and healer,
 * PADTAD 2008 (paper 003, section 2). Each access has an event before it and one after it. Its
 * window is the time between the two. If an access of another thread to the same variable lies or
 * begins within the window, and one of the two accesses is a write, no synchronisation separated
 * them. Such a race is observed, not extrapolated.
 *
 * Between the two events a thread does nothing else, so it has at most one window. When a
 * window closes, the overlap is noted in the windows that are still open. A window whose second
 * event was not recorded is dropped at its thread's next event.
 *
 * Violations are the unserialisable triples (S. Lu et al.: AVIO, ASPLOS 2006) of two consecutive
 * accesses in one thread and region with one of another thread between them: read, write, read;
 * write, write, read; read, write, write; write, read, write. A region is one of these:
 *
 *   - a synchronized method, from entering its monitor to leaving it or waiting;
 *   - a call of any method, but only for a read and a later write in it, which may depend on the
 *     value read. Without method-enter events, the write must come after the read in the method's
 *     code;
 *   - if the user names methods, only a call of one of these, including its callees.
 *
 * Volatile variables do not race, but their violations count. For each variable, the last accesses
 * of THREADS_KEPT threads are stored. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/analysis_table.h"
#include "trace/analysis/ids.h"
#include "trace/variables.h"

enum { THREADS_KEPT = 4, ATOMRACE_VARIABLES = 1 << 20 };

struct seen { /* an access */
  uint64_t event;
  uint32_t thread, location;
  uint8_t kind, write, used;
};

/* a thread's last access of a variable, and the first ones by other threads after it */
struct recent {
  struct seen own, read, write;
  uint32_t region; /* number of the region of a synchronized or named method; 0: none */
  uint32_t call;   /* number of the method call that made the access; 0: unknown */
};

struct atomrace_variable {
  uint8_t raced, violated;
  uint8_t count;         /* length of `recent`, at most THREADS_KEPT */
  struct recent *recent; /* one for each thread, the latest first */
};

struct window {
  bool open;
  /* other: an access that overlaps with this one and conflicts with it */
  struct seen access, other;
  uint32_t object, ref;
  int32_t index;
  bool element;
};

struct call {
  uint32_t method, number;
};

struct atomrace_thread {
  struct window window;
  VEC(struct call) calls;
  uint32_t region; /* number of the region that it is in; 0: none */
  uint32_t depth;  /* how many nested calls of synchronized or named methods it is in */
};

struct atomrace {
  const struct trace_reader *reader;
  struct analysis_report *report;
  struct ids thread_ids, method_ids;
  VEC(struct atomrace_thread) threads;
  VEC(uint32_t) open; /* ids of the threads with an open window */
  uint32_t numbers;   /* numbers of regions and calls assigned so far */
  bool asked;         /* the user selected this analysis by name */
  bool windows;       /* some window was closed by its second event */
  uint64_t accesses, calls;
  const regex_t *regions; /* matches the methods that the user named; NULL: none named */
  VEC(bool) named;        /* by method: did the user name it? */
  struct variables variables;
};

static struct atomrace_thread *atomrace_thread_of(struct atomrace *a, uint32_t id) {
  uint32_t n = ids_number(&a->thread_ids, id);
  if (n == a->threads.len) *vec_push(&a->threads) = (struct atomrace_thread){0};
  CHECK(n < a->threads.len, "threads have consecutive numbers: %u", n);
  return &a->threads.data[n];
}

/* ---- warnings ---- */

static struct analysis_access atomrace_side(struct atomrace *a, const struct seen *s) {
  analysis_mark(a->report, "atomrace", s->event);
  return (struct analysis_access){s->event, s->thread, s->location, s->kind, NULL};
}

static void atomrace_warn(struct atomrace *a, const struct trace_event *e, const struct seen *first,
                          const struct seen *second, char *message) {
  struct text name = {0};
  trace_name_variable(a->reader, e, &name);
  struct analysis_warning w = {.analysis = "atomrace", .variable = name.s, .message = message};
  w.first = atomrace_side(a, first);
  w.second = atomrace_side(a, second);
  analysis_warn(a->report, &w);
}

/* ---- windows ---- */

static bool same_variable(const struct window *w, const struct trace_event *e) {
  bool element = trace_has(e, TRAIT_ELEMENT);
  return w->object == e->object && w->element == element &&
         (element ? w->index == e->index : w->ref == e->ref);
}

static void window_shut(struct atomrace *a, uint32_t thread) {
  CHECK(atomrace_thread_of(a, thread)->window.open && a->open.len,
        "a window that is closed was open: T%u", thread - 1);
  atomrace_thread_of(a, thread)->window.open = false;
  for (size_t i = 0; i < a->open.len; i++)
    if (a->open.data[i] == thread) {
      a->open.data[i] = a->open.data[--a->open.len];
      return;
    }
}

static void window_open(struct atomrace *a, const struct seen *s, const struct trace_event *e) {
  CHECK(!atomrace_thread_of(a, s->thread)->window.open, "a thread has one window at a time: T%u",
        s->thread - 1);
  atomrace_thread_of(a, s->thread)->window =
      (struct window){.open = true,
                      .access = *s,
                      .object = e->object,
                      .ref = e->ref,
                      .index = e->index,
                      .element = trace_has(e, TRAIT_ELEMENT)};
  *vec_push(&a->open) = s->thread;
}

/* Closes the thread's window. All other windows that are open now overlap with it. */
static void window_close(struct atomrace *a, const struct trace_event *e) {
  struct window w = atomrace_thread_of(a, e->thread)->window;
  struct atomrace_variable *v = variables_of(&a->variables, e);
  window_shut(a, e->thread);
  a->windows = true;
  for (size_t i = 0; i < a->open.len; i++) {
    struct window *o = &atomrace_thread_of(a, a->open.data[i])->window;
    if (same_variable(o, e) && (o->access.write || w.access.write) && !o->other.used)
      o->other = w.access;
  }
  if (!w.other.used || v->raced) return;
  v->raced = true;
  atomrace_warn(a, e, &w.other, &w.access,
                mem_strdup("data race: both threads accessed it at the same time"));
}

/* Is the event the second one of the window's access? */
static bool closes(const struct window *w, const struct trace_event *e) {
  return w->open && same_variable(w, e) &&
         (w->access.write ? trace_has(e, TRAIT_BEHIND) : trace_is_read(e));
}

static void atomrace_window(struct atomrace *a, uint64_t n, const struct trace_event *e) {
  struct window *w = &atomrace_thread_of(a, e->thread)->window;
  bool access = trace_kind_group(e->kind) == TRACE_GROUP_ACCESS && !(e->flags & TRACE_VOLATILE) &&
                !(e->flags & TRACE_FINAL_FIELD);
  struct seen s = {n, e->thread, e->location, e->kind, trace_is_write(e), true};
  if (access && closes(w, e)) {
    if (trace_is_read(e)) w->access = s; /* the second event, not the first, counts as the read */
    window_close(a, e);
    return;
  }
  if (w->open) window_shut(a, e->thread);
  if (access && (trace_is_write(e) || trace_has(e, TRAIT_PLACE))) window_open(a, &s, e);
}

/* ---- regions ---- */

/* Did the user name the method? */
static bool region_is_named(struct atomrace *a, uint32_t method) {
  uint32_t n = ids_number(&a->method_ids, method);
  if (n == a->named.len) {
    struct text name = {0};
    trace_name_method(a->reader, method, &name);
    *vec_push(&a->named) = !regexec(a->regions, name.s, 0, NULL, 0);
    text_release(&name);
  }
  return a->named.data[n];
}

static void region_enter(struct atomrace *a, struct atomrace_thread *t) {
  if (!t->depth++) t->region = ++a->numbers;
}

static void region_leave(struct atomrace_thread *t) {
  if (t->depth && !--t->depth) t->region = 0;
}

static void atomrace_method(struct atomrace *a, struct atomrace_thread *t,
                            const struct trace_event *e) {
  bool named = a->regions && region_is_named(a, e->ref);
  if (e->kind == TRACE_EV_METHOD_ENTER) {
    a->calls++;
    *vec_push(&t->calls) = (struct call){e->ref, ++a->numbers};
    if (named) region_enter(a, t);
    return;
  }
  size_t i = t->calls.len;
  while (i && t->calls.data[i - 1].method != e->ref) i--;
  if (i) t->calls.len = i - 1;
  if (i && named) region_leave(t);
}

static void atomrace_call(struct atomrace *a, const struct trace_event *e) {
  struct atomrace_thread *t = atomrace_thread_of(a, e->thread);
  bool monitor = !a->regions && e->flags & TRACE_SYNC_METHOD;
  if (e->kind == TRACE_EV_METHOD_ENTER || e->kind == TRACE_EV_METHOD_EXIT)
    atomrace_method(a, t, e);
  else if (monitor && e->kind == TRACE_EV_MONITOR_ENTER)
    region_enter(a, t);
  else if (monitor && e->kind == TRACE_EV_MONITOR_EXIT)
    region_leave(t);
  else if (e->kind == TRACE_EV_WAIT_BEGIN && t->region)
    t->region = ++a->numbers;
}

/* Returns the number of the call that an access belongs to, or 0 if the enter event of its method
 * is unknown. */
static uint32_t call_of(struct atomrace *a, const struct trace_event *e) {
  const struct atomrace_thread *t = atomrace_thread_of(a, e->thread);
  const struct trace_location *l = trace_reader_location(a->reader, e->location);
  if (!t->calls.len || !l) return 0;
  const struct call *c = &t->calls.data[t->calls.len - 1];
  return c->method == l->method ? c->number : 0;
}

/* ---- violations ---- */

/* Is the thread's last access a read, and this one a write in the same call of a method? */
static bool in_one_call(const struct atomrace *a, const struct recent *r, const struct seen *now,
                        uint32_t call) {
  if (a->regions || r->own.write || !now->write) return false;
  const struct trace_location *from = trace_reader_location(a->reader, r->own.location),
                              *to = trace_reader_location(a->reader, now->location);
  if (call || r->call) return call == r->call;
  return from && to && from->method == to->method && from->bci < to->bci;
}

/* Returns another thread's access that makes the triple unserialisable, or NULL if there is
 * none. */
static const struct seen *between(const struct recent *r, bool write) {
  if (r->write.used && (!r->own.write || !write)) return &r->write;
  return r->own.write && write && r->read.used ? &r->read : NULL;
}

static void violation(struct atomrace *a, struct atomrace_variable *v, const struct recent *r,
                      const struct trace_event *e, const struct seen *now) {
  const struct seen *other = between(r, now->write);
  struct text where = {0};
  v->violated = true;
  trace_name_location(a->reader, r->own.location, &where);
  char *message = mem_printf("not atomic: between the %s at %s and the %s another thread %s it",
                             r->own.write ? "write" : "read", where.s,
                             now->write ? "write" : "read", other->write ? "wrote" : "read");
  analysis_mark(a->report, "atomrace", r->own.event);
  atomrace_warn(a, e, other, now, message);
  text_release(&where);
}

/* Adds the access to the entries of other threads. Returns the thread's own entry, or NULL if it
 * has none. */
static struct recent *recent_of(struct atomrace_variable *v, const struct seen *now) {
  struct recent *own = NULL;
  for (size_t i = 0; i < v->count; i++) {
    struct recent *r = &v->recent[i];
    struct seen *other = now->write ? &r->write : &r->read;
    if (r->own.thread == now->thread)
      own = r;
    else if (!other->used)
      *other = *now;
  }
  return own;
}

/* Puts the latest entry first, where it replaces `old`. If `old` is NULL and the array is full, the
 * oldest entry is dropped. */
static void recent_put(struct atomrace_variable *v, const struct recent *old,
                       const struct recent *latest) {
  if (!old && v->count < THREADS_KEPT)
    v->recent = mem_realloc(v->recent, ++v->count * sizeof *v->recent);
  size_t at = old ? (size_t)(old - v->recent) : (size_t)v->count - 1;
  CHECK(v->count <= THREADS_KEPT && at < v->count,
        "a variable has the last accesses of few threads: %u", v->count);
  memmove(&v->recent[1], &v->recent[0], at * sizeof v->recent[0]);
  v->recent[0] = *latest;
}

static void atomrace_access(struct atomrace *a, uint64_t n, const struct trace_event *e) {
  struct seen now = {n, e->thread, e->location, e->kind, trace_is_write(e), true};
  uint32_t region = atomrace_thread_of(a, e->thread)->region, call = call_of(a, e);
  struct atomrace_variable *v = variables_of(&a->variables, e);
  struct recent *r = recent_of(v, &now);
  if (r && !v->violated && between(r, now.write) &&
      (region ? region == r->region : in_one_call(a, r, &now, call)))
    violation(a, v, r, e, &now);
  recent_put(v, r, &(struct recent){.own = now, .region = region, .call = call});
}

/* ---- events ---- */

void atomrace_event(void *state, uint64_t n, const struct trace_event *e) {
  struct atomrace *a = state;
  atomrace_call(a, e);
  atomrace_window(a, n, e);
  if ((!trace_is_read(e) && !trace_is_write(e)) || e->flags & TRACE_FINAL_FIELD) return;
  a->accesses++;
  atomrace_access(a, n, e);
}

static void atomrace_variable_release(void *value) {
  struct atomrace_variable *v = value;
  free(v->recent);
}

void *atomrace_begin(const struct analysis_context *c) {
  struct atomrace *a = mem_alloc(sizeof *a);
  a->reader = c->reader;
  a->report = c->report;
  a->regions = c->regions;
  a->asked = c->named;
  variables_init(&a->variables, sizeof(struct atomrace_variable), atomrace_variable_release);
  a->variables.most = ATOMRACE_VARIABLES;
  return a;
}

void atomrace_end(void *state) {
  struct atomrace *a = state;
  analysis_looked_at(a->report, "atomrace", a->variables.len, a->variables.forgotten);
  if (a->asked && a->accesses && !a->windows)
    analysis_note(a->report, mem_strdup("before-read and after-write events"),
                  mem_strdup("atomrace needs them to find data races"));
  if (a->regions && !a->calls)
    analysis_note(a->report, mem_strdup("method-enter events"),
                  mem_strdup("atomrace needs them to find the regions"));
  for (size_t i = 0; i < a->threads.len; i++) vec_free(&a->threads.data[i].calls);
  vec_free(&a->threads);
  vec_free(&a->open);
  vec_free(&a->named);
  ids_release(&a->thread_ids);
  ids_release(&a->method_ids);
  variables_release(&a->variables);
  free(a);
}
