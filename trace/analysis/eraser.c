/* Eraser+: warns of variables that no lock protects while several threads share them.
 *
 * S. Savage, M. Burrows, G. Nelson, P. Sobalvarro, T. Anderson: Eraser, a dynamic data race
 * detector for multi-threaded programs, SOSP 1997, sections 2 and 3. Each variable has a state and
 * a candidate set C of locks:
 *
 *     virgin --first access--> exclusive(t) --another thread reads--> shared --write--> modified
 *                                           --another thread writes--------------------^
 *
 * In state exclusive, nothing is checked, because initialisation without a lock is not an error.
 * The access that ends it sets C to the locks held by its thread. Each later access intersects C: a
 * read with all locks that its thread holds, a write with those held in exclusive mode
 * (section 2.3, read-write locks). If C is empty in state modified, Eraser warns, once for each
 * variable.
 *
 * The plus (paper 003, section 2, after its reference 4) is the order by start and join of threads
 * and, for a pool's threads, by handing over and awaiting tasks (trace/causal.h). If all earlier
 * accesses happen before an access by this order alone, the access begins a new phase: the variable
 * becomes exclusive to its thread, whichever threads owned or shared it before. A parent may
 * therefore prepare data that its children share, and take results from joined children, without a
 * lock. Of each phase, those accesses are stored that do not happen before a later access of the
 * phase, at most one for each thread.
 *
 * Eraser+ does not consider wait and notify, volatile flags, or queues, so it warns falsely of a
 * variable that threads hand over only by these. That is inherent in the algorithm; its warnings
 * are labels to check and not verdicts. Volatile and final fields are omitted: volatile fields
 * synchronise, final fields are written once. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/analysis_table.h"
#include "trace/analysis/locks.h"
#include "trace/causal.h"
#include "trace/variables.h"

enum state { VIRGIN, EXCLUSIVE, SHARED, SHARED_MODIFIED };

struct last { /* an access that a warning may name as the earlier one */
  uint64_t event;
  uint32_t thread, location, held;
  uint8_t kind, write, used;
};

struct eraser_variable {
  uint8_t state; /* enum state */
  uint8_t warned;
  uint32_t candidates;
  struct causal_epoch owner; /* in state exclusive: the last access */
  VEC(struct causal_epoch)
  /* in a shared state: the accesses that do not happen before a later access of the phase */
  unordered;
  struct last writes[2],
      /* the phase's last write, and its last access, by each of two threads; [0] is the later
       * one */
      any[2];
};

struct eraser {
  const struct trace_reader *reader;
  struct analysis_report *report;
  struct locks *locks;
  struct causal *order; /* order by start, join and tasks */
  struct variables variables;
};

/* ---- phases ---- */

/* Does this access, the thread's latest event, begin a phase, because all accesses of the present
 * phase happen before it? */
static bool begins_phase(const struct eraser *e, const struct eraser_variable *v, uint32_t thread) {
  if (v->state == VIRGIN) return true;
  if (v->state == EXCLUSIVE) return causal_before(e->order, v->owner, thread);
  for (size_t i = 0; i < v->unordered.len; i++)
    if (!causal_before(e->order, v->unordered.data[i], thread)) return false;
  return true;
}

static void own(struct eraser_variable *v, struct causal_epoch now) {
  if (v->state != EXCLUSIVE || v->owner.thread != now.thread) {
    memset(v->writes, 0, sizeof v->writes);
    memset(v->any, 0, sizeof v->any);
  }
  v->state = EXCLUSIVE;
  v->owner = now;
  v->unordered.len = 0;
}

static void share(const struct eraser *e, struct eraser_variable *v, struct causal_epoch now) {
  size_t n = 0;
  CHECK(v->state != VIRGIN, "a variable that is shared had an owner: T%u", now.thread - 1);
  if (v->state == EXCLUSIVE) *vec_push(&v->unordered) = v->owner;
  for (size_t i = 0; i < v->unordered.len; i++)
    if (!causal_before(e->order, v->unordered.data[i], now.thread))
      v->unordered.data[n++] = v->unordered.data[i];
  v->unordered.len = n;
  *vec_push(&v->unordered) = now;
}

/* Returns the new state. Sets *first if C has not been set yet, so that it counts as all locks. */
static enum state shared_state(const struct eraser_variable *v, bool write, bool *first) {
  *first = v->state == EXCLUSIVE;
  return write || v->state == SHARED_MODIFIED ? SHARED_MODIFIED : SHARED;
}

