/* See writes.h. */
#include "engine/property/writes.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/property/race_int.h"
#include "engine/vm/heap.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/stale.h"
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

/* Returns the newest write that happens before the next action of the thread with this row. The
 * oldest in the list always does. Rule W1. */
static uint32_t newest_known(struct vm *vm, ref row, ref list) {
  uint32_t i = writes_count(vm, list) - 1;
  while (i && !race_in_h(vm, row, word(vm, list, i, WRITE_STAMP))) i--;
  return i;
}

/* Does a coherent read of write i happen before the next action of the thread with this row? */
static bool read_before(struct vm *vm, ref row, ref list, uint32_t i) {
  ref reads = word(vm, list, i, WRITE_READS);
  uint32_t u, n = reads ? array_length(vm, reads) - ROW_CLOCKS : 0, c;
  for (u = 0; u < n; u++)
    if ((c = row_clock(vm, reads, u)) && c <= row_clock(vm, row, u)) return true;
  return false;
}

/* Rule W2. */
static uint32_t newest_read(struct vm *vm, ref row, ref list) {
  uint32_t i = writes_count(vm, list) - 1;
  while (i && !read_before(vm, row, list, i)) i--;
  return i;
}

/* Rule W3. */
static uint32_t newest_volatile(struct vm *vm, ref list) {
  uint32_t i = writes_count(vm, list) - 1;
  while (i && word(vm, list, i, WRITE_MODE) != ACCESS_VOLATILE) i--;
  return i;
}

static uint32_t later_of(uint32_t a, uint32_t b) { return a > b ? a : b; }

uint32_t writes_oldest(struct vm *vm, ref row, ref list, int mode) {
  uint32_t oldest = newest_known(vm, row, list);
  if (mode != ACCESS_PLAIN) oldest = later_of(oldest, newest_read(vm, row, list));
  if (mode == ACCESS_VOLATILE) oldest = later_of(oldest, newest_volatile(vm, list));
  return oldest;
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
  uint32_t n = writes_count(vm, list), set = 1, behind, newer;
  if (n < 2 || !t->row || !writes_apply(vm, t, obj, off)) return 1;
  for (behind = n - 1 - writes_oldest(vm, t->row, list, mode); behind; behind--) {
    newer = 0;
    while (mode == ACCESS_PLAIN && newer < behind && !reads_the_same(vm, obj, off, newer, behind))
      newer++;
    if (mode != ACCESS_PLAIN || newer == behind) set |= 1u << behind;
  }
  return set;
}

/* ---- removing writes ---- */

uint32_t writes_first_useful(struct vm *vm, ref list) {
  uint32_t first = writes_count(vm, list) - 1;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count && first; i++) {
    const struct thread *t = vm_thread(vm, i);
    uint32_t known;
    if (t->state == THREAD_NONE || !thread_alive(t)) continue;
    known = t->row ? newest_known(vm, t->row, list) : 0;
    if (known < first) first = known;
  }
  return first;
}

/* Removes the n oldest writes. */
static void writes_drop(struct vm *vm, ref list, uint32_t n) {
  uint32_t count = writes_count(vm, list);
  CHECK(n < count, "the newest write stays in the list: %u of %u", n, count);
  if (!n) return;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t w = 0; w < WRITE_WORDS; w++)
      word_put(vm, list, i, w, i + n < count ? word(vm, list, i + n, w) : 0);
  head_put(vm, list, WRITES_COUNT, count - n);
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

static void make_room(struct vm *vm, ref list) {
  writes_drop(vm, list, writes_first_useful(vm, list));
  if (writes_count(vm, list) < WRITES_MAX) return;
  vm->seen.writes_dropped = true;
  writes_drop(vm, list, 1);
}

/* May the new write take the place of the newest one? While no other thread can reach the object,
 * only the first value and the last one are of interest. */
static bool replaces_newest(struct vm *vm, ref obj, ref list) {
  return writes_count(vm, list) > 1 && !(vm_object(vm, obj)->lock & OBJ_SHARED);
}

/* Adds t's write to the location's list; `row`: the row that it releases, or 0. */
static void write_add(struct vm *vm, const struct thread *t, const struct event *e, uint32_t off,
                      ref location, ref row) {
  const struct klass *k = vm_klass(vm, e->obj);
  uint32_t size = k->is_array ? 1u << k->elem_shift : e->size;
  ref old = row_get(vm, location, ROW_WRITES);
  ref list = old ? old : list_begin(vm, e->obj, off, size);
  uint32_t i;
  if (!list) return;
  if (replaces_newest(vm, e->obj, list)) {
    i = writes_count(vm, list) - 1;
  } else {
    supersede(vm, list, e->obj, off, size);
    make_room(vm, list);
    list = list_room(vm, list);
    if (!list) return;
    i = writes_count(vm, list);
    head_put(vm, list, WRITES_COUNT, i + 1);
  }
  word_put(vm, list, i, WRITE_STAMP, stamp_of(t->index, t->clock));
  word_put(vm, list, i, WRITE_MODE, e->mode);
  word_put(vm, list, i, WRITE_ROW, row);
  word_put(vm, list, i, WRITE_READS, 0);
  if (list != old) put32(vm, location + ARRAY_BASE + ROW_WRITES * 4, list);
}

