/* The threads of a state in its canonical form: their records and their stacks, in canonical order
 * (soundness rule 6, names from the path).
 *
 * A transition changes one thread, and a few others by waking them. So the hash of a thread is kept
 * until its record or its stack changes (arena.changed_threads). This requires that all objects to
 * which the thread refers belong to the base and keep their names (soundness rule 7, one
 * fingerprint, any way). */
#include <stddef.h>
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/state/canon/canon_int.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/stackmap.h"

/* ---- cached hashes of threads ---- */

/* A search meets the same few situations of a thread again and again, in combination with different
 * situations of the other threads. While all objects of the base keep their names, the bytes of a
 * thread's record and of its near frames determine its hash. So the hash is cached and found by
 * these bytes. A new situation replaces an old one in the same place. */

enum { PLACES = 1 << 10, FRAME_BYTES = 192 };

/* The members of a thread's record that put_record reads, for a thread for which looks_around is
 * false. */
struct situation {
  uint64_t now, ready, reads[2], reads_site, patient_site, patient_until;
  uint32_t number, far, bytes, state, flags, object, exception, children, wait_obj, wait_count;
  uint32_t op, clock_read, named, draws, hash_count, shape;
};

struct memo {
  struct situation of;
  struct canon_hash hash;
  uint8_t frames[FRAME_BYTES];
};

struct canon_memo {
  struct memo places[PLACES];
};

void canon_memo_free(struct canon *c) {
  free(c->memo);
  c->memo = NULL;
}

static struct situation situation_of(const struct canon *c, uint32_t thread, uint32_t bytes) {
  const struct thread *t = vm_thread(c->vm, thread);
  return (struct situation){.now = t->now,
                            .ready = t->ready,
                            .reads = {t->reads[0], t->reads[1]},
                            .reads_site = t->reads_site,
                            .patient_site = t->patient_site,
                            .patient_until = t->patient_until,
                            .number = c->thread_number[thread],
                            .far = (uint32_t)c->far[thread].entries.len,
                            .bytes = bytes,
                            .state = t->state,
                            .flags = t->flags,
                            .object = t->object,
                            .exception = t->exception,
                            .children = t->children,
                            .wait_obj = t->wait_obj,
                            .wait_count = t->wait_count,
                            .op = t->op,
                            .clock_read = t->clock_read,
                            .named = t->named,
                            .draws = t->draws,
                            .hash_count = t->hash_count,
                            .shape = c->shape};
}

/* The place depends on values that change from one step to the next. */
static struct memo *memo_place(struct canon *c, const struct situation *s, const uint8_t *frames) {
  uint64_t h = XXH3_64bits(frames, s->bytes) ^ (s->number * 0x9e3779b97f4a7c15ull);
  if (!c->memo) c->memo = mem_alloc(sizeof *c->memo);
  return &c->memo->places[(h + s->state) % PLACES];
}

static const uint8_t *canon_near_bytes(const struct canon *c, uint32_t thread, uint32_t *n);

/* Returns whether the thread's situation is in the cache, and its hash in *key. */
static bool canon_memo_find(struct canon *c, uint32_t thread, struct canon_memo_key *key) {
  struct situation s;
  const struct memo *m;
  const uint8_t *frames = canon_near_bytes(c, thread, &key->bytes);
  key->place = PLACES;
  if (key->bytes > FRAME_BYTES) return false;
  s = situation_of(c, thread, key->bytes);
  m = memo_place(c, &s, frames);
  key->place = (uint32_t)(m - c->memo->places);
  if (memcmp(&m->of, &s, sizeof s) != 0 || memcmp(m->frames, frames, s.bytes) != 0) return false;
  key->hash = m->hash;
  return true;
}

/* Adds a situation that was not found, with the hash in *key. */
static void canon_memo_keep(struct canon *c, uint32_t thread, const struct canon_memo_key *key) {
  struct memo *m;
  uint32_t bytes;
  if (key->place == PLACES) return;
  m = &c->memo->places[key->place];
  m->of = situation_of(c, thread, key->bytes);
  m->hash = key->hash;
  memcpy(m->frames, canon_near_bytes(c, thread, &bytes), key->bytes);
}

/* ---- far frames ---- */

/* Most frames of a deep stack (such as a test runner's) do not change during a search, and they may
 * be the only path to thousands of objects. Therefore the far frames of a stack, which are all but
 * the topmost few, are roots of the base (base.c) like the thread objects. Their contents and
 * the objects that they reach are rehashed only when they change. The number of far frames depends
 * only on the depth of the stack, so all paths to a state produce one form (soundness rule 7, one
 * fingerprint, any way).
 *
 * Far frames have a greater depth than all other roots, and lower frames have a smaller depth than
 * higher ones. So a call or a return renames no object that another root reaches.
 *
 * Invariant between two fingerprints: canon.far has one entry for each far frame of each thread,
 * with its address. */

