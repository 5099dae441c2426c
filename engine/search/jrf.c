/* JRF's priority search (paper 004, section 4, figures 5 and 6), which goes where data races are
 * likely. The priority of a state is the value of the operation that leads to it plus 8 times its
 * depth, so the successors of a state come before all older states. States of equal priority are
 * taken in the order of generation. An error is reported only when its state is taken from the
 * queue. `states` counts generated successors, as the paper does.
 *
 * Four heuristics can be switched on (--jrf WF,WW,ARA,AF; by default all): WF writes first, WW
 * watch written, ARA avoid release/acquire, AF acquire first. Figure 6 labels its values 7, 6, 4
 * and 1 in contradiction to the text of section 4; this file follows the text. A value whose
 * heuristic is off counts as 3, "other".
 *
 *    8 write, last written by another thread    WF or WW
 *    7 write, last written by itself or never   WF
 *    6 read, last written by another thread     WW
 *    5 read, last written by itself or never    WF and WW
 *    4 acquire without prior release            AF
 *    3 other
 *    2 acquire with prior release               ARA or AF
 *    1 release                                  ARA
 *
 * The operation is the next one of the thread. If the thread has no pending operation (it begins,
 * or is at a mark), the first operation of the transition on a shared object counts.
 *
 * The paper's written_by and prior_release are read from h: the first is the stamp of the last
 * write, the second the row of a lock or volatile location. */
#include <stdlib.h>
#include <string.h>

#include "engine/property/race.h"
#include "engine/search/best_first.h"
#include "engine/vm/machine.h"

enum { WF = 1, WW = 2, ARA = 4, AF = 8, ALL = WF | WW | ARA | AF, VALUE_MAX = 8, OTHER = 3 };

static int parse(const char *list, uint32_t *on, struct error *err) {
  static const char *const names[] = {"WF", "WW", "ARA", "AF"};
  const char *p = list;
  *on = list ? 0 : ALL;
  while (p && *p) {
    size_t n = strcspn(p, ","), i;
    for (i = 0; i < COUNT(names); i++)
      if (strlen(names[i]) == n && !memcmp(names[i], p, n)) break;
    if (i == COUNT(names))
      return error_set(err, ERR_USAGE, "--jrf: no heuristic '%.*s' (there are WF, WW, ARA, AF)",
                       (int)n, p);
    *on |= 1u << i;
    p += n + (p[n] == ',');
  }
  return 0;
}

/* Has any thread released into this row? */
static bool released(struct vm *vm, ref row) {
  uint32_t n = row ? array_length(vm, row) - ROW_CLOCKS : 0;
  for (uint32_t i = 0; i < n; i++)
    if (row_clock(vm, row, i)) return true;
  return false;
}

static uint32_t access_value(struct vm *vm, uint32_t on, const struct thread *t, ref obj,
                             uint32_t off, bool write) {
  uint32_t stamp = race_stamp(vm, obj, off);
  bool other = stamp && stamp_thread(stamp) != t->index;
  if (write && other) return on & (WF | WW) ? 8 : OTHER;
  if (write) return on & WF ? 7 : OTHER;
  if (other) return on & WW ? 6 : OTHER;
  return (on & WF) && (on & WW) ? 5 : OTHER;
}

static uint32_t acquire_value(uint32_t on, bool prior) {
  if (!prior) return on & AF ? 4 : OTHER;
  return on & (ARA | AF) ? 2 : OTHER;
}

static bool lock_released(struct vm *vm, ref obj) {
  const struct monitor *m = obj ? vm_monitor(vm, obj) : NULL;
  return m && released(vm, m->row);
}

/* Returns the value of an operation, by figure 6. */
static uint32_t value_of(struct vm *vm, uint32_t on, const struct thread *t, uint32_t op, ref obj,
                         uint32_t off) {
  switch (op) {
    case OPK_WRITE:
    case OPK_BULK_WRITE: return access_value(vm, on, t, obj, off, true);
    case OPK_READ:
    case OPK_BULK_READ:
    case OPK_COPY_READ: return access_value(vm, on, t, obj, off, false);
    case OPK_VOLATILE_READ:
    case OPK_ATOMIC: return acquire_value(on, released(vm, race_volatile_row(vm, obj, off)));
    case OPK_LOCK:
    case OPK_REACQUIRE: return acquire_value(on, lock_released(vm, obj));
    case OPK_VOLATILE_WRITE:
    case OPK_UNLOCK: return on & ARA ? 1 : OTHER;
    default: return OTHER;
  }
}

struct heard { /* observes the running transition */
  uint32_t on, value;
};

static void jrf_hear(void *self, struct vm *vm, const struct event *e) {
  struct heard *h = self;
  if (h->value || !e->obj || !(vm_object(vm, e->obj)->lock & OBJ_SHARED)) return;
  h->value = value_of(vm, h->on, vm_thread(vm, e->thread), e->op, e->obj, e->off);
}

/* Returns the value of the thread's pending operation. Returns 0 if there is none; then the first
 * operation of the transition decides. */
static uint32_t stands_before(struct vm *vm, uint32_t on, const struct thread *t) {
  if (t->state == THREAD_BLOCKED) return value_of(vm, on, t, OPK_LOCK, t->wait_obj, 0);
  if (t->state != THREAD_RUNNABLE) return OTHER;
  if (t->op == OPK_NONE || t->op == OPK_BEGIN || t->op == OPK_MARK || t->op == OPK_SPIN) return 0;
  return t->op_obj ? value_of(vm, on, t, t->op, t->op_obj, t->op_off) : OTHER;
}

static uint32_t foresee(struct search *s, struct choice c) {
  struct heard *h = s->own;
  struct vm *vm = s->x->vm;
  h->value = stands_before(vm, h->on, vm_thread(vm, c.thread));
  vm->listen.before_race = h->value ? NULL : jrf_hear;
  vm->listen.before_race_self = h;
  return 0;
}

static uint64_t jrf_rank(struct search *s, node_id n, uint32_t foreseen) {
  const struct heard *h = s->own;
  uint32_t value = h->value ? h->value : OTHER;
  (void)foreseen;
  s->x->vm->listen.before_race = NULL;
  xnode(s->x, n)->h_value = value;
  return UINT64_MAX - (value + (uint64_t)xnode(s->x, n)->depth * VALUE_MAX);
}

static const struct best_first_rules rules = {
    .rank = jrf_rank, .foresee = foresee, .late = true, .generated = true};

static int jrf_open(struct search *s, struct error *err) {
  struct heard *h;
  uint32_t on;
  if (!s->x->vm->race)
    return error_set(err, ERR_USAGE,
                     "--search jrf searches for data races and needs the property race");
  if (parse(s->opt.jrf, &on, err)) return err->code;
  s->own = h = mem_alloc(sizeof *h);
  h->on = on;
  return best_first_open(s, &rules);
}

static void jrf_close(struct search *s) {
  s->x->vm->listen.before_race = NULL;
  free(s->own);
  best_first_close(s);
}

const struct search_ops search_jrf = {.name = "jrf",
                                      .summary = "towards data races, by priority (paper 004)",
                                      .options = "--jrf",
                                      .values = true,
                                      .evaluates_hangs = true,
                                      .numbers = true,
                                      .open = jrf_open,
                                      .step = best_first_step,
                                      .close = jrf_close,
                                      .release_rest = best_first_release_rest,
                                      .save = best_first_save,
                                      .load = best_first_load};
