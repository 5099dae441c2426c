/* See stale_loop.h. */
#include "engine/search/stale_loop.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/property/race.h"
#include "engine/property/race_int.h"
#include "engine/property/writes.h"
#include "engine/search/hang.h"
#include "engine/vm/machine.h"
#include "engine/vm/primitive_text.h"
#include "engine/vm/sched/time.h"

/* Is the thread's next operation a plain read? A read in another mode returns a new write after
 * finitely many reads. */
static bool reads_plainly(const struct thread *t) { return t->op == OPK_READ; }

/* ---- one thread alone ---- */

/* Can another thread run? Wake-ups without a cause are no way out, as for deadlocks. */
static bool others_run(uint32_t thread, const struct choice *all, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (all[i].thread != thread && all[i].kind != CHOICE_SPURIOUS) return true;
  return false;
}

/* Returns the other thread whose timed wait ends first; NULL: none is pending. */
static const struct thread *first_to_wake(struct vm *vm, uint32_t thread) {
  const struct thread *first = NULL;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (i != thread && time_is_pending(t) && (!first || t->deadline < first->deadline)) first = t;
  }
  return first;
}

/* Finds the only choice of the thread that returns no older write; false: it has several, or
 * none. */
static bool newest_choice(const struct choice *all, uint32_t n, uint32_t thread,
                          struct choice *out) {
  uint32_t i, found = 0;
  for (i = 0; i < n; i++) {
    if (all[i].thread != thread || all[i].kind == CHOICE_STALE || all[i].kind == CHOICE_SPURIOUS)
      continue;
    *out = all[i];
    found++;
  }
  return found == 1;
}

/* ---- which write a read returns while the thread is followed ---- */

struct reading {
  bool oldest; /* plain reads return the oldest write, else the newest one */
  /* The location whose reads return the write that `behind` later writes follow; obj 0: none. */
  ref obj;
  uint32_t off;
  uint16_t behind;
};

static bool chosen_read(const struct reading *r, const struct thread *t, const struct choice *all,
                        uint32_t n, struct choice *out) {
  bool pinned = r->obj && t->op_obj == r->obj && t->op_off == r->off;
  uint32_t i;
  if (!reads_plainly(t) || (!pinned && !r->oldest)) return true;
  for (i = 0; i < n; i++)
    if (all[i].thread == t->index && all[i].kind == CHOICE_STALE &&
        (!pinned || all[i].arg == r->behind))
      *out = all[i]; /* the last one is the oldest */
  return !pinned || out->kind == CHOICE_STALE;
}

/* ---- following the thread ---- */

enum { ROUNDS_MAX = 4096, INSNS_MAX = 1 << 22 };
/* What following the thread has shown. BREAKS: another thread, whose timed wait ended, made an
 * error. */
enum { GO_ON, GOES_ROUND, LEAVES, BREAKS, UNKNOWN, FAILS };

struct follow {
  struct search *s;
  uint32_t thread;
  struct reading reading;
  struct visited *seen; /* the states of this walk */
  bool once;            /* a state that was followed before need not be followed again */
};

/* Tells states apart that are followed with other reads. */
static struct fingerprint follow_name(const struct follow *f, struct fingerprint at) {
  const struct reading *r = &f->reading;
  uint64_t way = (uint64_t)r->obj << 32 | r->off;
  at.lo ^= (way * 2 + r->oldest) * 0x9E3779B97F4A7C15u + r->behind;
  return at;
}

static int follow_enter(struct follow *f) {
  struct explorer *x = f->s->x;
  struct fingerprint at = canon_fingerprint(x->canon, x->match_h);
  xnode(x, x->here)->fp = at;
  if (!visited_add(f->seen, at)) return GOES_ROUND;
  return f->once && !visited_add(f->s->followed, follow_name(f, at)) ? UNKNOWN : GO_ON;
}