/* The depth of all other entries is less than FAR_DEPTH. Frames beyond LEVELS share the last
 * level. */
#define FAR_DEPTH 0x40000000u
#define FAR_LEVEL 0x00100000u

#ifdef HEDDLE_STRESS
enum { STRIDE = 1, LEVELS = 2048 };
#else
enum { STRIDE = 8, LEVELS = 2048 };
#endif

/* Returns the number of far frames. A shallow stack has all frames but the topmost one; a deep
 * stack has a multiple of STRIDE, so that not every call or return makes a frame far or near. */
static uint32_t far_of(uint32_t depth) {
  uint32_t below = depth ? depth - 1 : 0;
  return below < STRIDE ? below : below / STRIDE * STRIDE;
}

/* ---- one frame ---- */

static char *put_slots(struct canon *c, char *p, const uint8_t *kind, const uint32_t *v,
                       uint32_t n) {
  uint32_t i;
  for (i = 0; i < n; i++) {
    if (kind[i] == SLOT_REF)
      p = canon_w32(p, canon_mention(c, v[i]));
    else if (kind[i] == SLOT_VALUE)
      p = canon_w32(p, v[i]);
  }
  return p;
}

static const struct slot_map *map_of(struct vm *vm, const struct frame *f) {
  return f->flags & FRAME_ROOT ? NULL : stackmap_of(vm, f);
}

static uint32_t operands(const struct frame *f, uint32_t at, const struct slot_map *map) {
  uint32_t depth = (f->sp - at - FRAME_SIZE) / 4;
  INVARIANT(f->sp >= at + FRAME_SIZE, "operands lie above their frame: 0x%x", at);
  return depth > map->stack ? map->stack : depth;
}

void canon_put_frame(struct canon *c, uint32_t at) {
  struct vm *vm = c->vm;
  const struct frame *f = vm_frame(vm, at);
  struct method *m = frame_method(vm, f);
  const struct slot_map *map = map_of(vm, f);
  char *p = canon_reserve_out(c, 40 + (map ? (map->locals + map->stack) * 4u : 0));
  p = canon_w64(p, m ? m->key : 0);
  p = canon_w32(p, f->pc);
  p = canon_w32(p, f->flags);
  p = canon_w32(p, canon_mention(c, f->sync));
  if (f->flags & FRAME_ROOT) p = canon_w32(p, f->aux);
  if (map) {
    uint32_t depth = operands(f, at, map);
    p = put_slots(c, p, map->kind, MEM32(vm, f->locals), map->locals);
    p = canon_w32(p, depth);
    p = put_slots(c, p, map->kind + map->locals, MEM32(vm, at + FRAME_SIZE), depth);
  }
  c->out.len = (size_t)(p - c->out.s);
}

static void each_slot(const uint8_t *kind, uint32_t at, uint32_t n,
                      void (*fn)(void *self, uint32_t slot), void *self) {
  for (uint32_t i = 0; i < n; i++)
    if (kind[i] == SLOT_REF) fn(self, at + 4 * i);
}

void canon_frame_each_ref(struct vm *vm, uint32_t at, void (*fn)(void *self, uint32_t slot),
                          void *self) {
  const struct frame *f = vm_frame(vm, at);
  const struct slot_map *map = map_of(vm, f);
  fn(self, at + (uint32_t)offsetof(struct frame, sync));
  if (!map) return;
  each_slot(map->kind, f->locals, map->locals, fn, self);
  each_slot(map->kind + map->locals, at + FRAME_SIZE, operands(f, at, map), fn, self);
}

/* ---- one stack ---- */

static uint32_t top_of(const struct canon *c, uint32_t thread) {
  const struct thread *t = vm_thread(c->vm, thread);
  if (thread >= vm_machine(c->vm)->thread_count || t->state == THREAD_TERMINATED) return 0;
  return t->frame;
}

static uint32_t address_of(const struct canon *c, const struct canon_far *far, size_t i) {
  return c->entries.data[far->entries.data[i]].r;
}

/* Returns whether the frame that was at this address ends at or below `lowest`, so it has not
 * changed. */
static bool stands_below(struct vm *vm, uint32_t at, uint32_t lowest) {
  return at + FRAME_SIZE <= lowest && vm_frame(vm, at)->sp <= lowest;
}

