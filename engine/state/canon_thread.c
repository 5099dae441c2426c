/* The threads of a state in its canonical form: their records and their stacks, in canonical order
 * (soundness rule 6, names from the path).
 *
 * A transition changes one thread, and a few others by waking them. So the hash of a thread is kept
 * until its record or its stack changes (arena.changed_threads). This requires that all objects to
 * which the thread refers belong to the base and keep their names (soundness rule 7, one
 * fingerprint, any way). */
#include "engine/state/canon_int.h"
#include "engine/base/check.h"
#include "engine/vm/interp/interp.h"

/* Orders the threads: main, then the children of each thread, depth first. Children are in the
 * order of their ordinals, which is also the order of their indices. */
static void order_from(struct canon *c, uint32_t t) {
  uint32_t i = t + 1, o, n = vm_machine(c->vm)->thread_count,
           children = vm_thread(c->vm, t)->children;
  c->thread_number[t] = (uint16_t)c->thread_len;
  c->thread_order[c->thread_len++] = (uint16_t)t;
  for (o = 0; o < children; o++, i++) {
    while (i < n && vm_thread(c->vm, i)->parent != t + 1) i++;
    if (i < n) order_from(c, i);
  }
}

void canon_order_threads(struct canon *c) {
  c->thread_len = 0;
  if (vm_machine(c->vm)->thread_count) order_from(c, 0);
  CHECK(c->thread_len == vm_machine(c->vm)->thread_count,
        "each thread has a place in the order: %u of %u", c->thread_len,
        vm_machine(c->vm)->thread_count);
}

/* Returns the flags that can still matter. Once a waiter only has to reacquire its monitor, it no
 * longer matters how its wait ended, except by an interrupt. A joiner may wait again. */
static uint32_t live_flags(const struct thread *t) {
  bool reacquires = t->state == THREAD_BLOCKED && (t->flags & TF_RESUMED) && t->op != OPK_JOIN;
  return reacquires ? t->flags & ~(uint32_t)(TF_NOTIFIED | TF_ELAPSED | TF_TIMED | TF_PATIENT)
                    : t->flags;
}

static bool timed(const struct thread *t) {
  return t->state != THREAD_TERMINATED && (live_flags(t) & TF_TIMED);
}

/* Returns the place where the thread last read the clock, if the next small step of the clock
 * depends on it (vm/sched/time.h). */
static uint64_t read_site(struct vm *vm, const struct thread *t) {
  return t->read_site && t->last_read == vm_machine(vm)->clock ? t->read_site : 0;
}

/* Returns the rank of the thread's deadline among all live timed waits. Returns the deadline itself
 * if the program reads the clock or --patience is set. */
static uint64_t deadline_of(struct vm *vm, const struct thread *t) {
  uint32_t i, rank = 1;
  if (!timed(t)) return 0;
  if (vm_machine(vm)->clock_seen || vm->opt.patience) return t->deadline;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *o = vm_thread(vm, i);
    if (timed(o) && o->deadline < t->deadline) rank++;
  }
  return rank;
}

/* Returns the object for which the thread waits. For a runnable thread, the object of an earlier
 * wait does not matter. */
static ref awaited(const struct thread *t) {
  switch (t->state) {
    case THREAD_BLOCKED:
    case THREAD_WAITING:
    case THREAD_INITWAIT:
    case THREAD_JOINING: return t->wait_obj;
    default: return 0;
  }
}

static bool in_wait(const struct thread *t) {
  return monitor_waits(t) || (t->state == THREAD_BLOCKED && (t->flags & TF_RESUMED));
}

/* Writes values that are zero for most threads. Zeros are omitted, and a bit of the mask says which
 * values are present. */
struct optional {
  char *p;
  uint32_t mask, bit;
};

static void optional32(struct optional *o, uint32_t v) {
  o->bit <<= 1;
  if (!v) return;
  o->mask |= o->bit;
  o->p = canon_w32(o->p, v);
}

static void optional64(struct optional *o, uint64_t v) {
  o->bit <<= 1;
  if (!v) return;
  o->mask |= o->bit;
  o->p = canon_w64(o->p, v);
}

/* Returns whether the thread's next operation offers several choices (CHOICE_NOTIFY, CHOICE_VALUE,
 * a jump of the clock), unless the program has ended. A weak compare-and-set has a flag for
 * this. */
