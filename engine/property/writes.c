/* See writes.h. */
#include "engine/property/writes.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/property/race_int.h"
#include "engine/vm/heap.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/weak.h"

/* ---- lists ---- */

ref writes_list(struct vm *vm, ref obj, uint32_t off) {
  return row_get(vm, race_volatile_row(vm, obj, off), ROW_WRITES);
}

static uint32_t word(struct vm *vm, ref list, uint32_t i, uint32_t which) {
  return row_get(vm, list, writes_at(i, which));
}

static void word_put(struct vm *vm, ref list, uint32_t i, uint32_t which, uint32_t v) {
  uint32_t at = writes_at(i, which);
  CHECK(at < array_length(vm, list), "a write has its place in the list: %u", i);
  if (word(vm, list, i, which) != v) put32(vm, list + ARRAY_BASE + at * 4, v);
}

static void head_put(struct vm *vm, ref list, uint32_t which, uint32_t v) {
  put32(vm, list + ARRAY_BASE + which * 4, v);
}

static uint64_t value_in_memory(struct vm *vm, ref obj, uint32_t off, uint32_t size) {
  uint64_t v = 0;
  memcpy(&v, MEM8(vm, obj + off), size);
  return v;
}

static uint64_t listed_value(struct vm *vm, ref list, uint32_t i) {
  return word(vm, list, i, WRITE_LOW) | (uint64_t)word(vm, list, i, WRITE_HIGH) << 32;
}

/* ---- which writes a read may return ---- */

static uint32_t bit(uint32_t i) { return 1u << i; }
static uint32_t below(uint32_t i) { return bit(i) - 1; }
static uint32_t newest_of(uint32_t set) { return 31u - (uint32_t)__builtin_clz(set); }

uint32_t writes_known(struct vm *vm, ref row, ref list) {
  uint32_t set = 0;
  for (uint32_t i = 0, n = writes_count(vm, list); i < n; i++)
    if (race_in_h(vm, row, word(vm, list, i, WRITE_STAMP))) set |= bit(i);
  return set;
}

/* Rule W1. */
static uint32_t hidden_by(struct vm *vm, ref list, uint32_t writes) {
  uint32_t set = 0;
  for (; writes; writes &= writes - 1)
    set |= word(vm, list, (uint32_t)__builtin_ctz(writes), WRITE_HIDES);
  return set;
}

/* Does a coherent read of write i happen before the next action of the thread with this row? */
static bool read_before(struct vm *vm, ref row, ref list, uint32_t i) {
  ref reads = word(vm, list, i, WRITE_READS);
  uint32_t u, n = reads ? array_length(vm, reads) - ROW_CLOCKS : 0, c;
  for (u = 0; u < n; u++)
    if ((c = row_clock(vm, reads, u)) && c <= row_clock(vm, row, u)) return true;
  return false;
}

/* Rules W2 and W3. */
static uint32_t hidden_by_coherence(struct vm *vm, ref row, ref list, uint32_t known) {
  uint32_t seen = known;
  for (uint32_t i = 0, n = writes_count(vm, list); i < n; i++)
    if (read_before(vm, row, list, i)) seen |= bit(i);
  return seen ? below(newest_of(seen)) : 0;
}

/* Rule W4. */
static uint32_t hidden_by_volatile(struct vm *vm, ref list) {
  for (uint32_t i = writes_count(vm, list); i-- > 0;)
    if (word(vm, list, i, WRITE_MODE) == ACCESS_VOLATILE) return below(i);
  return 0;
}

uint32_t writes_hidden(struct vm *vm, ref row, ref list, int mode) {
  uint32_t known = writes_known(vm, row, list), hidden = hidden_by(vm, list, known);
  if (mode != ACCESS_PLAIN) hidden |= hidden_by_coherence(vm, row, list, known);
  if (mode == ACCESS_VOLATILE) hidden |= hidden_by_volatile(vm, list);
  return hidden;
}

uint64_t writes_value(struct vm *vm, ref obj, uint32_t off, uint32_t behind) {
  ref list = writes_list(vm, obj, off);
  CHECK(behind < writes_count(vm, list), "a write that is read is listed: %u behind", behind);
  if (!behind) return value_in_memory(vm, obj, off, row_get(vm, list, WRITES_SIZE));
  return listed_value(vm, list, writes_count(vm, list) - 1 - behind);
}

/* Does a plain read of one write do the same as of the other? */
static bool reads_the_same(struct vm *vm, ref obj, uint32_t off, uint32_t newer, uint32_t behind) {
  ref list = writes_list(vm, obj, off);
  uint32_t last = writes_count(vm, list) - 1;
  return writes_value(vm, obj, off, newer) == writes_value(vm, obj, off, behind) &&
         word(vm, list, last - newer, WRITE_ROW) == word(vm, list, last - behind, WRITE_ROW);
}

