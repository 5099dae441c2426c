/* Implements h with clocks. See race.h for the representation, paper 004, figure 1, for the
 * operations, and soundness rules 19 (writes before escape) to 23 (trust keeps edges) for
 * details. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/property/race_int.h"
#include "engine/property/writes.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/uncounted.h"

/* ---- starting within a path ---- */

/* The race check can start to listen in the middle of a path (paper 003, section 4: the listeners
 * "may be activated at the beginning of each application of bounded model checking").
 *
 * All stamps and recorded reads are discarded; the clocks of the rows stay. From now on, accesses
 * of a thread are stamped with its current release count, which no other row contains yet. So only
 * later synchronisation can order them, and h is exact for them. Races with earlier accesses are
 * not reported. */

static void forget_row(struct vm *vm, ref row) {
  for (uint32_t i = ROW_PLAIN; i < ROW_CLOCKS; i++)
    if (row_get(vm, row, i)) put32(vm, row + ARRAY_BASE + i * 4, 0);
}

/* Clears the stamps and recorded reads of eight bytes of the heap. A location may begin at each
 * byte. */
static void forget_eighth(struct vm *vm, uint32_t at) {
  for (uint32_t a = at; a < at + 8; a++) {
    uint32_t shadow = SHADOW_OF(a);
    if (*MEM32(vm, shadow)) put32(vm, shadow, 0);
    if (*MEM32(vm, shadow + 4)) forget_row(vm, *MEM32(vm, shadow + 4));
  }
}

/* Treats every location as neither written nor read. The rows of threads, locks and volatile
 * locations stay, because they order later accesses. */
static void race_anew(struct vm *vm) {
  struct arena *a = &vm->arena;
  uint32_t block, end = (vm_machine(vm)->heap_bump - IMMORTAL_BASE + BLOCK_SIZE - 1) >> BLOCK_SHIFT;
  for (block = 0; block < end; block++)
    for (uint32_t i = 0; a->stamped[block] >> i; i++)
      if (a->stamped[block] >> i & 1)
        forget_eighth(vm, IMMORTAL_BASE + (block << BLOCK_SHIFT) + i * 8);
}

/* ---- rows of clocks ---- */

static ref row_new(struct vm *vm, uint32_t threads) {
  ref r = heap_alloc(vm, ARRAY_BASE + (ROW_CLOCKS + threads) * 4, KLASS_ROW);
  if (!r) {
    error_set(&vm->err, ERR_MEMORY, "the heap bound was reached (a row of h)");
    return 0;
  }
  INVARIANT(threads <= THREAD_MAX + 4, "a row has a clock for each thread: %u", threads);
  *MEM32(vm, r + ARRAY_LENGTH) = ROW_CLOCKS + threads;
  return r;
}

ref race_row_room(struct vm *vm, ref row, uint32_t n) {
  ref r;
  if (row && array_length(vm, row) >= ROW_CLOCKS + n) return row;
  r = row_new(vm, n < 4 ? 4 : n + 4);
  if (r && row)
    memcpy(MEM32(vm, r + ARRAY_BASE), MEM32(vm, row + ARRAY_BASE), array_length(vm, row) * 4);
  return r;
}

ref race_row_set(struct vm *vm, ref row, uint32_t i, uint32_t v) {
  INVARIANT(i < array_length(vm, row), "a clock has a place in its row: %u", i);
  INVARIANT(i < ROW_CLOCKS || row_get(vm, row, i) <= v, "clocks never decrease: %u, %u",
            row_get(vm, row, i), v);
  put32(vm, row + ARRAY_BASE + i * 4, v);
  return row;
}

ref race_row_copy(struct vm *vm, ref row) {
  ref r = row_new(vm, array_length(vm, row) - ROW_CLOCKS);
  if (r) memcpy(MEM32(vm, r + ARRAY_BASE), MEM32(vm, row + ARRAY_BASE), array_length(vm, row) * 4);
  return r;
}

