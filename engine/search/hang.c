/* See hang.h. */
#include "engine/search/hang.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/property/race.h"
#include "engine/search/stale_loop.h"
#include "engine/state/xlog.h"
#include "engine/vm/sched/deadlock.h"
#include "engine/vm/machine.h"

enum { WALK_MAX = 1000000, LINES_MAX = 6 };

bool hang_may_be_evaluated(const struct search *s) {
  return s->ops->evaluates_hangs && !s->opt.depth && !s->opt.sleep_sets && !s->opt.no_match_h;
}

bool hang_is_evaluated(const struct search *s) {
  return s->x->vm->opt.properties & PROP_HANG && hang_may_be_evaluated(s);
}

void hang_not_evaluated(struct search *s) { s->report.hang = HANG_BUT_CLOCKS; }

/* ---- the cycle of a path ---- */

struct circle {
  struct explorer *x;
  VEC(node_id) path; /* from the root to the current node */
  uint32_t from;     /* index of the earlier node with the same state as the current one */
};

static void read_path(struct circle *c) {
  node_id n = c->x->here;
  uint32_t i, count = xnode(c->x, n)->depth + 1;
  for (i = 0; i < count; i++) *vec_push(&c->path) = NODE_NONE;
  for (; n != NODE_NONE && i-- > 0; n = xnode(c->x, n)->parent) c->path.data[i] = n;
  CHECK(!i && n == NODE_NONE, "a path begins at the root: depth %zu", c->path.len - 1);
}

static bool find_first_equal(struct circle *c) {
  struct explorer *x = c->x;
  node_id here = x->here;
  struct fingerprint f = canon_fingerprint(x->canon, x->match_h), g;
  bool found = false;
  for (c->from = 0; c->from + 1 < c->path.len && !found; c->from += !found) {
    explorer_go(x, c->path.data[c->from]);
    g = canon_fingerprint(x->canon, x->match_h);
    found = g.lo == f.lo && g.hi == f.hi;
  }
  explorer_go(x, here);
  return found;
}

static bool goes_round(const struct circle *c, uint32_t thread) {
  size_t i;
  for (i = c->from + 1; i < c->path.len; i++)
    if (xnode(c->x, c->path.data[i])->choice.thread == thread) return true;
  return false;
}

/* ---- the violation ---- */

static bool hang_is_reported(const struct xevent *e) {
  switch (e->op) {
    case OPK_READ: return e->shared;
    case OPK_VOLATILE_READ:
    case OPK_ATOMIC:
    case OPK_LOCK:
    case OPK_PARK:
    case OPK_SLEEP:
    case OPK_YIELD:
    case OPK_WAIT:
    case OPK_IS_ALIVE:
    case OPK_IS_INTERRUPTED: return true;
    default: return false;
  }
}

/* Returns "Worker.stop", malloc'd, or NULL if the event concerns no field. The object itself may no
 * longer exist. */
static char *hang_field_name(struct vm *vm, const struct xevent *e) {
  const struct klass *k = e->klass ? vm->klasses.data[e->klass] : NULL;
  char *owner, *s;
  uint32_t i;
  if (e->op != OPK_READ && e->op != OPK_VOLATILE_READ && e->op != OPK_ATOMIC) return NULL;
  if (arena_is_immortal(e->obj))
    return race_location_name(vm, vm_thread(vm, e->thread), e->obj, e->off);
  for (i = 0; k && i < k->all_field_count; i++)
    if (k->all_fields[i]->offset == e->off) break;
  if (!k || i == k->all_field_count) return NULL;
  owner = klass_dotted(k->all_fields[i]->owner);
  s = mem_printf("%s.%s", owner, k->all_fields[i]->name->s);
  free(owner);
  return s;
}

/* "volatile read of Worker.stop in Worker.run:12" */
static char *event_line(struct vm *vm, const struct xevent *e) {
  static const char *const words[OPK_COUNT] = {
#define OP_KIND(name, text, sync) text,
#include "engine/vm/ops.def"
#undef OP_KIND
  };
  const struct method *m = vm->methods.data[e->method];
  char *klass = klass_dotted(m->owner), *name = hang_field_name(vm, e), *s;
  s = mem_printf("%s%s%s in %s.%s:%d", words[e->op], name ? " of " : "", name ? name : "", klass,
                 m->name->s, method_line(m->info, e->bci));
  free(klass);
  free(name);
  return s;
}

