/* Allocation and escape. See heap.h; gc.c has the collector. */
#include "engine/vm/heap.h"
#include "engine/base/check.h"

#include "engine/base/number.h"
#include "engine/vm/uncounted.h"
#include "engine/vm/machine.h"
#include "engine/vm/makers.h"
#include "engine/vm/stackmap.h"

#include <stddef.h>
#include <stdlib.h>

enum {
  SIZE_CLASSES = 63,
  GC_PERIOD = 24 << 20,
  GC_SMALL_HEAP = 64 << 20,
  GC_PERIOD_STRESS = 64 << 10
};

/* A small heap is collected more often, so that machine.used, which counts garbage too, stays close
 * to the size of the live objects. */
static uint32_t gc_period(const struct vm *vm) {
  uint64_t part = vm->heap.bound / (vm->heap.bound <= GC_SMALL_HEAP ? 16 : 4);
#if defined HEDDLE_STRESS && !defined HEDDLE_FEW_COLLECTIONS
  /* Collects at every allocation of a search. A free run of a whole program would take hours that
   * way. */
  if (vm->sched.scheduling) return 0;
  if (part > GC_PERIOD_STRESS) return GC_PERIOD_STRESS;
#endif
  return part < GC_PERIOD ? (uint32_t)part : GC_PERIOD;
}

static uint32_t size_class(uint32_t size) {
  uint32_t c = size >> 4;
  INVARIANT(size && !(size & 15), "sizes of chunks are multiples of 16: %u", size);
  return c < SIZE_CLASSES ? c : SIZE_CLASSES;
}

static uint32_t list_slot(uint32_t c) {
  return MACHINE_BASE + (uint32_t)offsetof(struct machine, free_list) + c * 4;
}

/* Takes the chunk that the word at `slot` refers to off its list. Puts the remainder beyond `size`
 * on the list of its own size. */
static ref take_chunk(struct vm *vm, uint32_t slot, uint32_t size) {
  ref r = *MEM32(vm, slot), q = r + size;
  uint32_t rest = vm_object(vm, r)->lock - size, head;
  CHECK(vm_object(vm, r)->klass == KLASS_FREE && vm_object(vm, r)->lock >= size,
        "a chunk that is taken is free and large enough: 0x%x", r);
  put32(vm, slot, *MEM32(vm, r + 8));
  if (!rest) return r;
  head = list_slot(size_class(rest));
  put32(vm, q, KLASS_FREE);
  put32(vm, q + 4, rest);
  put32(vm, q + 8, *MEM32(vm, head));
  put32(vm, head, q);
  return r;
}

/* Takes a free chunk of at least `size` bytes. The list of a small class holds chunks of exactly
 * one size; the last list holds all larger chunks and is searched first-fit. */
static ref take_free(struct vm *vm, uint32_t size) {
  uint32_t c = size_class(size), slot = list_slot(c);
  if (c < SIZE_CLASSES && *MEM32(vm, slot)) return take_chunk(vm, slot, size);
  slot = list_slot(SIZE_CLASSES);
  while (*MEM32(vm, slot) && vm_object(vm, *MEM32(vm, slot))->lock < size)
    slot = *MEM32(vm, slot) + 8;
  return *MEM32(vm, slot) ? take_chunk(vm, slot, size) : 0;
}

/* The last resort: takes the smallest larger chunk of a small class. */
static ref take_larger(struct vm *vm, uint32_t size) {
  uint32_t c;
  for (c = size_class(size) + 1; c < SIZE_CLASSES; c++)
    if (*MEM32(vm, list_slot(c))) return take_chunk(vm, list_slot(c), size);
  return 0;
}

/* Fresh memory above the bump pointer is zero already (arena/arena.h, invariant 2), but its blocks
 * still enter the delta. */
static ref take_bump(struct vm *vm, uint32_t size) {
  struct machine *m = vm_machine(vm);
  uint32_t r = m->heap_bump;
  INVARIANT(r >= HEAP_BASE && !(r & 15), "the heap ends at a chunk's end: 0x%x", r);
  if ((uint64_t)r + size > HEAP_LIMIT) return 0;
  put32(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, heap_bump), r + size);
  return r;
}