ref race_row_join(struct vm *vm, ref to, ref from) {
  uint32_t i, n = from ? array_length(vm, from) - ROW_CLOCKS : 0;
  bool grow = false;
  for (i = 0; i < n && !grow; i++) grow = row_clock(vm, from, i) > row_clock(vm, to, i);
  if (!grow) return to;
  to = race_row_room(vm, to, n);
  if (!to) return 0;
  for (i = 0; i < n; i++) {
    uint32_t c = row_clock(vm, from, i);
    if (c > row_clock(vm, to, i)) race_row_set(vm, to, ROW_CLOCKS + i, c);
  }
  return to;
}

/* ---- release and acquire ---- */

/* These functions implement equations 2 and 3 of paper 004. */

/* Checks that the clock of t is greater in its own row than in the row of any other thread. */
static void check_own_clock(struct vm *vm, const struct thread *t) {
  uint32_t i, own = row_clock(vm, t->row, t->index);
  if (!INVARIANTS_ON || !t->row) return;
  INVARIANT(own == t->clock, "a thread's row has its clock: T%u, %u, %u", t->index, own, t->clock);
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    /* a thread that runs shutdown hooks has ended before, so other rows may have its last clock */
    INVARIANT(i == t->index || t->flags & TF_HOOKS ||
                  row_clock(vm, vm_thread(vm, i)->row, t->index) < own,
              "a thread is ahead of what others know of it: T%u, T%u", t->index, i);
}

ref race_release(struct vm *vm, struct thread *t, ref row) {
  uint32_t most = t->index < STAMP_THREADS ? STAMP_TRUSTED : STAMP_FEW;
  ref r = race_row_join(vm, row, t->row);
  thread_touch_all(vm, t);
  if (++t->clock >= most) error_set(&vm->err, ERR_LIMIT, "a thread released %u times", most);
  t->row = race_row_room(vm, t->row, t->index + 1);
  if (t->row) race_row_set(vm, t->row, ROW_CLOCKS + t->index, t->clock);
  check_own_clock(vm, t);
  return r;
}

void race_acquire(struct vm *vm, struct thread *t, ref row) {
  if (!row) return;
  INVARIANT(row_clock(vm, row, t->index) <= t->clock,
            "a row that is acquired is not ahead of its thread: T%u", t->index);
  thread_touch_all(vm, t);
  t->row = race_row_join(vm, t->row, row);
  check_own_clock(vm, t);
}

void race_thread(struct vm *vm, struct thread *t) {
  INVARIANT(!t->row && !t->clock, "a thread's clock begins once: T%u", t->index);
  thread_touch_all(vm, t);
  t->clock = 1;
  t->row = race_row_room(vm, 0, t->index + 1);
  if (t->row) race_row_set(vm, t->row, ROW_CLOCKS + t->index, 1);
}

/* ---- accesses ---- */

/* An access of more bytes than an element has (Unsafe, views of byte arrays) counts as an access of
 * each element that it touches. */
struct span {
  uint32_t first, last, step;
};

static struct span span_of(struct vm *vm, const struct event *e) {
  const struct klass *k = vm_klass(vm, e->obj);
  uint32_t unit;
  if (!k->is_array || e->size == 1u << k->elem_shift || e->off < ARRAY_BASE)
    return (struct span){e->off, e->off, 1};
  unit = 1u << k->elem_shift;
  return (struct span){e->off & ~(unit - 1), (e->off + e->size - 1) & ~(unit - 1), unit};
}

static bool declared_volatile(struct vm *vm, ref obj, uint32_t off) {
  const struct field *f = vm_field_at(vm, obj, off);
  return f && (f->flags & ACC_VOLATILE);
}

/* Returns the stamp to check the access against: the last write of any kind for a plain access, the
 * last plain write for an atomic one. */
static uint32_t stamp_for(struct vm *vm, const struct event *e, uint32_t off) {
  ref row = race_volatile_row(vm, e->obj, off);
  return e->mode != ACCESS_PLAIN && row ? row_get(vm, row, ROW_PLAIN) : race_stamp(vm, e->obj, off);
}

static bool free_at(struct vm *vm, const struct thread *t, const struct event *e, uint32_t off) {
  uint32_t stamp = stamp_for(vm, e, off);
  INVARIANT(!stamp || stamp_thread(stamp) < vm_machine(vm)->thread_count,
            "the writer of a location was started: T%u", stamp_thread(stamp));
  if (race_in_h(vm, t->row, stamp)) return true;
  /* an acquiring read acquires the location's row before it is checked */
  return event_has_edge(e) && !e->write && race_in_h(vm, race_volatile_row(vm, e->obj, off), stamp);
}

