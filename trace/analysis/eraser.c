/* Eraser: warns of variables that no lock protects all the time.
 *
 * S. Savage, M. Burrows, G. Nelson, P. Sobalvarro, T. Anderson: Eraser, a dynamic data race
 * detector for multi-threaded programs, SOSP 1997, sections 2 and 3. Each variable has a state and
 * a candidate set C of locks:
 *
 *     virgin --first access--> exclusive(t) --another thread reads--> shared --write-->
 * shared-modified
 *                                           --another thread writes---------------------^
 *
 * While exclusive, nothing is checked (initialisation without a lock is no error). The access that
 * ends it starts C with the locks then held; each later access takes the intersection: a read with
 * all locks that its thread holds, a write with those held in exclusive mode (section 2.3,
 * read-write locks). C empty in shared-modified: a warning, the first one for each variable. Lock
 * sets are interned, so that a variable's shadow holds a number (section 3).
 *
 * What it does not know: start and join of threads, wait and notify, volatile flags. A variable
 * that is handed over by these alone draws a false warning; that is the algorithm, and why its
 * warnings are labels to check and not verdicts. Variables are fields of objects, static fields and
 * single array elements. Volatile and final fields are left out: the former synchronise, the latter
 * are written once. Locks are monitors and java.util.concurrent locks. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "trace/analysis/analysis.h"

int eraser_run(struct trace_reader *r, struct analysis_report *report, struct error *err);

enum state { VIRGIN, EXCLUSIVE, SHARED, SHARED_MODIFIED };

/* A lock set is the index of a sorted array of object ids; 0 is the empty set. Equal sets have one
 * index. */
struct lock_set {
  uint32_t *locks;
  size_t len;
};

struct last { /* an access that a warning may name as the earlier one */
  uint64_t event;
  uint32_t thread, location, held;
  bool write, used;
};

struct variable {
  uint32_t object, part; /* part: field id, or the element's index */
  bool element, used, warned;
  uint8_t state; /* enum state */
  uint32_t owner, candidates;
  struct last writes[2],
      any[2]; /* the last of each of the two threads that came last; [0] is the latest */
};

struct held {                       /* one lock of one thread */
  uint32_t lock, exclusive, shared; /* how often it was entered in each mode */
};

struct thread {
  uint32_t id;
  VEC(struct held) locks;
  uint32_t all, exclusive; /* as sets; kept up to date on every change */
};

struct eraser {
  struct trace_reader *r;
  struct analysis_report *report;
  VEC(struct lock_set) sets;
  uint32_t *set_table; /* open addressing: indices of `sets`, 0 = free */
  size_t set_cap;
  VEC(struct thread) threads; /* sorted by id */
  struct variable *variables; /* open addressing */
  size_t cap, len;
};

/* ---- lock sets ---- */