static int follow_apply(struct follow *f, struct choice c, int error, struct error *err) {
  struct explorer *x = f->s->x;
  node_id to;
  if (explorer_apply(x, c, &to, err)) return FAILS;
  if (xnode(x, to)->flags & (NODE_FAILED | NODE_CUT)) return UNKNOWN;
  if (xnode(x, to)->flags & NODE_ERROR) return error;
  return xnode(x, to)->flags & (NODE_ENDED | NODE_BLOCKED) ? LEAVES : GO_ON;
}

static int follow_step(struct follow *f, struct error *err) {
  struct explorer *x = f->s->x;
  struct choice all[CHOICES_MAX], c;
  uint32_t n = search_choices(f->s, all), asked = x->vm->run.asked_world;
  int r;
  if (others_run(f->thread, all, n)) return LEAVES;
  if (!newest_choice(all, n, f->thread, &c) ||
      !chosen_read(&f->reading, vm_thread(x->vm, f->thread), all, n, &c))
    return UNKNOWN;
  r = follow_apply(f, c, LEAVES, err);
  if (r == GO_ON && f->once &&
      (asked != x->vm->run.asked_world || hang_asks_collector(x->vm, xnode(x, x->here)->log)))
    return UNKNOWN; /* a real JVM may leave the cycle */
  return r;
}

/* The thread loops for ever, so the timed wait of another one ends. Lets that one and all that it
 * wakes run until they have to wait again. */
static int follow_wake(struct follow *f, const struct thread *t, struct error *err) {
  struct choice all[CHOICES_MAX];
  int r = follow_apply(f, choice_make(t->index, CHOICE_TIMEOUT, 0), BREAKS, err);
  for (uint32_t k = 0; r == GO_ON && k < ROUNDS_MAX; k++) {
    uint32_t n = search_choices(f->s, all), i = 0;
    if (!others_run(f->thread, all, n)) return GO_ON;
    while (all[i].thread == f->thread || all[i].kind == CHOICE_SPURIOUS) i++;
    r = follow_apply(f, all[i], BREAKS, err);
  }
  return r == GO_ON ? UNKNOWN : r;
}

static int newest_leaves(const struct follow *f, struct error *err);

/* The thread came back to a state. Is this the cycle, or do others wait only for some time? */
static int follow_round(struct follow *f, struct error *err) {
  const struct thread *t = first_to_wake(f->s->x->vm, f->thread);
  int r;
  if (!f->once) return GOES_ROUND;
  r = newest_leaves(f, err);
  if (r != LEAVES) return r == FAILS ? FAILS : UNKNOWN;
  return t ? follow_wake(f, t, err) : GOES_ROUND;
}

/* Follows the thread from the current state, and ends where it has learnt something. */
static int stale_loop_follow(struct follow *f, struct error *err) {
  uint64_t insns = f->s->x->vm->insn_total;
  int r = GO_ON;
  f->seen = visited_new(false);
  for (uint32_t i = 0; r == GO_ON && i < ROUNDS_MAX; i++) {
    r = follow_enter(f);
    if (r == GO_ON) r = follow_step(f, err);
    if (r == GOES_ROUND) r = follow_round(f, err);
    if (r == GO_ON && f->s->x->vm->insn_total - insns > INSNS_MAX) r = UNKNOWN;
  }
  visited_free(f->seen);
  return r == GO_ON ? UNKNOWN : r;
}

/* Returns the first state of the cycle that the current one closes. */
static node_id first_of_cycle(struct explorer *x) {
  struct fingerprint f = xnode(x, x->here)->fp;
  node_id n = xnode(x, x->here)->parent;
  while (xnode(x, n)->fp.lo != f.lo || xnode(x, n)->fp.hi != f.hi) n = xnode(x, n)->parent;
  return n;
}

/* Returns LEAVES if the thread leaves the cycle that the current state closes when it reads the
 * newest writes. */
static int newest_leaves(const struct follow *f, struct error *err) {
  struct explorer *x = f->s->x;
  struct follow other = {.s = f->s, .thread = f->thread};
  node_id end = x->here, tried;
  int r;
  xnode(x, end)->pins++;
  explorer_go(x, first_of_cycle(x));
  r = stale_loop_follow(&other, err);
  tried = x->here;
  explorer_go(x, end);
  xnode(x, end)->pins--;
  if (tried != end) explorer_drop(x, tried);
  return r;
}

