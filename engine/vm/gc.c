/* The collector. It marks from the threads, the machine and every immortal object that was ever
 * written, then sweeps the heap into free lists. Marks are on the host; the sweep's writes are part
 * of the open delta (soundness rule 5, strong references). */
#include <stddef.h>
#include <stdlib.h>

#include "engine/vm/rows.h"
#include "engine/base/check.h"
#include "engine/vm/code.h"
#include "engine/vm/heap.h"
#include "engine/vm/machine.h"
#include "engine/vm/makers.h"
#include "engine/vm/stackmap.h"

struct gc {
  struct vm *vm;
  uint64_t bytes; /* size of the program's objects that were marked */
  bool state;     /* mark only what belongs to the state, not what only views may still name */
  uint8_t *marks; /* one bit per 16 bytes of heap */
  /* ignore the running thread's frames from the top down to this one; 0: ignore none */
  uint32_t above;
  VEC(ref) todo;
};

static void mark(struct gc *g, ref r) {
  uint32_t i;
  if (r < HEAP_BASE) return;
  i = (r - HEAP_BASE) >> 4;
  CHECK(r < vm_machine(g->vm)->heap_bump && !(r & 15), "what is alive is in the heap: 0x%x", r);
  if (g->marks[i >> 3] & (1u << (i & 7))) return;
  g->marks[i >> 3] |= (uint8_t)(1u << (i & 7));
  *vec_push(&g->todo) = r;
}

static bool marked(const struct gc *g, ref r) {
  uint32_t i = (r - HEAP_BASE) >> 4;
  return g->marks[i >> 3] & (1u << (i & 7));
}

static void mark_slot(void *self, uint32_t slot) {
  struct gc *g = self;
  mark(g, *MEM32(g->vm, slot));
}

/* Marks the rows of h that belong to an object: those of its atomic locations and of its class's
 * initialisation. */
static void mark_rows(struct gc *g, ref r) {
  struct vm *vm = g->vm;
  uint32_t a, b, end = r + vm_object_size(vm, r);
  for (a = r + OBJ_HEADER; a < end; a += 8) {
    if (!arena_stamped(&vm->arena, a)) continue;
    for (b = a; b < a + 8; b++) mark(g, *MEM32(vm, SHADOW_OF(b) + 4));
  }
  if (vm_klass(vm, r) == vm->wk.klass && vm_mirror_klass(vm, r))
    mark(g, *MEM32(vm, r + vm->mirror.init_row));
}

/* Marks what a list of writes refers to. Older references may be read again. */
static void mark_writes(struct gc *g, ref list) {
  struct vm *vm = g->vm;
  bool refs = row_get(vm, list, WRITES_REFS);
  for (uint32_t i = 0, n = row_get(vm, list, WRITES_COUNT); i < n; i++) {
    if (refs && i + 1 < n) mark(g, row_get(vm, list, writes_at(i, WRITE_LOW)));
    mark(g, row_get(vm, list, writes_at(i, WRITE_ROW)));
    mark(g, row_get(vm, list, writes_at(i, WRITE_READS)));
  }
}

static void scan(struct gc *g, ref r) {
  uint32_t lock = vm_object(g->vm, r)->lock;
  INVARIANT(vm_object(g->vm, r)->klass != KLASS_FREE && vm_object(g->vm, r)->klass != KLASS_NONE,
            "what is alive was not freed: 0x%x", r);
  if (r >= HEAP_BASE && vm_object(g->vm, r)->klass >= KLASS_FIRST)
    g->bytes += vm_object_size(g->vm, r);
  if (vm_object(g->vm, r)->klass == KLASS_MONITOR) {
    mark(g, ((struct monitor *)(void *)(g->vm->arena.mem + r))->row);
    return;
  }
  if (vm_object(g->vm, r)->klass >= KLASS_FIRST) mark(g, lock & ~(uint32_t)OBJ_FLAGS);
  if (vm_object(g->vm, r)->klass == KLASS_ROW) {
    mark(g, row_get(g->vm, r, ROW_READS));
    mark(g, row_get(g->vm, r, ROW_TRUSTED_READS));
    mark(g, row_get(g->vm, r, ROW_ATOMIC_READS));
    return;
  }
  if (vm_object(g->vm, r)->klass == KLASS_WRITES) {
    mark_writes(g, r);
    return;
  }
  heap_each_ref(g->vm, r, mark_slot, g);
  if (g->vm->race && vm_object(g->vm, r)->klass >= KLASS_FIRST) mark_rows(g, r);
}