struct lines {
  char *all[LINES_MAX];
  uint32_t count;
};

static void add_line(struct lines *l, char *s) {
  uint32_t i;
  for (i = 0; i < l->count; i++)
    if (!strcmp(l->all[i], s)) break;
  if (i == l->count && i < LINES_MAX)
    l->all[l->count++] = s;
  else
    free(s);
}

/* Adds what a thread does in the cycle, as far as the events were kept. */
static void report_thread(const struct circle *c, uint32_t thread, struct text *out) {
  struct vm *vm = c->x->vm;
  char *name = thread_title(vm, vm_thread(vm, thread));
  struct lines l = {0};
  uint32_t k;
  size_t i;
  for (i = c->from + 1; i < c->path.len; i++) {
    const struct xnode *n = xnode(c->x, c->path.data[i]);
    for (k = 0; n->choice.thread == thread && n->log && k < n->log->count; k++) {
      const struct xevent *e = &n->log->events[k];
      if (e->method && hang_is_reported(e)) add_line(&l, event_line(vm, e));
    }
  }
  text_printf(out, "thread %s loops for ever%s\n", name, l.count ? ":" : "");
  for (k = 0; k < l.count; k++) {
    text_printf(out, "    %s\n", l.all[k]);
    free(l.all[k]);
  }
  free(name);
}

static char *detail_of(const struct circle *c, const char *why) {
  struct vm *vm = c->x->vm;
  uint32_t i, steps = (uint32_t)c->path.len - 1 - c->from;
  char *all = deadlock_text(vm, true, NULL);
  struct text t = {0};
  text_printf(&t, "the last %u step%s lead%s back to the same state; %s\n", steps, PLURAL(steps),
              steps == 1 ? "s" : "", why);
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    if (goes_round(c, i)) report_thread(c, i, &t);
  text_puts(&t, all);
  free(all);
  return t.s;
}

/* Adds the names of the fields that the looping threads read, as far as the events were kept. */
static void add_fields(const struct circle *c, struct lines *l) {
  for (size_t i = c->from + 1; i < c->path.len; i++) {
    const struct xnode *n = xnode(c->x, c->path.data[i]);
    for (uint32_t k = 0; n->log && k < n->log->count; k++) {
      const struct xevent *e = &n->log->events[k];
      char *name = e->size && !e->write && e->method ? hang_field_name(c->x->vm, e) : NULL;
      if (name) add_line(l, name);
    }
  }
}

/* Returns "hang: T0 main loops for ever at Client.java:14 and reads Client.connected; the program
 * can no longer end". With several threads, each is followed by its place. */
static char *headline_of(const struct circle *c) {
  enum { FIELDS = 3 };
  struct vm *vm = c->x->vm;
  struct text who = {0}, t = {0};
  struct lines fields = {0};
  char *place = NULL;
  uint32_t i, k, n = 0;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    char *name;
    if (!goes_round(c, i)) continue;
    if (n++) text_printf(&who, " (%s), ", place ? place : "?");
    free(place);
    name = thread_title(vm, vm_thread(vm, i));
    place = vm_location_text(vm, vm_thread(vm, i));
    text_puts(&who, name);
    free(name);
  }
  if (n == 1)
    text_printf(&t, "hang: %s loops for ever%s%s", who.s, place ? " at " : "", place ? place : "");
  else
    text_printf(&t, "hang: %s (%s) loop for ever", who.s ? who.s : "?", place ? place : "?");
  add_fields(c, &fields);
  for (k = 0; k < fields.count; k++) {
    const char *reads = n == 1 ? " and reads " : " and read ";
    if (k < FIELDS) text_printf(&t, "%s%s", k ? ", " : reads, fields.all[k]);
    free(fields.all[k]);
  }
  if (fields.count > FIELDS) text_printf(&t, " and %u more fields", fields.count - FIELDS);
  text_puts(&t, "; the program can no longer end");
  text_release(&who);
  free(place);
  return t.s;
}