/* Clears the write stamps and rows that a reused chunk would inherit from its former object. 8
 * bytes of data have 64 bytes of shadow. */
static void clear_stamps(struct vm *vm, ref r, uint32_t size) {
  uint32_t a;
  if (!vm->race) return;
  for (a = r; a < r + size; a += 8) {
    uint64_t *p = (uint64_t *)(void *)(vm->arena.mem + SHADOW_OF(a));
    if (!arena_stamped(&vm->arena, a)) continue;
    if (!(p[0] | p[1] | p[2] | p[3] | p[4] | p[5] | p[6] | p[7])) continue;
    arena_touch(&vm->arena, SHADOW_OF(a));
    memset(p, 0, BLOCK_SIZE);
  }
}

static bool within_bound(struct vm *vm, uint64_t size) {
  return vm_machine(vm)->used + size <= vm->heap.bound;
}

/* Counts the bytes of a new object. `own`: it is one of heddle's own records, which do not belong
 * to the program's heap. */
static void heap_count(struct vm *vm, uint32_t size, bool own) {
  struct machine *m = vm_machine(vm);
  arena_touch(&vm->arena, MACHINE_BASE + (uint32_t)offsetof(struct machine, live_bytes));
  m->live_bytes += size;
  vm->heap.allocated += size;
  if (!own) m->used += size;
  if (m->used > vm->run.used_peak) vm->run.used_peak = m->used;
  if (m->live_bytes > gc_period(vm)) vm->heap.gc_wanted = true;
}
_Static_assert(offsetof(struct machine, live_bytes) / BLOCK_SIZE ==
                   offsetof(struct machine, used) / BLOCK_SIZE,
               "one arena_touch covers both words");

/* Allocates without regard to the bound. */
static ref heap_take(struct vm *vm, uint32_t size, uint32_t klass_id) {
  bool fresh;
  ref r = take_free(vm, size);
  fresh = !r;
  if (!r) r = take_bump(vm, size);
  if (!r) {
    r = take_larger(vm, size);
    fresh = false;
  }
  if (!r) return 0;
  if (!fresh) {
    READS_FRESH(r, size);
    arena_touch_range(&vm->arena, r, size);
    memset(vm->arena.mem + r, 0, size);
    clear_stamps(vm, r, size);
  } else {
    arena_touch_range(&vm->arena, r, size);
    INVARIANT(!*MEM64(vm, r) && !*MEM64(vm, r + size - 8),
              "the memory above the heap is zero: 0x%x, %u bytes", r, size);
  }
  vm_object(vm, r)->klass = klass_id;
  if (vm->section.contracts && klass_id >= KLASS_FIRST) makers_born(vm, r);
  heap_count(vm, size, klass_id < KLASS_FIRST);
  return r;
}

ref heap_alloc(struct vm *vm, uint32_t size, uint32_t klass_id) {
  size = (size + 15) & ~15u;
  if (vm->boot.running) {
    ref r = arena_immortal_new(&vm->arena, size);
    if (r) vm_object(vm, r)->klass = klass_id;
    return r;
  }
  if (klass_id >= KLASS_FIRST && !within_bound(vm, size)) return 0;
  return heap_take(vm, size, klass_id);
}

ref heap_alloc_beyond(struct vm *vm, uint32_t size, uint32_t klass_id) {
  return heap_take(vm, (size + 15) & ~15u, klass_id);
}

bool heap_has_room(struct vm *vm, uint64_t bytes) {
  const struct machine *m = vm_machine(vm);
  uint64_t size = (bytes + ARRAY_BASE + 15) & ~15ull;
  uint32_t slot;
  if (size > vm->heap.bound || !m->live_bytes) return true;
  if (!within_bound(vm, size)) return false;
  if (m->heap_bump + size <= HEAP_LIMIT) return true;
  if (size_class((uint32_t)size) < SIZE_CLASSES &&
      *MEM32(vm, list_slot(size_class((uint32_t)size))))
    return true;
  for (slot = list_slot(SIZE_CLASSES); *MEM32(vm, slot); slot = *MEM32(vm, slot) + 8)
    if (vm_object(vm, *MEM32(vm, slot))->lock >= size) return true;
  return false;
}