uint32_t writes_readable(struct vm *vm, const struct thread *t, ref obj, uint32_t off, int mode) {
  ref list = writes_list(vm, obj, off);
  uint32_t n = writes_count(vm, list), hidden, set = 1, behind, newer;
  if (n < 2 || !t->row || !writes_apply(vm, t, obj, off)) return 1;
  hidden = writes_hidden(vm, t->row, list, mode);
  INVARIANT(!(hidden & bit(n - 1)), "the newest write may always be read: 0x%x of %u", hidden, n);
  for (behind = 1; behind < n; behind++) {
    if (hidden & bit(n - 1 - behind)) continue;
    for (newer = 0; newer < behind; newer++)
      if (mode == ACCESS_PLAIN && set & bit(newer) && reads_the_same(vm, obj, off, newer, behind))
        break;
    if (newer == behind) set |= bit(behind);
  }
  return set;
}

/* ---- removing writes ---- */

uint32_t writes_useful(struct vm *vm, ref list) {
  uint32_t n = writes_count(vm, list), all = n < 32 ? below(n) : UINT32_MAX, useful = bit(n - 1);
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (t->state == THREAD_NONE || !thread_alive(t)) continue;
    useful |= t->row ? all & ~hidden_by(vm, list, writes_known(vm, t->row, list)) : all;
  }
  return useful;
}

static uint32_t without_bit(uint32_t set, uint32_t i) {
  return (set & below(i)) | (set >> 1 & ~below(i));
}

static void write_remove(struct vm *vm, ref list, uint32_t i) {
  uint32_t n = writes_count(vm, list);
  for (uint32_t k = i; k + 1 < n; k++)
    for (uint32_t w = 0; w < WRITE_WORDS; w++) word_put(vm, list, k, w, word(vm, list, k + 1, w));
  for (uint32_t w = 0; w < WRITE_WORDS; w++) word_put(vm, list, n - 1, w, 0);
  head_put(vm, list, WRITES_COUNT, n - 1);
  for (uint32_t k = i; k + 1 < n; k++)
    word_put(vm, list, k, WRITE_HIDES, without_bit(word(vm, list, k, WRITE_HIDES), i));
}

static void writes_prune(struct vm *vm, ref list) {
  uint32_t useful = writes_useful(vm, list);
  for (uint32_t i = writes_count(vm, list); i-- > 0;)
    if (!(useful & bit(i))) write_remove(vm, list, i);
}

/* ---- adding writes ---- */

static ref list_new(struct vm *vm, uint32_t room) {
  ref list = heap_alloc(vm, ARRAY_BASE + writes_at(room, 0) * 4, KLASS_WRITES);
  if (list)
    *MEM32(vm, list + ARRAY_LENGTH) = writes_at(room, 0);
  else
    error_set(&vm->err, ERR_MEMORY, "the heap bound was reached (a list of writes)");
  return list;
}

static bool holds_reference(struct vm *vm, ref obj, uint32_t off) {
  const struct klass *k = vm_klass(vm, obj);
  const struct field *f = k->is_array ? NULL : vm_field_at(vm, obj, off);
  return k->is_array ? k->elem_type == 'L' : f && (f->type == 'L' || f->type == '[');
}

/* Makes the list of a location that had only its initial value so far. */
static ref list_begin(struct vm *vm, ref obj, uint32_t off, uint32_t size) {
  ref list = list_new(vm, 3);
  if (!list) return 0;
  head_put(vm, list, WRITES_COUNT, 1);
  head_put(vm, list, WRITES_SIZE, size);
  head_put(vm, list, WRITES_REFS, holds_reference(vm, obj, off));
  return list;
}

static ref list_room(struct vm *vm, ref list) {
  uint32_t n = writes_count(vm, list);
  ref r;
  if (writes_at(n + 1, 0) <= array_length(vm, list)) return list;
  r = list_new(vm, n + 3);
  if (r)
    memcpy(MEM32(vm, r + ARRAY_BASE), MEM32(vm, list + ARRAY_BASE), array_length(vm, list) * 4);
  return r;
}

/* Stores the value of the write that was the newest so far. An older reference may be read by any
 * thread, so the object escapes. */
static void supersede(struct vm *vm, ref list, ref obj, uint32_t off, uint32_t size) {
  uint32_t last = writes_count(vm, list) - 1;
  uint64_t v = value_in_memory(vm, obj, off, size);
  word_put(vm, list, last, WRITE_LOW, (uint32_t)v);
  word_put(vm, list, last, WRITE_HIGH, (uint32_t)(v >> 32));
  if (row_get(vm, list, WRITES_REFS) && v) vm_share(vm, (ref)v);
}

static void make_room(struct vm *vm, ref list, ref obj, uint32_t off) {
  char *name;
  writes_prune(vm, list);
  if (writes_count(vm, list) < WRITES_MAX) return;
  name = race_location_name(vm, NULL, obj, off);
  vm_broken(vm, BROKEN_CHOICES, "more than %d writes to %s may still be read", WRITES_MAX, name);
  free(name);
  write_remove(vm, list, 0);
}