static bool chooses(struct vm *vm, const struct thread *t) {
  if (vm_machine(vm)->exited) return false;
  return t->state == THREAD_RUNNABLE &&
         (t->op == OPK_CHOOSE || (t->op == OPK_CLOCK && vm->opt.clock_jumps) ||
          (t->op == OPK_NOTIFY && monitor_waiters(vm, t->op_obj) > 1));
}

/* Returns a value that distinguishes states with equal frames: a thread may stop twice before the
 * same instruction, because of a choice or because of a mark (is_unseen in vm/sched/visible.c). */
static uint32_t stands_at(struct vm *vm, const struct thread *t) {
  enum { AT_CHOICE = 1, AT_MARK };
  if (chooses(vm, t)) return AT_CHOICE;
  return t->state == THREAD_RUNNABLE && t->op == OPK_MARK ? AT_MARK : 0;
}

static char *put_live(struct canon *c, const struct thread *t, char *mask_at) {
  struct vm *vm = c->vm;
  struct optional o = {.p = mask_at + 4, .bit = 1};
  optional32(&o, canon_mention(c, awaited(t)));
  optional32(&o, in_wait(t) ? t->wait_count : 0);
  optional64(&o, deadline_of(vm, t));
  optional32(&o, t->clock_read);
  optional64(&o, t->now);
  optional64(&o, t->ready);
  optional64(&o, read_site(vm, t));
  optional64(&o, t->reads[0]);
  optional64(&o, t->reads[1]);
  optional64(&o, t->reads_site);
  optional64(&o, t->patient_site);
  optional64(&o, t->patient_until);
  optional32(&o, stands_at(vm, t));
  optional32(&o, t->named); /* the next default name */
  optional32(&o, t->draws);
  optional32(&o, t->hash_count);
  canon_w32(mask_at, o.mask);
  return o.p;
}

static void put_record(struct canon *c, const struct thread *t) {
  char *p = canon_reserve_out(c, 160);
  p = canon_w32(p, t->state);
  p = canon_w32(p, live_flags(t));
  p = canon_w32(p, canon_mention(c, t->object));
  p = canon_w32(p, canon_mention(c, t->exception));
  p = canon_w32(p, t->children);
  if (t->state != THREAD_TERMINATED) p = put_live(c, t, p);
  c->out.len = (size_t)(p - c->out.s);
  INVARIANT(c->out.len <= c->out.cap, "a thread's record fits in its room: T%u", t->index);
}

void canon_put_thread(struct canon *c, const struct thread *t) {
  put_record(c, t);
  if (t->state == THREAD_TERMINATED) return;
  for (uint32_t f = t->frame; f; f = vm_frame(c->vm, f)->prev) canon_put_frame(c, f);
}

/* ---- hashes kept between states ---- */

/* Returns whether the thread's hash depends on more than its record and stack: the rank of its
 * deadline, or a choice that depends on the other waiters. */
static bool looks_around(const struct thread *t) {
  if (timed(t) || t->read_site) return true;
  return t->state == THREAD_RUNNABLE && (t->op == OPK_CHOOSE || t->op == OPK_NOTIFY);
}

static void note_stale(struct canon *c, uint32_t t) { c->stale[t / 64] |= 1ull << (t % 64); }
static bool is_stale(const struct canon *c, uint32_t t) { return c->stale[t / 64] >> (t % 64) & 1; }

static bool related_as_before(const struct canon *c, uint32_t t) {
  const struct thread *th = vm_thread(c->vm, t);
  const struct canon_relation *r = &c->relations[t];
  return th->parent == r->parent && th->ordinal == r->ordinal && th->object == r->object;
}

/* Moves the arena's bits of changed threads to `stale`. */
static void take_changes(struct canon *c) {
  struct arena *a = &c->vm->arena;
  uint32_t count = vm_machine(c->vm)->thread_count, w, t;
  if (count < c->order_count) count = c->order_count;
  if (a->open) arena_note_threads(a, a->log.data, a->log.len);
  /* bits of later threads stay until these threads exist */
  for (w = 0; w < (count + 63) / 64; w++) {
    uint64_t bits = a->changed_threads[w];
    if (!bits) continue;
    c->stale[w] |= bits;
    a->changed_threads[w] = 0;
    for (; bits; bits &= bits - 1) {
      t = w * 64 + (uint32_t)__builtin_ctzll(bits);
      if (t < c->order_count && !related_as_before(c, t)) c->order_known = false;
    }
  }
}