static void mark_frame(struct gc *g, const struct frame *f) {
  struct vm *vm = g->vm;
  const struct slot_map *map;
  uint32_t i, depth, ops = (uint32_t)((const uint8_t *)f - vm->arena.mem) + FRAME_SIZE;
  const struct method *m = frame_method(vm, f);
  mark(g, f->sync);
  if (f->flags & FRAME_ROOT) return;
  /* Objects that the method makes become parts of its receiver (vm/makers.h), so keeps the receiver
   * even if the method no longer needs it. */
  if (!g->state && vm->section.contracts && m->owner->is_jdk && !(m->flags & ACC_STATIC))
    mark(g, *MEM32(vm, f->locals));
  map = stackmap_of(vm, f);
  if (!map) return;
  for (i = 0; i < map->locals; i++)
    if (map->kind[i] == SLOT_REF) mark(g, *MEM32(vm, f->locals + i * 4));
  INVARIANT(f->sp >= ops, "operands lie above their frame: 0x%x in %s", f->sp, m->name->s);
  depth = (f->sp - ops) / 4;
  for (i = 0; i < depth && i < map->stack; i++)
    if (map->kind[map->locals + i] == SLOT_REF) mark(g, *MEM32(vm, ops + i * 4));
}

static void mark_thread(struct gc *g, const struct thread *t) {
  uint32_t f;
  bool waits = t->state == THREAD_BLOCKED || t->state == THREAD_WAITING ||
               t->state == THREAD_INITWAIT || t->state == THREAD_JOINING;
  mark(g, t->object);
  mark(g, t->exception);
  if (waits || !g->state) mark(g, t->wait_obj);
  if (!g->state) mark(g, t->op_obj);
  mark(g, t->row);
  mark(g, t->fence_row);
  mark(g, t->read_row);
  f = t->frame;
  if (g->above && t == g->vm->run.cur) f = vm_frame(g->vm, g->above)->prev;
  for (; f; f = vm_frame(g->vm, f)->prev) mark_frame(g, vm_frame(g->vm, f));
}

/* Only immortal objects that were written after their creation can refer to the heap. */
static void mark_immortals(struct gc *g) {
  struct vm *vm = g->vm;
  size_t i;
  for (i = 0; i < vm->arena.dirty.len; i++) {
    uint32_t a = vm->arena.dirty.data[i] << BLOCK_SHIFT;
    ref r = arena_immortal_at(&vm->arena, a);
    if (r) scan(g, r);
  }
}

static void sweep(struct gc *g) {
  struct vm *vm = g->vm;
  struct machine *mc = vm_machine(vm);
  uint32_t tail[64], r = HEAP_BASE, i;
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof *mc);
  for (i = 0; i < 64; i++) {
    mc->free_list[i] = 0;
    tail[i] = MACHINE_BASE + (uint32_t)offsetof(struct machine, free_list) + i * 4;
  }
  while (r < mc->heap_bump) {
    uint32_t size = vm_object_size(vm, r), next, c;
    if (marked(g, r)) {
      r += size;
      continue;
    }
    next = r + size;
    while (next < mc->heap_bump && !marked(g, next)) {
      size += vm_object_size(vm, next);
      next = r + size;
    }
    CHECK(next <= mc->heap_bump, "chunks fill the heap up to its end: 0x%x", next);
    c = size >> 4 < 63 ? size >> 4 : 63;
    arena_touch_range(&vm->arena, r, 16);
    *MEM32(vm, r) = KLASS_FREE;
    *MEM32(vm, r + 4) = size;
    *MEM32(vm, r + 8) = 0;
    put32(vm, tail[c], r);
    tail[c] = r + 8;
    r = next;
  }
  mc->live_bytes = 0;
}

static void gc_begin(struct gc *g) {
  g->marks = mem_alloc((vm_machine(g->vm)->heap_bump - HEAP_BASE) / 128 + 16);
}