static size_t standing(struct canon *c, const struct canon_far *far, uint32_t lowest) {
  size_t n = far->entries.len;
  while (n && !stands_below(c->vm, address_of(c, far, n - 1), lowest)) n--;
  return n;
}

/* Collects the frames from the top down to the first of `n` unchanged ones in c->walked. Returns
 * how many unchanged frames are still in the stack. */
static size_t walk_down(struct canon *c, const struct canon_far *far, uint32_t top, size_t n) {
  c->walked.len = 0;
  for (uint32_t at = top; at; at = vm_frame(c->vm, at)->prev) {
    while (n && address_of(c, far, n - 1) > at) n--;
    if (n && address_of(c, far, n - 1) == at) return n;
    *vec_push(&c->walked) = at;
  }
  return 0;
}

static void enter_frame(struct canon *c, uint32_t thread, uint32_t i, uint32_t at) {
  struct canon_far *far = &c->far[thread];
  uint32_t level = i < LEVELS ? i : LEVELS - 1;
  uint64_t name = hash_mix(hash_mix(c->thread_number[thread] + FAR_DEPTH) + i);
  if (i < far->entries.len) {
    uint32_t e = far->entries.data[i];
    far->changes += c->entries.data[e].r != at;
    c->entries.data[e].r = at;
    if (canon_version_stands(c, &c->entries.data[e])) return;
    far->changes++;
    canon_names_changed(c, e);
    return;
  }
  far->changes++;
  *vec_push(&far->entries) = canon_names_frame(c, at, name, FAR_DEPTH + level * FAR_LEVEL);
}

static void stack_again(struct canon *c, uint32_t thread, uint32_t lowest) {
  struct canon_far *far = &c->far[thread];
  uint32_t top = top_of(c, thread), i;
  size_t stand = walk_down(c, far, top, top ? standing(c, far, lowest) : 0);
  uint32_t depth = (uint32_t)(stand + c->walked.len), n = far_of(depth);
  CHECK(n <= depth, "only frames of the stack are far: %u of %u", n, depth);
  for (i = (uint32_t)stand; i < n; i++) enter_frame(c, thread, i, c->walked.data[depth - 1 - i]);
  for (; far->entries.len > n; far->changes++)
    canon_names_unroot(c, far->entries.data[--far->entries.len]);
  CHECK(far->entries.len == n, "each far frame has an entry: %zu of %u", far->entries.len, n);
  if (n && thread >= c->far_end) c->far_end = thread + 1;
}

/* ---- all stacks ---- */

void canon_frames_clear(struct canon *c) {
  for (uint32_t t = 0; t < c->far_end; t++, c->far[t].changes++) c->far[t].entries.len = 0;
}

void canon_frames_make(struct canon *c) {
  for (uint32_t t = 0; t < c->thread_len; t++) stack_again(c, c->thread_order[t], 0);
}

void canon_frames_again(struct canon *c) {
  const struct arena *a = &c->vm->arena;
  for (size_t i = 0; i < a->changed_stacks.len; i++)
    stack_again(c, a->changed_stacks.data[i].thread, a->changed_stacks.data[i].lowest);
}

static void canon_put_near_frames(struct canon *c, uint32_t thread) {
  const struct canon_far *far = &c->far[thread];
  uint32_t n = (uint32_t)far->entries.len, end = n ? address_of(c, far, n - 1) : 0;
  canon_put32(c, n);
  for (uint32_t at = top_of(c, thread); at && at != end; at = vm_frame(c->vm, at)->prev)
    canon_put_frame(c, at);
}

/* Returns the memory of the thread's near frames, which are contiguous. *n: their bytes. */
static const uint8_t *canon_near_bytes(const struct canon *c, uint32_t thread, uint32_t *n) {
  const struct canon_far *far = &c->far[thread];
  size_t count = far->entries.len;
  uint32_t end = count ? address_of(c, far, count - 1) : 0, top = top_of(c, thread), at;
  uint32_t low = 0, high = top ? vm_frame(c->vm, top)->sp : 0;
  for (at = top; at && at != end; at = vm_frame(c->vm, at)->prev) low = vm_frame(c->vm, at)->locals;
  *n = low ? high - low : 0;
  return MEM8(c->vm, low);
}

/* ---- order of threads ---- */

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

/* ---- record of a thread ---- */

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

/* Returns the hash of a thread. Sets *stands if it remains valid until the thread's record or stack
 * changes, or objects get other names. */
static struct canon_hash hash_thread(struct canon *c, uint32_t t, bool *stands) {
  struct canon_memo_key key = {.place = PLACES};
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