static int by_id(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static uint32_t *set_slot(const struct eraser *e, const uint32_t *locks, size_t n) {
  size_t i = XXH3_64bits(locks, n * sizeof *locks) & (e->set_cap - 1);
  for (; e->set_table[i]; i = (i + 1) & (e->set_cap - 1)) {
    const struct lock_set *s = &e->sets.data[e->set_table[i]];
    if (s->len == n && !memcmp(s->locks, locks, n * sizeof *locks)) break;
  }
  return &e->set_table[i];
}

static void set_table_grow(struct eraser *e) {
  if ((e->sets.len + 1) * 2 <= e->set_cap) return;
  e->set_cap = e->set_cap ? e->set_cap * 2 : 256;
  free(e->set_table);
  e->set_table = mem_alloc(e->set_cap * sizeof *e->set_table);
  for (size_t i = 1; i < e->sets.len; i++)
    *set_slot(e, e->sets.data[i].locks, e->sets.data[i].len) = (uint32_t)i;
}

static uint32_t set_intern(struct eraser *e, const uint32_t *locks, size_t n) {
  if (!n) return 0;
  set_table_grow(e);
  uint32_t *slot = set_slot(e, locks, n);
  if (*slot) return *slot;
  struct lock_set s = {mem_alloc(n * sizeof *locks), n};
  memcpy(s.locks, locks, n * sizeof *locks);
  *vec_push(&e->sets) = s;
  return *slot = (uint32_t)(e->sets.len - 1);
}

static uint32_t set_intersect(struct eraser *e, uint32_t a, uint32_t b) {
  if (a == b || !a) return a;
  struct lock_set x = e->sets.data[a], y = e->sets.data[b];
  uint32_t *both = mem_alloc(x.len * sizeof *both);
  size_t n = 0;
  for (size_t i = 0, k = 0; i < x.len && k < y.len;) {
    if (x.locks[i] == y.locks[k])
      both[n++] = x.locks[i++], k++;
    else if (x.locks[i] < y.locks[k])
      i++;
    else
      k++;
  }
  uint32_t set = set_intern(e, both, n);
  free(both);
  return set;
}

static uint32_t set_of(struct eraser *e, const struct thread *t, bool exclusive_only) {
  uint32_t *locks = mem_alloc((t->locks.len + 1) * sizeof *locks);
  size_t n = 0;
  for (size_t i = 0; i < t->locks.len; i++)
    if (t->locks.data[i].exclusive || !exclusive_only) locks[n++] = t->locks.data[i].lock;
  qsort(locks, n, sizeof *locks, by_id);
  uint32_t set = set_intern(e, locks, n);
  free(locks);
  return set;
}

static char *set_name(const struct eraser *e, uint32_t set) {
  struct text t = {0};
  text_puts(&t, "{");
  for (size_t i = 0; i < e->sets.data[set].len; i++) {
    if (i) text_puts(&t, ", ");
    trace_name_object(e->r, e->sets.data[set].locks[i], &t);
  }
  text_puts(&t, "}");
  return t.s;
}

/* ---- threads and their locks ---- */

/* The pointer holds until the next call. */
static struct thread *thread_of(struct eraser *e, uint32_t id) {
  size_t low = 0, high = e->threads.len;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (e->threads.data[mid].id < id)
      low = mid + 1;
    else
      high = mid;
  }
  if (low < e->threads.len && e->threads.data[low].id == id) return &e->threads.data[low];
  vec_push(&e->threads);
  struct thread *t = &e->threads.data[low];
  memmove(t + 1, t, (e->threads.len - 1 - low) * sizeof *t);
  *t = (struct thread){.id = id};
  return t;
}

static struct held *held_of(struct thread *t, uint32_t lock) {
  for (size_t i = 0; i < t->locks.len; i++)
    if (t->locks.data[i].lock == lock) return &t->locks.data[i];
  return NULL;
}

static void acquire(struct thread *t, uint32_t lock, bool shared) {
  struct held *h = held_of(t, lock);
  if (!h) *(h = vec_push(&t->locks)) = (struct held){.lock = lock};
  if (shared)
    h->shared++;
  else
    h->exclusive++;
}

/* A release that the trace has no acquire for (it began in the middle) is let pass. */
static void eraser_own_release(struct thread *t, uint32_t lock, bool shared) {
  struct held *h = held_of(t, lock);
  if (!h) return;
  if (shared && h->shared) h->shared--;
  if (!shared && h->exclusive) h->exclusive--;
  if (!h->shared && !h->exclusive) *h = t->locks.data[--t->locks.len];
}

static bool lock_event(struct eraser *e, const struct trace_event *ev) {
  struct thread *t = thread_of(e, ev->thread);
  bool shared = ev->flags & TRACE_SHARED;
  if (trace_has(ev, TRAIT_ACQUIRES))
    acquire(t, ev->object, shared);
  else if (trace_has(ev, TRAIT_RELEASES))
    eraser_own_release(t, ev->object, shared);
  else
    return false;
  t->all = set_of(e, t, false);
  t->exclusive = set_of(e, t, true);
  return true;
}

/* ---- variables ---- */

static struct variable *eraser_slot_of(struct variable *table, size_t cap,
                                       const struct variable *key) {
  uint32_t words[3] = {key->object, key->part, key->element};
  size_t i = XXH3_64bits(words, sizeof words) & (cap - 1);
  while (table[i].used && (table[i].object != key->object || table[i].part != key->part ||
                           table[i].element != key->element))
    i = (i + 1) & (cap - 1);
  return &table[i];
}

static void variables_grow(struct eraser *e) {
  if ((e->len + 1) * 2 <= e->cap) return;
  size_t cap = e->cap ? e->cap * 2 : 1024;
  struct variable *table = mem_alloc(cap * sizeof *table);
  for (size_t i = 0; i < e->cap; i++)
    if (e->variables[i].used) *eraser_slot_of(table, cap, &e->variables[i]) = e->variables[i];
  free(e->variables);
  e->variables = table;
  e->cap = cap;
}

static struct variable *variable_of(struct eraser *e, const struct trace_event *ev) {
  bool element = trace_has(ev, TRAIT_ELEMENT);
  struct variable key = {
      .object = ev->object, .part = element ? (uint32_t)ev->index : ev->ref, .element = element};
  variables_grow(e);
  struct variable *v = eraser_slot_of(e->variables, e->cap, &key);
  if (!v->used) {
    *v = key;
    v->used = true;
    e->len++;
  }
  return v;
}