static void mark_all(struct gc *g) {
  struct vm *vm = g->vm;
  struct machine *mc = vm_machine(vm);
  uint32_t i;
  for (i = 0; i < mc->thread_count; i++) mark_thread(g, vm_thread(vm, i));
  if (!g->state) mark(g, vm->main_args);
  mark(g, vm->boot.main_thread);
  mark(g, mc->fence_row);
  mark(g, mc->offmap);
  mark(g, mc->files);
  mark(g, mc->given);
  mark_immortals(g);
  while (g->todo.len) scan(g, g->todo.data[--g->todo.len]);
}

static void gc_release(struct gc *g) {
  free(g->marks);
  vec_free(&g->todo);
}

static bool gc_alive(void *self, ref r) { return marked(self, r); }

#if INVARIANTS_ON
enum { FREE_LISTS = 64 };

static void sound_free_list(struct vm *vm, uint32_t c) {
  ref r = vm_machine(vm)->free_list[c];
  uint32_t n = 0;
  for (; r; r = *MEM32(vm, r + 8), n++) {
    uint32_t size = vm_object(vm, r)->lock;
    INVARIANT(r >= HEAP_BASE && r < vm_machine(vm)->heap_bump, "a free chunk is in the heap: 0x%x",
              r);
    INVARIANT(vm_object(vm, r)->klass == KLASS_FREE, "what is listed as free is free: 0x%x", r);
    INVARIANT((size >> 4 < FREE_LISTS - 1 ? size >> 4 : FREE_LISTS - 1u) == c,
              "a free chunk is listed by its size: %u bytes in list %u", size, c);
    INVARIANT(n < (HEAP_LIMIT - HEAP_BASE) / 16, "a list of free chunks ends: list %u", c);
  }
}

/* Checks each chunk of the heap, and the lists of free chunks. Costs as much as a collection. */
static void sound_heap(struct vm *vm) {
  struct error err = {0};
  uint32_t c;
  INVARIANT(!heap_check(vm, &err), "chunks follow each other up to the heap's end: %s", err.msg);
  for (c = 0; c < FREE_LISTS; c++) sound_free_list(vm, c);
}
#else
#define sound_heap(vm) ((void)0)
#endif

void heap_collect(struct vm *vm) {
  struct gc g = {.vm = vm};
  CHECK(!vm->run.native, "nothing is collected inside a native");
  vm->heap.gc_wanted = false;
  gc_begin(&g);
  mark_all(&g);
  if (vm->section.contracts) makers_collect(vm, gc_alive, &g);
  sweep(&g);
  sound_heap(vm);
  INVARIANT(g.bytes <= vm_machine(vm)->used, "a collection adds no objects: %llu, %u",
            (unsigned long long)g.bytes, vm_machine(vm)->used);
  vm_machine(vm)->used = (uint32_t)g.bytes;
  if (vm->listen.collected) vm->listen.collected(vm->listen.collected_self, vm);
  gc_release(&g);
}

uint64_t heap_live(struct vm *vm) {
  struct gc g = {.vm = vm, .state = true};
  gc_begin(&g);
  mark_all(&g);
  gc_release(&g);
  return g.bytes;
}

bool heap_reached_beside(struct vm *vm, ref r, ref whole, uint32_t above) {
  struct gc g = {.vm = vm, .above = above};
  bool reached;
  gc_begin(&g);
  mark(&g, whole);
  g.todo.len = 0; /* does not follow references from `whole` */
  mark_all(&g);
  reached = marked(&g, r);
  gc_release(&g);
  return reached;
}

uint64_t heap_used(struct vm *vm) { return vm_machine(vm)->heap_bump - HEAP_BASE; }

int heap_check(struct vm *vm, struct error *err) {
  uint32_t r = HEAP_BASE, end = vm_machine(vm)->heap_bump;
  while (r < end) {
    uint32_t k = vm_object(vm, r)->klass, size;
    if (k == KLASS_NONE || k >= vm->klasses.len)
      return error_set(err, ERR_INTERNAL, "heap: bad class index %u at 0x%x", k, r);
    size = vm_object_size(vm, r);
    if (!size || (size & 15) || size > end - r)
      return error_set(err, ERR_INTERNAL, "heap: bad size %u at 0x%x", size, r);
    r += size;
  }
  return 0;
}