/* ---- the error ---- */

static int follow_from(struct search *s, uint32_t thread, struct reading reading,
                       struct error *err) {
  struct follow f = {.s = s, .thread = thread, .reading = reading, .once = true};
  struct explorer *x = s->x;
  node_id at = x->here, end;
  int r = stale_loop_follow(&f, err);
  bool closed = r == BREAKS || (r == GOES_ROUND && hang_close_stale(x));
  if (r == FAILS) return err->code;
  end = x->here;
  if (r == BREAKS) xnode(x, end)->violation->as_found = true;
  if (closed && s->outcomes) search_note_end(s, xnode(x, end));
  if (closed && search_error(s, end) == SEARCH_ERROR) return SEARCH_ERROR;
  explorer_go(x, at);
  if (end != at && !search_keeps(s, end)) explorer_drop(x, end);
  return SEARCH_RUNNING;
}

/* Looks with each way to read from here. */
static int follow_each_way(struct search *s, const struct choice *all, uint32_t n,
                           struct error *err) {
  struct vm *vm = s->x->vm;
  const struct thread *t = vm_thread(vm, all[0].thread);
  uint32_t thread = t->index, off = t->op_off, i;
  ref obj = t->op_obj;
  bool field = !vm_klass(vm, obj)->is_array;
  int r = follow_from(s, thread, (struct reading){.oldest = true}, err);
  for (i = 0; i < n && field && r == SEARCH_RUNNING; i++)
    if (all[i].kind == CHOICE_STALE)
      r = follow_from(s, thread, (struct reading){.obj = obj, .off = off, .behind = all[i].arg},
                      err);
  return r;
}

int stale_loop_met(struct search *s, struct error *err) {
  struct choice all[CHOICES_MAX];
  struct vm *vm = s->x->vm;
  uint32_t n, i, asked = vm->run.asked_world;
  struct hang_aside aside;
  bool older = false;
  int r;
  if (!s->followed) return SEARCH_RUNNING;
  n = search_choices(s, all);
  for (i = 0; i < n && !older; i++) older = all[i].kind == CHOICE_STALE;
  if (!older || !reads_plainly(vm_thread(vm, all[0].thread)) || others_run(all[0].thread, all, n))
    return SEARCH_RUNNING;
  aside = hang_aside_begin(s);
  r = follow_each_way(s, all, n, err);
  hang_aside_end(s, &aside);
  vm->run.asked_world = asked;
  return r;
}

/* ---- a cycle of a path ---- */

bool stale_loop_reads(struct explorer *x, const node_id *path, size_t from, size_t len) {
  for (size_t i = from + 1; i < len; i++)
    if (xnode(x, path[i])->choice.kind == CHOICE_STALE) return true;
  return false;
}

struct plain_read {
  ref obj;
  uint32_t off, behind;
};

/* Adds a plain read of the cycle. Returns false if another one returned another write. */
static bool add_read(struct plain_read *all, uint32_t *count, struct plain_read r) {
  uint32_t i = 0;
  while (i < *count && (all[i].obj != r.obj || all[i].off != r.off)) i++;
  if (i < *count) return all[i].behind == r.behind;
  all[(*count)++] = r;
  return true;
}

/* Does the step from the current state to n fit such a cycle of the thread? */
static bool step_fits(struct explorer *x, const struct xnode *n, uint32_t thread,
                      struct plain_read *reads, uint32_t *count) {
  const struct thread *t = vm_thread(x->vm, thread);
  struct choice all[CHOICES_MAX], newest;
  uint32_t choices = vm_choices(x->vm, all, CHOICES_MAX);
  if (n->choice.thread != thread || others_run(thread, all, choices) ||
      first_to_wake(x->vm, thread) || !newest_choice(all, choices, thread, &newest))
    return false;
  if (n->choice.kind == CHOICE_STALE && !reads_plainly(t)) return false;
  if (!reads_plainly(t) || !t->op_obj) return true;
  return add_read(reads, count,
                  (struct plain_read){t->op_obj, t->op_off,
                                      n->choice.kind == CHOICE_STALE ? n->choice.arg : 0u});
}