uint32_t vm_object_size(struct vm *vm, ref r) {
  const struct object *o = vm_object(vm, r);
  const struct klass *k;
  INVARIANT(o->klass != KLASS_NONE && o->klass < vm->klasses.len,
            "a chunk has a kind: class %u of 0x%x", o->klass, r);
  switch (o->klass) {
    case KLASS_FREE: return o->lock;
    case KLASS_MONITOR: return sizeof(struct monitor);
    case KLASS_ROW:
    case KLASS_WRITES:
    case KLASS_BACKTRACE: return (ARRAY_BASE + array_length(vm, r) * 4 + 15) & ~15u;
    default: break;
  }
  k = vm->klasses.data[o->klass];
  if (k->is_array) return (ARRAY_BASE + (array_length(vm, r) << k->elem_shift) + 15) & ~15u;
  if (r == k->mirror || (k == vm->wk.klass && arena_is_immortal(r))) {
    const struct klass *mk = vm_mirror_klass(vm, r);
    return (vm->mirror.statics + (mk ? mk->static_size : 0) + 15) & ~15u;
  }
  return (k->instance_size + 15) & ~15u;
}

/* Returns whether `size` more bytes fit beside the live objects. machine.used is a cheap upper
 * bound. If it is too large, the exact size decides, which is the same in equal states (heap.h,
 * invariant 3). */
static bool heap_fits(struct vm *vm, uint64_t size) {
  if (size > vm->heap.bound) return false;
  if (within_bound(vm, size)) return true;
  vm->heap.gc_wanted = true;
  return heap_live(vm) + size <= vm->heap.bound;
}

/* The bound leaves room, but no chunk is large enough. The layout of the heap is not part of a
 * state, so a search cannot continue. */
static ref in_pieces(struct vm *vm, struct thread *t) {
  vm->heap.gc_wanted = true;
  if (vm->sched.scheduling) {
    char *bound = number_size_text(vm->heap.bound);
    error_set(&vm->err, ERR_MEMORY, "the program's heap of %s is too fragmented for an object",
              bound);
    free(bound);
  } else {
    vm_throw(vm, t, "java/lang/OutOfMemoryError", "Java heap space");
  }
  return 0;
}

static ref new_checked(struct vm *vm, struct thread *t, uint64_t size, uint32_t klass_id) {
  ref r;
  size = (size + 15) & ~15ull;
  if (vm->boot.running || !t)
    return size > vm->heap.bound ? 0 : heap_alloc(vm, (uint32_t)size, klass_id);
  if (!heap_fits(vm, size)) {
    vm_throw(vm, t, "java/lang/OutOfMemoryError", "Java heap space");
    return 0;
  }
  r = heap_take(vm, (uint32_t)size, klass_id);
  return r ? r : in_pieces(vm, t);
}

ref vm_new_object(struct vm *vm, struct thread *t, struct klass *k) {
  INVARIANT(!k->is_array && !k->is_primitive && k != vm->wk.klass,
            "an instance is of a class that has instances: %s", k->name->s);
  return new_checked(vm, t, k->instance_size, k->id);
}

ref vm_new_array(struct vm *vm, struct thread *t, struct klass *k, int32_t length) {
  ref r;
  if (length < 0) {
    if (t) vm_throw(vm, t, "java/lang/NegativeArraySizeException", "%d", length);
    return 0;
  }
  INVARIANT(k->is_array, "an array is of an array class: %s", k->name->s);
  r = new_checked(vm, t, ARRAY_BASE + ((uint64_t)(uint32_t)length << k->elem_shift), k->id);
  if (r) *MEM32(vm, r + ARRAY_LENGTH) = (uint32_t)length; /* the allocation touched its block */
  return r;
}

ref vm_new_prim_array(struct vm *vm, struct thread *t, char type, int32_t length) {
  static const char order[] = "ZBCSIJFD";
  const char *p = strchr(order, type);
  CHECK(type && p, "elements have a known type: '%c'", type);
  return vm_new_array(vm, t, vm->wk.prim_array[p - order], length);
}