static void order_anew(struct canon *c) {
  uint32_t t;
  canon_order_threads(c);
  c->order_count = vm_machine(c->vm)->thread_count;
  for (t = 0; t < c->order_count; t++) {
    const struct thread *th = vm_thread(c->vm, t);
    c->relations[t] =
        (struct canon_relation){.parent = th->parent, .ordinal = th->ordinal, .object = th->object};
    c->thread_hash[t] = (struct canon_hash){0, 0};
  }
  c->thread_sum = (struct canon_hash){0, 0};
  memset(c->stale, 0xff, sizeof c->stale);
  c->order_known = c->order_new = true;
}

void canon_threads(struct canon *c) {
  c->order_new = false;
  if (c->owner) take_changes(c);
  if (c->owner && c->order_known && !c->vm->arena.changes_lost &&
      c->order_count == vm_machine(c->vm)->thread_count)
    return;
  order_anew(c);
}

/* Computes the hash of a thread. It includes the thread's place, because the sum is commutative. */
static struct canon_hash make_hash(struct canon *c, uint32_t t) {
  size_t start = c->out.len;
  uint64_t mix = c->mix;
  struct canon_hash h;
  c->mix = 0;
  c->above = false;
  canon_put32(c, c->thread_number[t]);
  put_record(c, vm_thread(c->vm, t));
  canon_put_near_frames(c, t);
  canon_put64(c, c->mix);
  h = canon_hash_from(c, start);
  c->out.len = start;
  c->mix = mix;
  return h;
}

/* *stands: the hash is valid until the thread's record or stack changes, or objects get other
 * names. */
static struct canon_hash hash_thread(struct canon *c, uint32_t t, bool *stands) {
  struct canon_memo_key key;
  bool alone = !looks_around(vm_thread(c->vm, t));
  if (c->owner && alone && canon_memo_find(c, t, &key)) {
    if (INVARIANTS_ON) {
      struct canon_hash made = make_hash(c, t);
      INVARIANT(made.lo == key.hash.lo && made.hi == key.hash.hi,
                "a kept hash is that of the thread: T%u", t);
    }
    *stands = true;
    return key.hash;
  }
  key.hash = make_hash(c, t);
  *stands = alone && !c->above;
  if (c->owner && *stands) canon_memo_keep(c, t, &key);
  return key.hash;
}

void canon_put_thread_hashes(struct canon *c) {
  uint32_t i, t;
  bool stands;
  if (c->kept_shape != c->shape) memset(c->stale, 0xff, sizeof c->stale);
  c->kept_shape = c->shape;
  for (i = 0; i < c->thread_len;
       i++) { /* in order, because the threads number the objects that only stacks reach */
    if (!is_stale(c, t = c->thread_order[i])) continue;
    canon_sum_take(&c->thread_sum, c->thread_hash[t]);
    c->thread_hash[t] = hash_thread(c, t, &stands);
    canon_sum_add(&c->thread_sum, c->thread_hash[t]);
    c->stale[t / 64] &= ~(1ull << (t % 64));
    if (!stands) note_stale(c, t);
  }
  canon_put(c, &c->thread_sum, sizeof c->thread_sum);
}

struct canon_kept canon_keep(const struct canon *c, uint32_t thread) {
  struct canon_kept k = {.thread = thread};
  bool changed = c->vm->arena.changed_threads[thread / 64] >> (thread % 64) & 1;
  if (!c->owner || !c->order_known || thread >= c->order_count || c->kept_shape != c->shape ||
      changed || c->vm->arena.changed_stack_of[thread] || is_stale(c, thread))
    return k;
  k.lo = c->thread_hash[thread].lo;
  k.hi = c->thread_hash[thread].hi;
  k.shape = c->shape;
  k.far = c->far[thread].changes;
  k.known = true;
  return k;
}

/* Does nothing if objects have got other names since k was saved, because the next fingerprint may
 * be that of a state with the new names. Another order of threads also changes the names, because
 * the threads' objects are roots. */
void canon_back(struct canon *c, const struct canon_kept *k) {
  uint64_t bit = 1ull << (k->thread % 64);
  struct canon_hash h = {k->lo, k->hi};
  if (!k->known || !c->order_known || k->thread >= c->order_count || c->vm->arena.changes_lost ||
      k->shape != c->shape || !related_as_before(c, k->thread))
    return;
  canon_sum_take(&c->thread_sum, c->thread_hash[k->thread]);
  canon_sum_add(&c->thread_sum, h);
  c->thread_hash[k->thread] = h;
  c->stale[k->thread / 64] &= ~bit;
  c->vm->arena.changed_threads[k->thread / 64] &= ~bit;
  if (k->far == c->far[k->thread].changes) arena_forget_stack(&c->vm->arena, k->thread);
}