/* Writes the message of a hang that no schedule ends. */
static void explain(const struct circle *c, struct violation *v) {
  struct vm *vm = c->x->vm;
  struct text message = {0};
  v->thread = UINT32_MAX;
  text_puts(&message, "hang of ");
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    if (!goes_round(c, i)) continue;
    if (v->thread == UINT32_MAX)
      v->thread = i;
    else
      text_puts(&message, ", ");
    violation_mention(vm, v, &message, vm_thread(vm, i));
  }
  text_puts(&message, ": the program can no longer end");
  v->message = message.s;
  v->headline = headline_of(c);
}

static void violate(struct circle *c, struct violation *v, const char *kind, const char *why) {
  struct vm *vm = c->x->vm;
  struct xnode *n = xnode(c->x, c->x->here);
  CHECK(v->thread != UINT32_MAX, "a cycle has a step: node %u", c->x->here);
  v->property = PROP_HANG;
  v->kind = kind;
  v->location = vm_location_text(vm, vm_thread(vm, v->thread));
  v->method = vm_location_method(vm, vm_thread(vm, v->thread), NULL);
  v->detail = detail_of(c, why);
  deadlock_places(vm, true, &v->places);
  n->flags |= NODE_ERROR;
  n->violation = v;
}

/* `older`: only if the cycle reads an older value. */
static bool close_circle(struct circle *c, bool older) {
  struct violation *v;
  if (!stale_loop_reads(c->x, c->path.data, c->from, c->path.len)) {
    if (older) return false;
    v = mem_alloc(sizeof *v);
    explain(c, v);
    violate(c, v, "no end", "no end can be reached from it");
    return true;
  }
  v = mem_alloc(sizeof *v);
  if (!stale_loop_explain(c->x, c->path.data, c->from, c->path.len, v)) {
    free(v);
    return false;
  }
  v->as_found = true; /* the path has the write whose older value the cycle reads */
  violate(c, v, "older value",
          "a JVM may read the value once for all of them (JLS 17.3); it may not if the field is "
          "volatile, or if its writes and reads hold one lock");
  return true;
}

/* Finds the cycle that the current state closes. Nothing in it accesses a location in another mode
 * than it did before. */
static bool find_circle(struct circle *c) {
  struct explorer *x = c->x;
  bool symmetric = canon_is_symmetric(x->canon), found;
  read_path(c);
  canon_set_path_only(x->canon, !x->vm->sched.learns);
  if (symmetric) canon_set_symmetric(x->canon, false);
  found = find_first_equal(c);
  canon_set_path_only(x->canon, false);
  if (symmetric) canon_set_symmetric(x->canon, true);
  return found;
}

static bool close_at_first(struct explorer *x, bool older) {
  struct circle c = {.x = x};
  bool closed = find_circle(&c) && close_circle(&c, older);
  vec_free(&c.path);
  return closed;
}

node_id hang_begin(struct explorer *x) {
  struct circle c = {.x = x};
  node_id n = find_circle(&c) ? c.path.data[c.from] : NODE_NONE;
  vec_free(&c.path);
  return n;
}

bool hang_close(struct explorer *x) { return close_at_first(x, false); }
bool hang_close_stale(struct explorer *x) { return close_at_first(x, true); }

/* ---- walking the cycle ---- */

static uint32_t order_of(struct choice c) {
  return (uint32_t)c.thread << 19 | (uint32_t)c.kind << 16 | c.arg;
}

/* Returns the choice after the last one in turn. Reads return the newest writes: a cycle with older
 * ones would be a hang of another kind (stale_loop.h). */
static struct choice next_choice(struct search *s, uint32_t last) {
  struct choice all[CHOICES_MAX];
  uint32_t i, n = search_choices(s, all), best = UINT32_MAX, first = UINT32_MAX;
  for (i = 0; i < n; i++) {
    if (all[i].kind == CHOICE_STALE) continue;
    if (first == UINT32_MAX || order_of(all[i]) < order_of(all[first])) first = i;
    if (order_of(all[i]) > last && (best == UINT32_MAX || order_of(all[i]) < order_of(all[best])))
      best = i;
  }
  CHECK(n, "a state from which no end is reached has a choice: node %u", s->x->here);
  return all[best == UINT32_MAX ? first : best];
}