ref vm_new_ref_array(struct vm *vm, struct thread *t, struct klass *elem, int32_t length) {
  return vm_new_array(vm, t, vm_array_class(vm, elem), length);
}

/* ---- references of an object ---- */

void heap_each_ref(struct vm *vm, ref r, void (*fn)(void *self, uint32_t slot_addr), void *self) {
  const struct object *o = vm_object(vm, r);
  const struct klass *k;
  uint32_t i, n;
  if (o->klass < KLASS_FIRST) return;
  k = vm->klasses.data[o->klass];
  if (k->is_array) {
    if (k->elem_type != 'L') return;
    n = array_length(vm, r);
    for (i = 0; i < n; i++) fn(self, r + ARRAY_BASE + i * 4);
    return;
  }
  for (i = 0; i < k->ref_count; i++) fn(self, r + k->ref_offsets[i]);
  if (k == vm->wk.klass) {
    const struct klass *mk = vm_mirror_klass(vm, r);
    if (mk && mk->mirror == r)
      for (i = 0; i < mk->static_ref_count; i++) fn(self, r + mk->static_refs[i]);
  }
}

/* ---- escape ---- */

struct share_work {
  struct vm *vm;
  ref from; /* object whose references are being followed */
  VEC(ref) todo;
};

static void heap_escape(struct vm *vm, ref r, ref holder) {
  INVARIANT(!(vm_object(vm, r)->lock & OBJ_SHARED), "an object escapes once: 0x%x", r);
  arena_put_u32(&vm->arena, r + 4, vm_object(vm, r)->lock | OBJ_SHARED);
  if (vm->section.contracts) makers_published(vm, r, holder);
  if (vm->listen.escaped) vm->listen.escaped(vm->listen.escaped_self, vm, r);
}

static void share_slot(void *self, uint32_t slot) {
  struct share_work *w = self;
  ref r = *MEM32(w->vm, slot);
  struct object *o;
  if (!r) return;
  o = vm_object(w->vm, r);
  if (o->lock & OBJ_SHARED) return;
  heap_escape(w->vm, r, w->from);
  *vec_push(&w->todo) = r;
}

/* The `this` of a running constructor escaped: its finals are visible from now on. */
static void mark_leaked(struct vm *vm) {
  uint32_t f;
  if (!vm->run.cur) return;
  for (f = vm->run.cur->frame; f; f = vm_frame(vm, f)->prev) {
    const struct frame *fr = vm_frame(vm, f);
    const struct method *m = frame_method(vm, fr);
    ref self;
    if (!m || !method_is_constructor(m)) continue;
    self = stackmap_this(vm, fr);
    if (!self || (vm_object(vm, self)->lock & (OBJ_SHARED | OBJ_LEAKED)) != OBJ_SHARED) continue;
    arena_put_u32(&vm->arena, self + 4, vm_object(vm, self)->lock | OBJ_LEAKED);
  }
}

/* Soundness rule 8 (escape is transitive): a race on an object that seems private is lost. */
static void check_shared(void *self, uint32_t slot) {
  struct vm *vm = self;
  ref r = *MEM32(vm, slot);
  INVARIANT(!r || vm_object(vm, r)->lock & OBJ_SHARED,
            "what a shared object refers to is shared: "
            "0x%x",
            r);
  (void)r;
}

void heap_share(struct vm *vm, ref r, ref holder) {
  struct share_work w = {.vm = vm, .from = r};
  if (!r || (vm_object(vm, r)->lock & OBJ_SHARED)) return;
  heap_escape(vm, r, holder);
  heap_each_ref(vm, r, share_slot, &w);
  while (w.todo.len) {
    w.from = w.todo.data[--w.todo.len];
    heap_each_ref(vm, w.from, share_slot, &w);
    if (INVARIANTS_ON) heap_each_ref(vm, w.from, check_shared, vm);
  }
  if (INVARIANTS_ON) heap_each_ref(vm, r, check_shared, vm);
  vec_free(&w.todo);
  if (!vm->boot.running) mark_leaked(vm);
}

