/* See race_view.h. */
#include "engine/property/race_view.h"
#include "engine/base/check.h"

#include <stdlib.h>

#include "engine/vm/machine.h"

bool race_is_final(struct vm *vm, ref obj, const struct field *f) {
  return f && (f->flags & ACC_FINAL) && !(vm_object(vm, obj)->lock & OBJ_LEAKED);
}

bool race_is_column(struct vm *vm, ref obj, uint32_t off) {
  const struct field *f;
  if ((vm_object(vm, obj)->lock & (OBJ_SHARED | OBJ_FROZEN)) != OBJ_SHARED) return false;
  f = vm_field_at(vm, obj, off);
  if (f && (f->flags & ACC_VOLATILE)) return false;
  return !race_is_final(vm, obj, f) && race_reported(vm, NULL, obj, off);
}

/* Returns the end of the bytes of an object that can have stamps. */
static uint32_t data_end(struct vm *vm, ref r) {
  const struct klass *k = vm_klass(vm, r);
  if (k->is_array) return r + ARRAY_BASE + (array_length(vm, r) << k->elem_shift);
  return r + vm_object_size(vm, r);
}

/* Checks eight data bytes at once: their shadow is one cache line. */
static bool shadow_empty(struct vm *vm, uint32_t addr) {
  const uint64_t *p = (const uint64_t *)(const void *)(vm->arena.mem + SHADOW_OF(addr));
  return !(p[0] | p[1] | p[2] | p[3] | p[4] | p[5] | p[6] | p[7]);
}

/* Is this a field of class Thread, such as its name? Nothing is ordered through these. */
static bool is_threads_own(struct vm *vm, ref r, uint32_t off) {
  const struct field *f = vm_field_at(vm, r, off);
  return f && f->owner == vm->wk.thread;
}

/* Does the row order anything? A location may have a row only for its reads (--race-rw), or for a
 * plain stamp besides opaque writes. */
static bool has_clocks(struct vm *vm, ref row) {
  uint32_t i, n = row ? array_length(vm, row) - ROW_CLOCKS : 0;
  for (i = 0; i < n; i++)
    if (row_clock(vm, row, i)) return true;
  return false;
}

static void marks_of_byte(struct vm *vm, ref r, uint32_t b, race_mark_fn *fn, void *self) {
  uint32_t at = SHADOW_OF(b), stamp = *MEM32(vm, at);
  INVARIANT(arena_stamped(&vm->arena, b & ~7u), "stamps are noted where they are: 0x%x", b);
  ref row = *MEM32(vm, at + 4);
  if (row && (is_threads_own(vm, r, b - r) || !has_clocks(vm, row))) row = 0;
  if (row) fn(self, RACE_LOCATION_ROW, r, b - r, row, at + 4);
  if (stamp) fn(self, RACE_STAMP, r, b - r, stamp, at);
  if (row && row_get(vm, row, ROW_PLAIN))
    fn(self, RACE_PLAIN_STAMP, r, b - r, row_get(vm, row, ROW_PLAIN), row + ARRAY_BASE);
}

static void marks_of_block(struct vm *vm, ref r, uint32_t from, uint32_t to, race_mark_fn *fn,
                           void *self) {
  uint32_t a, b;
  for (a = from; a < to; a += 8) {
    if (!arena_stamped(&vm->arena, a) || shadow_empty(vm, a)) continue;
    for (b = a; b < a + 8 && b < to; b++) marks_of_byte(vm, r, b, fn, self);
  }
}

void race_marks_of(struct vm *vm, ref r, race_mark_fn *fn, void *self) {
  const struct monitor *m;
  uint32_t a, end, next;
  if (vm_object(vm, r)->klass < KLASS_FIRST) return;
  m = vm_monitor(vm, r);
  if (m && m->row)
    fn(self, RACE_LOCK_ROW, r, 0, m->row, (uint32_t)((const uint8_t *)&m->row - vm->arena.mem));
  if (vm_klass(vm, r) == vm->wk.klass && vm_mirror_klass(vm, r) &&
      *MEM32(vm, r + vm->mirror.init_row))
    fn(self, RACE_CLASS_ROW, r, 0, *MEM32(vm, r + vm->mirror.init_row), r + vm->mirror.init_row);
  end = data_end(vm, r);
  for (a = r + OBJ_HEADER; a < end; a = next) {
    next = (a & ~(uint32_t)(BLOCK_SIZE - 1)) + BLOCK_SIZE;
    if (vm->arena.stamped[(a - IMMORTAL_BASE) >> BLOCK_SHIFT])
      marks_of_block(vm, r, a, next < end ? next : end, fn, self);
  }
}