bool hang_asks_collector(struct vm *vm, const struct xlog *l) {
  uint32_t i;
  for (i = 0; l && i < l->count; i++) {
    const struct method *m =
        l->events[i].in_method ? vm->methods.data[l->events[i].in_method] : NULL;
    if (!m || strncmp(m->owner->name->s, "java/lang/ref/", 14)) continue;
    if (!strcmp(m->owner->name->s, "java/lang/ref/ReferenceQueue") || !strcmp(m->name->s, "get"))
      return true;
  }
  return false;
}

enum { CAME_BACK, LEFT, NOT_EVALUATED, DEADLOCKED };

/* Takes every choice in turn until a state repeats with the same last choice. DEADLOCKED: some
 * threads form a cycle of monitors while the others run; the path has reported that error
 * before. */
static int hang_walk(struct search *s, struct visited *seen, struct error *err) {
  struct explorer *x = s->x;
  uint32_t last = UINT32_MAX, i;
  node_id n;
  for (i = 0; i < WALK_MAX; i++) {
    struct fingerprint f = canon_fingerprint(x->canon, x->match_h);
    struct choice c;
    f.lo ^= (last + 1ull) * 0x9E3779B97F4A7C15u;
    if (!visited_add(seen, f)) return CAME_BACK;
    c = next_choice(s, last);
    last = order_of(c);
    if (explorer_apply(x, c, &n, err)) return err->code;
    if (s->outcomes && search_stands_locked(s, n)) return DEADLOCKED;
    if (xnode(x, n)->flags & (NODE_ENDED | NODE_ERROR | NODE_BLOCKED | NODE_FAILED)) return LEFT;
    if (hang_asks_collector(x->vm, xnode(x, n)->log)) return NOT_EVALUATED;
  }
  return LEFT;
}

struct hang_aside hang_aside_begin(struct search *s) {
  struct explorer *x = s->x;
  struct hang_aside a = {x->keep_events, x->vm->sched.stop, x->vm->sched.insn_limit, x->arrived};
  x->keep_events = true;
  x->vm->sched.stop = NULL;
  x->vm->sched.insn_limit = 0;
  x->arrived = NULL;
  if (s->opt.thread_symmetry) canon_set_symmetric(x->canon, false);
  return a;
}

void hang_aside_end(struct search *s, const struct hang_aside *a) {
  struct explorer *x = s->x;
  if (s->opt.thread_symmetry) canon_set_symmetric(x->canon, true);
  x->arrived = a->arrived;
  x->vm->sched.insn_limit = a->limit;
  x->vm->sched.stop = a->stop;
  x->keep_events = a->events;
}

static int make_circle(struct search *s, struct error *err) {
  struct visited *seen = visited_new(false);
  struct hang_aside aside = hang_aside_begin(s);
  int r = hang_walk(s, seen, err);
  if (r == CAME_BACK && !hang_close(s->x)) r = LEFT;
  hang_aside_end(s, &aside);
  visited_free(seen);
  return r;
}

/* Is the graph of states not enough to decide whether an end can be reached? Either the verdict is
 * inconclusive for another reason anyway, or a timed wait has yet to elapse. */
static bool is_unsure(const struct search *s) {
  return vm_machine(s->x->vm)->patient || s->x->vm->seen.assumption[0] ||
         (s->opt.thread_symmetry && s->x->vm->seen.distinguished_by);
}

int hang_met(struct search *s, struct error *err) {
  node_id at = s->x->here, n;
  int r = is_unsure(s) ? NOT_EVALUATED : make_circle(s, err);
  if (r < 0) return r;
  n = s->x->here;
  if ((r == CAME_BACK || r == DEADLOCKED) && s->outcomes) search_note_end(s, xnode(s->x, n));
  if (r == CAME_BACK && search_error(s, n) == SEARCH_ERROR) return SEARCH_ERROR;
  if (r == NOT_EVALUATED) hang_not_evaluated(s);
  if (r == LEFT) search_cut(s, CAUSE_HANG, "hang: some states still cannot reach an end");
  explorer_go(s->x, at);
  if (!search_keeps(s, n)) search_forget(s, n);
  return SEARCH_RUNNING;
}