/* ---- accesses ---- */

/* Is this a location of which older writes are kept if a race is found on it? */
static bool may_have_list(struct vm *vm, ref obj, uint32_t off) {
  const struct field *f;
  if (vm_klass(vm, obj)->is_array) return true;
  f = vm_field_at(vm, obj, off);
  return f && !(f->flags & (ACC_FINAL | ACC_VOLATILE)) && !f->owner->is_jdk &&
         !race_silent(vm, obj, off);
}

static bool has_list(struct vm *vm, ref obj, uint32_t off) {
  const struct klass *k = vm_klass(vm, obj);
  const struct field *f = k->is_array ? NULL : vm_field_at(vm, obj, off);
  bool all = !vm->sched.learns, racy = vm->opt.stale_reads == STALE_RACY;
  if (f && f->flags & ACC_VOLATILE && !(f->flags & ACC_FINAL)) return f->older || all;
  return may_have_list(vm, obj, off) && (all || !racy || (f ? f->older : k->older_elements));
}

void writes_learn(struct vm *vm, const struct thread *t, const struct event *e) {
  if (!vm->sched.learns || !(vm_object(vm, e->obj)->lock & OBJ_SHARED)) return;
  if (race_free_access(vm, t, e) || !may_have_list(vm, e->obj, e->off)) return;
  if (weak_by_program(vm, t)) stale_learn(vm, e->obj, e->off, "has a data race");
}

bool writes_apply(struct vm *vm, const struct thread *t, ref obj, uint32_t off) {
  return has_list(vm, obj, off) && weak_by_program(vm, t) &&
         !(vm_klass(vm, obj)->is_array && race_by_benign(vm, t, obj));
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

/* ---- final fields ---- */

/* A set of references, and the order in which they were added. */
struct frozen {
  struct vm *vm;
  VEC(ref) all;
  uint32_t *slots, mask; /* a hash table: index in `all` + 1 */
};

static uint32_t *frozen_slot(struct frozen *f, ref r) {
  uint32_t i = (r * 0x9E3779B1u) >> 4 & f->mask;
  while (f->slots[i] && f->all.data[f->slots[i] - 1] != r) i = (i + 1) & f->mask;
  return &f->slots[i];
}

static void frozen_grow(struct frozen *f) {
  free(f->slots);
  f->mask = f->mask ? f->mask * 2 + 1 : 63;
  f->slots = mem_alloc(((size_t)f->mask + 1) * sizeof *f->slots);
  for (uint32_t i = 0; i < f->all.len; i++) *frozen_slot(f, f->all.data[i]) = i + 1;
}

/* Adds the object that a slot refers to, if only the constructing thread can reach it. */
static void frozen_add(void *self, uint32_t slot_addr) {
  struct frozen *f = self;
  ref r = *MEM32(f->vm, slot_addr);
  uint32_t *slot;
  if (!r || arena_is_immortal(r) || vm_object(f->vm, r)->lock & OBJ_SHARED) return;
  if (f->all.len * 2 >= f->mask) frozen_grow(f);
  slot = frozen_slot(f, r);
  if (*slot) return;
  *vec_push(&f->all) = r;
  *slot = (uint32_t)f->all.len;
}

static void forget_older_writes(struct vm *vm, ref r) {
  uint32_t a, b, end = r + vm_object_size(vm, r);
  for (a = r + OBJ_HEADER; a < end; a += 8) {
    if (!arena_stamped(&vm->arena, a)) continue;
    for (b = a; b < a + 8; b++) {
      ref row = *MEM32(vm, SHADOW_OF(b) + 4);
      if (row_get(vm, row, ROW_WRITES)) put32(vm, row + ARRAY_BASE + ROW_WRITES * 4, 0);
    }
  }
}

void writes_freeze(struct vm *vm, ref object) {
  struct frozen f = {.vm = vm};
  const struct klass *k = vm_klass(vm, object);
  for (uint32_t i = 0; i < k->all_field_count; i++)
    if (k->all_fields[i]->flags & ACC_FINAL &&
        (k->all_fields[i]->type == 'L' || k->all_fields[i]->type == '['))
      frozen_add(&f, object + k->all_fields[i]->offset);
  for (uint32_t i = 0; i < f.all.len; i++) {
    forget_older_writes(vm, f.all.data[i]);
    heap_each_ref(vm, f.all.data[i], frozen_add, &f);
  }
  vec_free(&f.all);
  free(f.slots);
}