/* Returns the writes that t's write number i covers. */
static uint32_t covered(struct vm *vm, const struct thread *t, ref list, uint32_t i, bool update) {
  uint32_t set = writes_known(vm, t->row, list) & below(i);
  if (update) set |= bit(i - 1);
  return set | hidden_by(vm, list, set);
}

/* Adds t's write to the location's list; `row`: the row that it releases, or 0. */
static void write_add(struct vm *vm, const struct thread *t, const struct event *e, uint32_t off,
                      ref location, ref row) {
  ref old = row_get(vm, location, ROW_WRITES);
  ref list = old ? old : list_begin(vm, e->obj, off, e->size);
  uint32_t i;
  if (!list) return;
  supersede(vm, list, e->obj, off, e->size);
  make_room(vm, list, e->obj, off);
  list = list_room(vm, list);
  if (!list) return;
  i = writes_count(vm, list);
  head_put(vm, list, WRITES_COUNT, i + 1);
  word_put(vm, list, i, WRITE_STAMP, stamp_of(t->index, t->clock));
  word_put(vm, list, i, WRITE_MODE, e->mode);
  word_put(vm, list, i, WRITE_HIDES, covered(vm, t, list, i, e->update));
  word_put(vm, list, i, WRITE_ROW, row);
  if (list != old) put32(vm, location + ARRAY_BASE + ROW_WRITES * 4, list);
}

/* ---- accesses ---- */

static bool has_list(struct vm *vm, ref obj, uint32_t off) {
  const struct field *f;
  if (vm_klass(vm, obj)->is_array) return true;
  f = vm_field_at(vm, obj, off);
  if (!f || f->flags & ACC_FINAL) return false;
  if (f->flags & ACC_VOLATILE || f->owner->is_jdk) return f->weakly;
  return !race_silent(vm, obj, off);
}

bool writes_apply(struct vm *vm, const struct thread *t, ref obj, uint32_t off) {
  return has_list(vm, obj, off) && weak_by_program(vm, t);
}

static void note_coherent_read(struct vm *vm, const struct thread *t, ref list, uint32_t i) {
  ref reads = word(vm, list, i, WRITE_READS), r = race_row_room(vm, reads, t->index + 1);
  if (!r || row_clock(vm, r, t->index)) return;
  race_row_set(vm, r, ROW_CLOCKS + t->index, t->clock);
  word_put(vm, list, i, WRITE_READS, r);
}

/* Keeps the row of a write that was read without an edge, for the thread's next acquire fence. */
static void keep_for_fence(struct vm *vm, struct thread *t, ref row) {
  if (!row) return;
  thread_touch_all(vm, t);
  t->read_row = race_row_join(vm, t->read_row, row);
}

void writes_fence(struct vm *vm, struct thread *t, enum fence_kind kind) {
  struct machine *m = vm_machine(vm);
  ref all = m->fence_row;
  thread_touch_all(vm, t);
  if (kind != FENCE_RELEASE) race_acquire(vm, t, t->read_row);
  if (kind == FENCE_FULL) race_acquire(vm, t, all);
  if (kind == FENCE_ACQUIRE) return;
  t->fence_row = race_row_copy(vm, t->row);
  all = race_release(vm, t, kind == FENCE_FULL ? all : 0);
  if (kind != FENCE_FULL) return;
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof *m);
  m->fence_row = all;
}

static void read_listed(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  ref list = writes_list(vm, e->obj, off);
  uint32_t n = writes_count(vm, list), i;
  if (e->mode == ACCESS_VOLATILE) race_acquire(vm, t, race_volatile_row(vm, e->obj, off));
  if (!n) return;
  CHECK(vm->run.behind < n, "a write that is read is listed: %u behind", vm->run.behind);
  i = n - 1 - vm->run.behind;
  if (event_has_edge(e))
    race_acquire(vm, t, word(vm, list, i, WRITE_ROW));
  else
    keep_for_fence(vm, t, word(vm, list, i, WRITE_ROW));
  if (e->mode != ACCESS_PLAIN || e->update) note_coherent_read(vm, t, list, i);
}

static void write_listed(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  uint32_t at = SHADOW_OF(e->obj + off);
  ref row = race_location_row(vm, at, t->index + 1), released = t->fence_row, r;
  if (!row) return;
  if (*MEM32(vm, at) != stamp_of(t->index, t->clock)) put32(vm, at, stamp_of(t->index, t->clock));
  if (event_has_edge(e)) released = race_row_copy(vm, t->row);
  write_add(vm, t, e, off, row, released);
  if (!event_has_edge(e)) return;
  r = race_release(vm, t, e->mode == ACCESS_VOLATILE ? row : 0);
  if (e->mode == ACCESS_VOLATILE && r != row) put32(vm, at + 4, r);
}

void writes_access(struct vm *vm, struct thread *t, const struct event *e, uint32_t off) {
  if (e->write)
    write_listed(vm, t, e, off);
  else
    read_listed(vm, t, e, off);
}