bool race_free_access(struct vm *vm, const struct thread *t, const struct event *e) {
  struct span s = span_of(vm, e);
  for (; s.first <= s.last; s.first += s.step)
    if (!free_at(vm, t, e, s.first)) return false;
  return true;
}

/* `others`: trusted code made the earlier access. */
static bool reported_here(struct vm *vm, struct thread *t, const struct event *e, uint32_t off,
                          bool others) {
  return (vm_object(vm, e->obj)->lock & OBJ_SHARED) && !vm->violation.property &&
         !vm->noted.property && race_reported(vm, others ? t : NULL, e->obj, off);
}

static void check(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  uint32_t stamp = stamp_for(vm, e, off);
  if (free_at(vm, t, e, off) || !reported_here(vm, t, e, off, stamp & STAMP_TRUSTED)) return;
  race_report(vm, t, e->obj, off, stamp_thread(stamp),
              race_kind_word(e->write ? RACE_WW : RACE_WR));
}

/* Is obj an array that trusted code accesses now? */
static bool by_trusted(struct vm *vm, const struct thread *t, ref obj) {
  return vm_klass(vm, obj)->is_array && race_by_trusted(vm, t, obj);
}

static uint32_t stamp_now(struct vm *vm, const struct thread *t, ref obj) {
  uint32_t stamp = stamp_of(t->index, t->clock);
  INVARIANT(stamp_thread(stamp) == t->index && stamp_count(stamp) == t->clock,
            "a stamp has the writing thread and its time: T%u, %u", t->index, t->clock);
  return by_trusted(vm, t, obj) ? stamp | STAMP_TRUSTED : stamp;
}

ref race_location_row(struct vm *vm, uint32_t at, uint32_t threads) {
  ref row = *MEM32(vm, at + 4), r = race_row_room(vm, row, threads);
  if (r && !row) race_row_set(vm, r, ROW_PLAIN, *MEM32(vm, at));
  if (r && r != row) put32(vm, at + 4, r);
  return r;
}

static void plain_access(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  uint32_t at = SHADOW_OF(e->obj + off), stamp = stamp_now(vm, t, e->obj);
  ref row = *MEM32(vm, at + 4);
  check(vm, t, e, off);
  if (!e->write) return;
  if (*MEM32(vm, at) != stamp) put32(vm, at, stamp);
  if (row && row_get(vm, row, ROW_PLAIN) != stamp) race_row_set(vm, row, ROW_PLAIN, stamp);
}

/* A location that is accessed both plainly and atomically has a row and two columns (soundness rule
 * 20, two access modes). Atomic writes to a field declared volatile do not form a column, because
 * they are synchronisation actions. */
static void atomic_access(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  uint32_t at = SHADOW_OF(e->obj + off);
  bool only_row = declared_volatile(vm, e->obj, off);
  ref row;
  check(vm, t, e, off);
  if (!e->write && event_has_edge(e)) race_acquire(vm, t, *MEM32(vm, at + 4));
  if (!e->write || (only_row && !event_has_edge(e))) return;
  row = race_location_row(vm, at, t->index + 1);
  if (!row) return;
  if (!only_row) put32(vm, at, stamp_now(vm, t, e->obj));
  if (!event_has_edge(e)) return;
  row = race_release(vm, t, row);
  if (row != *MEM32(vm, at + 4)) put32(vm, at + 4, row);
}

/* ---- reads before writes ---- */

/* With --race-rw, records for each thread the release count at its last read since the last write.
 * Each kind of read has its own row, linked from the location's row: ROW_READS for plain reads,
 * ROW_TRUSTED_READS for plain reads of elements by trusted code, and ROW_ATOMIC_READS for atomic
 * reads. A plain write conflicts with every read that does not happen before it. An atomic write
 * conflicts only with plain reads that do not happen before it.
 *
 * A race on an element is silent if trusted code makes both accesses, so reads by trusted code must
 * be distinguished when such code writes. --por sync (soundness rule 12, sync needs races) needs
 * this too. Under --por sync, a plain read by other code is not a scheduling point, so the search
 * may miss the order in which the write comes first. The race must then be reported in the order in
 * which the read comes first. Reads by trusted code and atomic reads are scheduling points, so
 * nothing more has to be recorded about them. */
