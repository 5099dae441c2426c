/* Executes one call after others, in every interleaving of its thread with the component's own
 * threads. See orders.h. */
#include "engine/assess/orders_int.h"

#include "engine/vm/machine.h"

#include <stdlib.h>

struct walk { /* all interleavings of one call */
  struct orders *o;
  uint32_t who; /* index of the record; ALONE: main, with all threads */
  uint32_t state, from_depth, goal, steps;
  struct records r;
  bool unsure, stays;
  VEC(uint32_t) ends;
  VEC(char *) gave, whole;
};

bool orders_is_caller(const struct records *r, uint32_t thread) {
  for (uint32_t i = 0; i < r->threads; i++)
    if (r->of[i].thread == thread) return true;
  return false;
}

static bool may_run(struct vm *vm, const struct walk *w, uint32_t thread) {
  if (w->who == ALONE) return true;
  if (thread == w->r.of[w->who].thread) return true;
  return !orders_is_caller(&w->r, thread) && !(vm_thread(vm, thread)->flags & TF_MAIN);
}

/* Threads without further calls only have to end, so they go first. */
static uint32_t keep_callers(const struct walk *w, struct choice *c, uint32_t n) {
  for (uint32_t i = 0; w->who == ALONE && i < n; i++)
    if (orders_is_caller(&w->r, c[i].thread)) {
      c[0] = c[i];
      return 1;
    }
  return n;
}

static uint32_t walk_choices(const struct walk *w, struct choice *out) {
  struct vm *vm = w->o->x->vm;
  uint32_t n = vm_ended(vm) ? 0 : vm_choices(vm, out, CHOICES_MAX), kept = 0;
  if (n > CHOICES_MAX) n = CHOICES_MAX;
  for (uint32_t i = 0; i < n; i++)
    if (may_run(vm, w, out[i].thread)) out[kept++] = out[i];
  return keep_callers(w, out, kept);
}

static bool walk_is_there(const struct walk *w) {
  struct vm *vm = w->o->x->vm;
  return w->who == ALONE ? records_done(vm, &w->r) : record_ended(vm, &w->r.of[w->who]) >= w->goal;
}

static void add_end(struct walk *w, uint32_t state) {
  struct text t = {0};
  for (size_t i = 0; i < w->ends.len; i++)
    if (w->ends.data[i] == state) return;
  w->unsure |= w->ends.len == ENDS_MAX;
  if (w->ends.len == ENDS_MAX) return;
  record_result(w->o->x->vm, &w->r.of[w->who], w->goal - 1, NULL, &t);
  *vec_push(&w->ends) = state;
  *vec_push(&w->gave) = t.s;
}

static void add_whole(struct walk *w) {
  struct text t = {0};
  records_text(w->o->x->vm, &w->r, &t);
  for (size_t i = 0; i < w->whole.len; i++)
    if (!strcmp(w->whole.data[i], t.s)) {
      text_release(&t);
      return;
    }
  *vec_push(&w->whole) = t.s;
}

static void arrive(struct walk *w) {
  if (w->who == ALONE)
    add_whole(w);
  else
    add_end(w, orders_state(w->o, w->state, w->from_depth));
}

/* Does the path repeat a state, because a thread spins? Then the call blocks for ever. */
static bool spins(struct walk *w, uint32_t on_path, struct fingerprint *mark) {
  struct explorer *x = w->o->x;
  if (on_path < STEPS_PATH / 2) return false;
  explorer_fingerprint(x, x->here);
  if (on_path == STEPS_PATH / 2) {
    *mark = xnode(x, x->here)->fp;
    return false;
  }
  w->unsure |= on_path >= STEPS_PATH;
  return on_path >= STEPS_PATH ||
         (xnode(x, x->here)->fp.lo == mark->lo && xnode(x, x->here)->fp.hi == mark->hi);
}

static void walk_on(struct walk *w, uint32_t on_path, struct fingerprint mark);

/* Takes the choice, explores what follows and returns. */
static void walk_aside(struct walk *w, struct choice c, uint32_t on_path, struct fingerprint mark) {
  struct explorer *x = w->o->x;
  node_id here = x->here, deep;
  if (!orders_take(w->o, c))
    w->unsure = true;
  else
    walk_on(w, on_path + 1, mark);
  deep = x->here;
  explorer_go(x, here);
  if (deep != here) explorer_drop(x, deep);
}

/* Explores every choice from here to the ends of the call. */
static void walk_on(struct walk *w, uint32_t on_path, struct fingerprint mark) {
  struct choice c[CHOICES_MAX];
  uint32_t n;
  for (;; on_path++) {
    if (walk_is_there(w)) {
      arrive(w);
      return;
    }
    n = walk_choices(w, c);
    if (!n || spins(w, on_path, &mark)) {
      w->stays = true;
      return;
    }
    if (++w->steps > STEPS_MAX) {
      w->unsure = true;
      return;
    }
    if (n > 1) break;
    if (!orders_take(w->o, c[0])) {
      w->unsure = true;
      return;
    }
  }
  for (uint32_t i = 0; i < n && !w->unsure; i++) walk_aside(w, c[i], on_path, mark);
}

struct order_call *orders_perform(struct orders *o, uint32_t state, uint32_t who) {
  struct walk w = {.o = o, .who = who, .state = state};
  struct order_call *c = &o->all.data[state].of[who];
  node_id start, deep;
  if (c->known) return c;
  if (!orders_regain(o, state) || !records_read(o->x->vm, &w.r)) {
    w.unsure = true;
  } else {
    start = o->x->here;
    w.from_depth = xnode(o->x, start)->depth;
    w.goal = who == ALONE ? 0 : record_ended(o->x->vm, &w.r.of[who]) + 1;
    walk_on(&w, 0, (struct fingerprint){0});
    deep = o->x->here;
    explorer_go(o->x, start);
    if (deep != start) explorer_drop(o->x, deep);
  }
  c = &o->all.data[state].of[who];
  *c = (struct order_call){true, w.unsure, w.stays, (uint32_t)w.ends.len, w.ends.data, w.gave.data};
  if (who == ALONE) {
    o->all.data[state].whole.data = w.whole.data;
    o->all.data[state].whole.len = o->all.data[state].whole.cap = w.whole.len;
  }
  return c;
}