void vm_share(struct vm *vm, ref r) { heap_share(vm, r, 0); }

void vm_put_ref(struct vm *vm, ref holder, uint32_t off, ref value) {
  INVARIANT(off >= OBJ_HEADER && off + 4 <= vm_object_size(vm, holder),
            "a reference is stored in its object: 0x%x +%u", holder, off);
  if (value && (vm_object(vm, holder)->lock & OBJ_SHARED)) heap_share(vm, value, holder);
  put32(vm, holder + off, value);
}

static uint64_t saturated(uint64_t a, uint64_t b) {
  return b && a > UINT64_MAX / 4 / b ? UINT64_MAX / 4 : a * b;
}

uint64_t heap_multi_size(const struct klass *k, const int32_t *dims, int count) {
  uint64_t own = (ARRAY_BASE + ((uint64_t)(uint32_t)dims[0] << k->elem_shift) + 15) & ~15ull;
  if (count == 1 || dims[0] <= 0) return own;
  return own + saturated((uint64_t)dims[0], heap_multi_size(k->elem, dims + 1, count - 1));
}

static ref multi_array(struct vm *vm, struct thread *t, struct klass *k, const int32_t *dims,
                       int count) {
  ref r = vm_new_array(vm, t, k, dims[0]);
  int32_t i;
  if (!r || count == 1) return r;
  for (i = 0; i < dims[0]; i++) {
    ref e = multi_array(vm, t, k->elem, dims + 1, count - 1);
    if (!e) return 0;
    put32(vm, r + ARRAY_BASE + (uint32_t)i * 4, e);
  }
  return r;
}

/* Nothing refers to the subarrays until all exist, so one check decides whether they fit
 * together. */
ref vm_new_multi_array(struct vm *vm, struct thread *t, struct klass *k, const int32_t *dims,
                       int count) {
  int32_t i;
  for (i = 0; i < count; i++)
    if (dims[i] < 0) {
      vm_throw(vm, t, "java/lang/NegativeArraySizeException", "%d", dims[i]);
      return 0;
    }
  if (t && !vm->boot.running && !heap_fits(vm, heap_multi_size(k, dims, count))) {
    vm_throw(vm, t, "java/lang/OutOfMemoryError", "Java heap space");
    return 0;
  }
  return multi_array(vm, t, k, dims, count);
}

ref immortal_object(struct vm *vm, struct klass *k) {
  ref r = arena_immortal_new(&vm->arena, (k->instance_size + 15) & ~15u);
  if (!r) return 0;
  vm_object(vm, r)->klass = k->id;
  vm_object(vm, r)->lock = OBJ_SHARED;
  return r;
}

void immortal_seal(struct vm *vm, ref r) {
  arena_immortal_seal(&vm->arena, r, vm_object_size(vm, r));
}

/* ---- records of monitors ---- */

struct monitor *vm_monitor(struct vm *vm, ref obj) {
  ref m = vm_object(vm, obj)->lock & ~(uint32_t)OBJ_FLAGS;
  INVARIANT(vm_object(vm, obj)->klass >= KLASS_FIRST, "only objects have monitors: 0x%x", obj);
  INVARIANT(!m || vm_object(vm, m)->klass == KLASS_MONITOR,
            "a lock word refers to a monitor record: 0x%x", obj);
  return m ? (struct monitor *)(void *)(vm->arena.mem + m) : NULL;
}

struct monitor *vm_monitor_make(struct vm *vm, struct thread *t, ref obj) {
  struct monitor *m = vm_monitor(vm, obj);
  ref r;
  (void)t;
  if (m) return m;
  r = heap_alloc(vm, sizeof *m, KLASS_MONITOR);
  if (!r) {
    error_set(&vm->err, ERR_MEMORY, "the heap bound was reached (a monitor record)");
    return NULL;
  }
  put32(vm, obj + 4, (vm_object(vm, obj)->lock & OBJ_FLAGS) | r);
  return (struct monitor *)(void *)(vm->arena.mem + r);
}