static uint32_t slot_of_read(struct vm *vm, const struct thread *t, const struct event *e) {
  if (e->mode != ACCESS_PLAIN) return ROW_ATOMIC_READS;
  return by_trusted(vm, t, e->obj) ? ROW_TRUSTED_READS : ROW_READS;
}

static void note_read(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  uint32_t at = SHADOW_OF(e->obj + off), slot = slot_of_read(vm, t, e);
  ref row, reads, r;
  if ((e->mode != ACCESS_PLAIN && declared_volatile(vm, e->obj, off)) ||
      race_silent(vm, e->obj, off))
    return;
  row = race_location_row(vm, at, t->index + 1);
  if (!row) return;
  reads = row_get(vm, row, slot);
  r = race_row_room(vm, reads, t->index + 1);
  if (!r) return;
  if (r != reads) race_row_set(vm, row, slot, r);
  if (row_clock(vm, r, t->index) != t->clock) race_row_set(vm, r, ROW_CLOCKS + t->index, t->clock);
}

/* Returns a thread whose read in `reads` does not happen before t's write, or -1. */
static int64_t unknown_reader(struct vm *vm, const struct thread *t, ref reads) {
  uint32_t i, n = reads ? array_length(vm, reads) - ROW_CLOCKS : 0;
  for (i = 0; i < n; i++)
    if (i != t->index && row_clock(vm, reads, i) > row_clock(vm, t->row, i)) return i;
  return -1;
}

static const uint32_t read_slots[] = {ROW_READS, ROW_TRUSTED_READS, ROW_ATOMIC_READS};

/* Returns a thread whose read of that kind conflicts with the write, or -1. */
static int64_t conflicting_reader(struct vm *vm, const struct thread *t, const struct event *e,
                                  uint32_t off, uint32_t slot) {
  if (slot == ROW_ATOMIC_READS && e->mode != ACCESS_PLAIN) return -1;
  return unknown_reader(vm, t, row_get(vm, race_volatile_row(vm, e->obj, off), slot));
}

bool race_free_of_reads(struct vm *vm, const struct thread *t, const struct event *e) {
  struct span s = span_of(vm, e);
  if (vm->opt.stale_reads) return true;
  for (; e->write && s.first <= s.last; s.first += s.step)
    for (size_t i = 0; i < COUNT(read_slots); i++)
      if (conflicting_reader(vm, t, e, s.first, read_slots[i]) >= 0) return false;
  return true;
}

/* Discards the recorded reads that the write was checked against. They happen before the write or
 * were reported, so later writes need not be checked against them. */
static void forget_reads(struct vm *vm, const struct event *e, ref row, uint32_t slot) {
  if (slot == ROW_ATOMIC_READS && e->mode != ACCESS_PLAIN) return;
  if (row_get(vm, row, slot)) race_row_set(vm, row, slot, 0);
}

static void check_reads(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  ref row = race_volatile_row(vm, e->obj, off);
  if (!row) return;
  for (size_t i = 0; i < COUNT(read_slots); i++) {
    int64_t reader = conflicting_reader(vm, t, e, off, read_slots[i]);
    if (reader >= 0 && reported_here(vm, t, e, off, read_slots[i] != ROW_READS))
      race_report(vm, t, e->obj, off, (uint32_t)reader, race_kind_word(RACE_RW));
    forget_reads(vm, e, row, read_slots[i]);
  }
}

static void access_at(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  bool rw = ((const struct race *)vm->race)->rw;
  if (vm->opt.stale_reads && (writes_list(vm, e->obj, off) || writes_apply(vm, t, e->obj, off))) {
    writes_access(vm, t, e, off);
    return;
  }
  if (e->mode == ACCESS_PLAIN)
    plain_access(vm, t, e, off);
  else
    atomic_access(vm, t, e, off);
  if (!rw || vm->opt.stale_reads) return;
  if (e->write)
    check_reads(vm, t, e, off);
  else
    note_read(vm, t, e, off);
}