static int by_ref(const void *a, const void *b) {
  ref x = *(const ref *)a, y = *(const ref *)b;
  return x < y ? -1 : x > y;
}

size_t race_texts(struct vm *vm, ref (*object)(void *self, uint32_t i), void *self, uint32_t count,
                  ref **out) {
  VEC(ref) v = {0};
  uint32_t i;
  vec_reserve(&v, 1);
  for (i = 0; i < count; i++) {
    ref r = object(self, i);
    if (vm_object(vm, r)->klass == vm->wk.string->id)
      *vec_push(&v) = *MEM32(vm, r + vm->wk.string_value);
  }
  qsort(v.data, v.len, sizeof *v.data, by_ref);
  *out = v.data;
  return v.len;
}

bool race_is_text(const ref *texts, size_t count, ref r) {
  return count && bsearch(&r, texts, count, sizeof r, by_ref);
}

/* Visits each written immortal object once, even if it spans several written blocks. */
static void marks_of_immortals(struct vm *vm, race_mark_fn *fn, void *self) {
  VEC(ref) v = {0};
  size_t i;
  for (i = 0; i < vm->arena.dirty.len; i++) {
    ref o = arena_immortal_at(&vm->arena, vm->arena.dirty.data[i] << BLOCK_SHIFT);
    if (o) *vec_push(&v) = o;
  }
  if (v.len) qsort(v.data, v.len, sizeof *v.data, by_ref);
  for (i = 0; i < v.len; i++)
    if (!i || v.data[i] != v.data[i - 1]) race_marks_of(vm, v.data[i], fn, self);
  vec_free(&v);
}

struct heap_list {
  VEC(ref) v;
};
static ref heap_list_at(void *self, uint32_t i) { return ((struct heap_list *)self)->v.data[i]; }

void race_marks(struct vm *vm, race_mark_fn *fn, void *self) {
  uint32_t r = HEAP_BASE, end = vm_machine(vm)->heap_bump;
  struct heap_list all = {0};
  ref *texts;
  size_t i, n;
  marks_of_immortals(vm, fn, self);
  for (; r < end; r += vm_object_size(vm, r))
    if (vm_object(vm, r)->klass >= KLASS_FIRST) *vec_push(&all.v) = r;
  n = race_texts(vm, heap_list_at, &all, (uint32_t)all.v.len, &texts);
  for (i = 0; i < all.v.len; i++)
    if (!race_is_text(texts, n, all.v.data[i])) race_marks_of(vm, all.v.data[i], fn, self);
  vec_free(&all.v);
  free(texts);
}

/* ---- its size ---- */

struct sizing {
  struct vm *vm;
  struct h_size *out;
};

static void add_row(struct sizing *s, ref row) {
  s->out->rows++;
  if (row) s->out->bytes += vm_object_size(s->vm, row);
}

static void size_mark(void *self, enum race_mark kind, ref obj, uint32_t off, uint32_t value,
                      uint32_t at) {
  struct sizing *s = self;
  (void)at;
  if (kind <= RACE_LOCATION_ROW) {
    add_row(s, value);
    return;
  }
  if (kind == RACE_STAMP) s->out->bytes += sizeof value;
  s->out->columns += race_is_column(s->vm, obj, off);
}

void race_size(struct vm *vm, struct h_size *out) {
  struct sizing s = {vm, out};
  uint32_t i;
  *out = (struct h_size){0};
  if (!vm->race) return;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) add_row(&s, vm_thread(vm, i)->row);
  race_marks(vm, size_mark, &s);
}