/* ---- the earlier access of a warning ---- */

static void eraser_remember(struct last *pair, const struct last *now) {
  if (pair[0].used && pair[0].thread != now->thread) pair[1] = pair[0];
  pair[0] = *now;
}

static const struct last *by_other(const struct last *pair, uint32_t thread) {
  for (int i = 0; i < 2; i++)
    if (pair[i].used && pair[i].thread != thread) return &pair[i];
  return NULL;
}

/* Returns the last conflicting access of another thread. If there is none, because that thread
 * wrote before the variable was shared, returns the last access of another thread. */
static const struct last *opponent(const struct eraser_variable *v, uint32_t thread, bool write) {
  const struct last *l = by_other(write ? v->any : v->writes, thread);
  return l ? l : by_other(v->any, thread);
}

static struct analysis_access side(const struct eraser *e, const struct last *l) {
  return (struct analysis_access){l->event, l->thread, l->location, l->kind,
                                  locks_name(e->locks, e->reader, l->held)};
}

static void warn(struct eraser *e, struct eraser_variable *v, const struct trace_event *ev,
                 const struct last *now, uint32_t before) {
  const struct last *other = opponent(v, now->thread, now->write);
  struct analysis_warning w = {.analysis = "eraser", .first = {.event = ANALYSIS_NO_EVENT}};
  struct text name = {0};
  char *set = locks_name(e->locks, e->reader, before);
  trace_name_variable(e->reader, ev, &name);
  w.variable = name.s;
  w.message =
      before
          ? mem_printf("no lock protects it: this access does not hold %s, unlike all earlier ones",
                       set)
          : mem_printf("no lock protects it: the threads that share it held no common lock");
  w.second = side(e, now);
  if (other) {
    w.first = side(e, other);
    analysis_mark(e->report, "eraser", other->event);
  }
  analysis_mark(e->report, "eraser", now->event);
  analysis_warn(e->report, &w);
  v->warned = true;
  free(set);
}

/* ---- events ---- */

static void eraser_access(struct eraser *e, const struct trace_event *ev, uint64_t n) {
  bool write = trace_is_write(ev), first;
  struct eraser_variable *v = variables_of(&e->variables, ev);
  struct causal_epoch epoch = causal_now(e->order, ev->thread);
  uint32_t all = locks_all(e->locks, ev->thread), before = v->candidates;
  uint32_t held = write ? locks_exclusive(e->locks, ev->thread) : all;
  struct last now = {n, ev->thread, ev->location, all, ev->kind, write, true};
  if (begins_phase(e, v, ev->thread)) {
    own(v, epoch);
  } else {
    enum state next = shared_state(v, write, &first);
    share(e, v, epoch);
    v->state = (uint8_t)next;
    v->candidates = first ? held : locks_intersect(e->locks, before, held);
    if (next == SHARED_MODIFIED && !v->candidates && !v->warned)
      warn(e, v, ev, &now, first ? 0 : before);
  }
  if (write) eraser_remember(v->writes, &now);
  eraser_remember(v->any, &now);
}

void eraser_event(void *state, uint64_t n, const struct trace_event *ev) {
  struct eraser *e = state;
  causal_take(e->order, n, ev);
  if (locks_take(e->locks, ev)) return;
  if (!trace_is_read(ev) && !trace_is_write(ev)) return;
  if (ev->flags & (TRACE_VOLATILE | TRACE_FINAL_FIELD)) return;
  eraser_access(e, ev, n);
}

static void eraser_variable_release(void *value) {
  struct eraser_variable *v = value;
  vec_free(&v->unordered);
}

void *eraser_begin(const struct analysis_context *c) {
  struct eraser *e = mem_alloc(sizeof *e);
  e->reader = c->reader;
  e->report = c->report;
  e->locks = locks_new();
  e->order = causal_new(&(struct causal_listener){
      .only = 1u << CAUSAL_START | 1u << CAUSAL_JOIN | 1u << CAUSAL_TASK, .names = c->reader});
  variables_init(&e->variables, sizeof(struct eraser_variable), eraser_variable_release);
  return e;
}

void eraser_end(void *state) {
  struct eraser *e = state;
  analysis_looked_at(e->report, "eraser", e->variables.len, e->variables.forgotten);
  variables_release(&e->variables);
  causal_free(e->order);
  locks_free(e->locks);
  free(e);
}