static void memory_event(struct vm *vm, struct thread *t, const struct event *e) {
  struct span s = span_of(vm, e);
  if (vm->opt.stale_reads == STALE_RACY) writes_learn(vm, t, e);
  for (; s.first <= s.last; s.first += s.step) access_at(vm, t, e, s.first);
}

/* ---- events of all kinds ---- */

/* The JVM holds the monitor of the Thread object while it ends the thread. So the end happens
 * before later acquisitions of that monitor, and after earlier releases of it. */
static void acquire_end(struct vm *vm, struct thread *t, ref obj) {
  const struct thread *o;
  if (!klass_is_subclass(vm_klass(vm, obj), vm->wk.thread)) return;
  o = thread_of(vm, obj);
  READS_ASIDE(); /* the step that ends a thread locks the monitor too */
  if (o && o->state != THREAD_NONE && !thread_alive(o)) race_acquire(vm, t, o->row);
  READS_COUNT();
}

static void end_event(struct vm *vm, struct thread *t) {
  const struct monitor *m = vm_monitor(vm, t->object);
  if (m) race_acquire(vm, t, m->row);
}

static void lock_event(struct vm *vm, struct thread *t, const struct event *e) {
  struct monitor *m = vm_monitor(vm, e->obj);
  if (e->op == OPK_LOCK) acquire_end(vm, t, e->obj);
  if (!m) return;
  if (e->op == OPK_LOCK) {
    race_acquire(vm, t, m->row);
  } else {
    ref r = race_release(vm, t, m->row);
    if (r != m->row) put32(vm, (uint32_t)((uint8_t *)&m->row - vm->arena.mem), r);
  }
}

static void class_event(struct vm *vm, struct thread *t, const struct event *e) {
  uint32_t at = e->obj + vm->mirror.init_row;
  if (!e->other)
    race_acquire(vm, t, *MEM32(vm, at));
  else
    put32(vm, at, race_release(vm, t, *MEM32(vm, at)));
}

void race_event(struct vm *vm, struct thread *t, const struct event *e) {
  struct thread *o;
  /* What main does before it starts the first thread happens before all actions of other threads,
   * so there is nothing to record. */
  if (vm_machine(vm)->thread_count < 2) return;
  if (!t->row) race_thread(vm, t);
  switch (e->op) {
    case OPK_READ:
    case OPK_WRITE:
    case OPK_VOLATILE_READ:
    case OPK_VOLATILE_WRITE: memory_event(vm, t, e); return;
    case OPK_LOCK:
    case OPK_UNLOCK: lock_event(vm, t, e); return;
    case OPK_END: end_event(vm, t); return;
    case OPK_START:
      CHECK(e->other < vm_machine(vm)->thread_count && e->other != t->index,
            "a thread that starts another is not that one: T%u", e->other);
      o = vm_thread(vm, e->other);
      race_thread(vm, o);
      o->row = race_row_join(vm, o->row, t->row);
      race_release(vm, t, 0);
      return;
    case OPK_JOIN:
    case OPK_IS_ALIVE:
      INVARIANT(!thread_alive(vm_thread(vm, e->other)), "a joined thread has ended: T%u", e->other);
      race_acquire(vm, t, vm_thread(vm, e->other)->row);
      return;
    case OPK_CLASS_INIT: class_event(vm, t, e); return;
    case OPK_FENCE: writes_fence(vm, t, (enum fence_kind)e->other); return;
    default: return;
  }
}

/* ---- starting and stopping ---- */

static void stop(struct vm *vm) {
  struct race *r = vm->race;
  if (!r) return;
  free(r);
  vm->race = NULL;
  race_trust_stop(vm);
}

static int race_start(struct vm *vm, struct error *err) {
  struct race *r = mem_alloc(sizeof *r);
  vm->race = r;
  r->rw = vm->opt.race_rw;
  if (race_trust_start(vm, err)) return err->code;
  vm->sched.trace_on = true;
  vm_update_slow(vm);
  return 0;
}

const struct property_ops property_race = {
    .name = "race", .start = race_start, .stop = stop, .anew = race_anew};