/* ---- the state machine ---- */

/* The new state; *refine says whether C is refined at this access. */
static enum state eraser_step(const struct variable *v, uint32_t thread, bool write, bool *refine) {
  *refine = true;
  switch ((enum state)v->state) {
    case SHARED: return write ? SHARED_MODIFIED : SHARED;
    case SHARED_MODIFIED: return SHARED_MODIFIED;
    case EXCLUSIVE:
      if (thread != v->owner) return write ? SHARED_MODIFIED : SHARED;
      break;
    case VIRGIN: break;
  }
  *refine = false;
  return EXCLUSIVE;
}

static void eraser_remember(struct last *pair, const struct last *now) {
  if (pair[0].used && pair[0].thread != now->thread) pair[1] = pair[0];
  pair[0] = *now;
}

static const struct last *by_other(const struct last *pair, uint32_t thread) {
  for (int i = 0; i < 2; i++)
    if (pair[i].used && pair[i].thread != thread) return &pair[i];
  return NULL;
}

/* The last conflicting access of another thread; where there is none (its write was before the
 * variable was shared), the last one. */
static const struct last *opponent(const struct variable *v, uint32_t thread, bool write) {
  const struct last *l = by_other(write ? v->any : v->writes, thread);
  return l ? l : by_other(v->any, thread);
}

static struct analysis_access side(const struct eraser *e, const struct last *l) {
  return (struct analysis_access){l->event, l->thread, l->location, l->write, set_name(e, l->held)};
}

static void warn(struct eraser *e, struct variable *v, const struct trace_event *ev,
                 const struct last *now, uint32_t before) {
  const struct last *other = opponent(v, now->thread, now->write);
  struct analysis_warning w = {.analysis = "eraser", .first = {.event = ANALYSIS_NO_EVENT}};
  struct text name = {0};
  char *set = set_name(e, before);
  trace_name_variable(e->r, ev, &name);
  w.variable = name.s;
  w.message =
      before ? mem_printf(
                   "no lock protects it: this access holds none of %s, which all before held", set)
             : mem_printf("no lock protects it: none was held by all threads that share it");
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

static void access_event(struct eraser *e, const struct trace_event *ev, uint64_t n) {
  bool write = trace_is_write(ev), refine;
  const struct thread *t = thread_of(e, ev->thread);
  struct variable *v = variable_of(e, ev);
  struct last now = {n, ev->thread, ev->location, t->all, write, true};
  uint32_t locks = write ? t->exclusive : t->all, before = v->candidates;
  bool first = v->state == EXCLUSIVE; /* C is still "all locks" */
  if (v->state == VIRGIN) v->owner = ev->thread;
  v->state = (uint8_t)eraser_step(v, ev->thread, write, &refine);
  if (refine) v->candidates = first ? locks : set_intersect(e, before, locks);
  if (v->state == SHARED_MODIFIED && !v->candidates && !v->warned)
    warn(e, v, ev, &now, first ? 0 : before);
  if (write) eraser_remember(v->writes, &now);
  eraser_remember(v->any, &now);
}

static void one_event(struct eraser *e, const struct trace_event *ev, uint64_t n) {
  if (!ev->thread || lock_event(e, ev)) return;
  if (!trace_is_read(ev) && !trace_is_write(ev)) return;
  if (ev->flags & (TRACE_VOLATILE | TRACE_FINAL_FIELD)) return;
  access_event(e, ev, n);
}

static void eraser_release(struct eraser *e) {
  for (size_t i = 0; i < e->sets.len; i++) free(e->sets.data[i].locks);
  for (size_t i = 0; i < e->threads.len; i++) vec_free(&e->threads.data[i].locks);
  vec_free(&e->sets);
  vec_free(&e->threads);
  free(e->set_table);
  free(e->variables);
}

int eraser_run(struct trace_reader *r, struct analysis_report *report, struct error *err) {
  struct eraser e = {.r = r, .report = report};
  int rc = 0;
  *vec_push(&e.sets) = (struct lock_set){0};
  for (uint64_t n = 0; n < trace_reader_count(r) && !rc; n++) {
    struct trace_event ev;
    rc = trace_reader_event(r, n, &ev, err);
    if (!rc) one_event(&e, &ev, n);
  }
  report->variables += e.len;
  eraser_release(&e);
  return rc;
}