static bool cycle_fits(struct explorer *x, const node_id *path, size_t from, size_t len,
                       struct plain_read *older) {
  struct plain_read *reads = mem_alloc((len - from) * sizeof *reads);
  uint32_t thread = xnode(x, path[len - 1])->choice.thread, count = 0;
  bool fits = true;
  size_t i;
  for (i = from + 1; i < len && fits; i++) {
    explorer_go(x, path[i - 1]);
    fits = step_fits(x, xnode(x, path[i]), thread, reads, &count);
  }
  explorer_go(x, path[len - 1]);
  for (i = 0; i < count; i++)
    if (reads[i].behind) *older = reads[i];
  free(reads);
  return fits;
}

/* ---- the message ---- */

/* Returns the text of the value that a write of the location stored. An object is named by its
 * class; `other` replaces this where it would be said twice. */
static char *plain_value(struct vm *vm, const struct plain_read *r, uint32_t behind,
                         const char *other) {
  const struct field *f = vm_klass(vm, r->obj)->is_array ? NULL : vm_field_at(vm, r->obj, r->off);
  uint64_t v = writes_value(vm, r->obj, r->off, behind);
  char *s = primitive_text(f ? f->type : vm_klass(vm, r->obj)->elem_type, v), *name;
  if (s) return s;
  if (!(ref)v || other) return mem_strdup((ref)v ? other : "null");
  name = klass_dotted(vm_klass(vm, (ref)v));
  s = mem_printf("an object of %s", name);
  free(name);
  return s;
}

/* Returns the place of the thread's last write of the location before path[to]; NULL: it is not a
 * step of its own. Moves the explorer. */
static char *write_place(struct explorer *x, const node_id *path, size_t to, uint32_t thread,
                         const struct plain_read *r) {
  for (; to; to--) {
    const struct xnode *n = xnode(x, path[to]);
    const struct thread *t;
    if (n->choice.thread != thread ||
        (n->op != OPK_WRITE && n->op != OPK_VOLATILE_WRITE && n->op != OPK_ATOMIC))
      continue;
    explorer_go(x, path[to - 1]);
    t = vm_thread(x->vm, thread);
    if (t->op_obj == r->obj && t->op_off == r->off)
      return vm_location_text(x->vm, vm_thread(x->vm, thread));
  }
  return NULL;
}

bool stale_loop_explain(struct explorer *x, const node_id *path, size_t from, size_t len,
                        struct violation *v) {
  struct vm *vm = x->vm;
  uint32_t thread = xnode(x, path[len - 1])->choice.thread, writer;
  struct plain_read r = {0};
  struct text message = {0};
  char *name, *old, *new, *place;
  ref list;
  if (!cycle_fits(x, path, from, len, &r)) return false;
  CHECK(r.behind, "a cycle that reads an older write names it: node %u", x->here);
  list = writes_list(vm, r.obj, r.off);
  writer = stamp_thread(row_get(vm, list, writes_at(writes_count(vm, list) - 1, WRITE_STAMP)));
  name = race_location_name(vm, vm_thread(vm, thread), r.obj, r.off);
  old = plain_value(vm, &r, r.behind, NULL);
  new = plain_value(vm, &r, 0, "another one");
  text_puts(&message, "hang of ");
  violation_mention(vm, v, &message, vm_thread(vm, thread));
  text_printf(&message, ": it can read %s = %s for ever, although ", name, old);
  violation_mention(vm, v, &message, vm_thread(vm, writer));
  place = write_place(x, path, from, writer, &r);
  explorer_go(x, path[len - 1]);
  text_printf(&message, " wrote %s%s%s (plain reads need not see it)", new, place ? " at " : "",
              place ? place : "");
  v->message = message.s;
  v->thread = thread;
  free(name);
  free(old);
  free(new);
  free(place);
  return true;
}
