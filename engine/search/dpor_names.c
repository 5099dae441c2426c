/* See dpor_names.h. */
#include "engine/search/dpor_names.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/vm/machine.h"

static const uint64_t SHARED_LATER = 1ull << 63;

/* ---- objects ---- */

static struct dpor_named *find(const struct dpor_names *n, ref r) {
  size_t i = (r >> 4) * 2654435761u & (n->size - 1);
  while (n->table[i].object && n->table[i].object != r) i = (i + 1) & (n->size - 1);
  return &n->table[i];
}

static void names_grow(struct dpor_names *n) {
  struct dpor_named *old = n->table;
  size_t size = n->size;
  n->size *= 2;
  n->table = mem_alloc(n->size * sizeof *n->table);
  for (size_t i = 0; i < size; i++)
    if (old[i].object) *find(n, old[i].object) = old[i];
  free(old);
}

static void names_escaped(void *self, struct vm *vm, ref r) {
  struct dpor_names *n = self;
  struct dpor_named *at;
  (void)vm;
  if (arena_is_immortal(r)) return;
  if (n->used * 4 >= n->size * 3) names_grow(n);
  at = find(n, r);
  if (!at->object) {
    at->object = r;
    n->used++;
  }
  *vec_push(&n->log) = *at;
  at->name = n->next++;
}

uint64_t dpor_names_object(const struct dpor_names *n, ref r) {
  const struct dpor_named *at = find(n, r);
  return at->object && at->name ? at->name : r;
}

/* ---- threads ---- */

static uint32_t slot_at(struct dpor_names *n, struct dpor_place p) {
  for (size_t i = 0; i < n->places.len; i++)
    if (n->places.data[i].parent == p.parent && n->places.data[i].ordinal == p.ordinal)
      return (uint32_t)i;
  *vec_push(&n->places) = p;
  return (uint32_t)n->places.len - 1;
}

void dpor_names_meet_threads(struct dpor_names *n) {
  while (n->slots.len < vm_machine(n->vm)->thread_count) {
    const struct thread *t = vm_thread(n->vm, (uint32_t)n->slots.len);
    uint32_t parent;
    CHECK(t->parent <= n->slots.len, "a thread is met after its parent: T%u", t->index);
    parent = t->parent ? n->slots.data[t->parent - 1] + 1 : 0;
    *vec_push(&n->slots) = slot_at(n, (struct dpor_place){parent, t->ordinal});
  }
}

uint32_t dpor_names_slot(const struct dpor_names *n, uint32_t thread) {
  INVARIANT(thread < n->slots.len, "a thread of the path has a slot: T%u", thread);
  return n->slots.data[thread];
}

uint64_t dpor_names_label(const struct dpor_names *n, struct choice c) {
  uint32_t arg = c.kind == CHOICE_NOTIFY ? n->slots.data[c.arg] : c.arg;
  return (uint64_t)n->slots.data[c.thread] << 32 | (uint64_t)c.kind << 24 | arg;
}

/* ---- the path ---- */

void dpor_names_init(struct dpor_names *n, struct vm *vm) {
  *n = (struct dpor_names){.vm = vm, .size = 1 << 10};
  n->table = mem_alloc(n->size * sizeof *n->table);
  dpor_names_meet_threads(n);
  vm->listen.escaped = names_escaped;
  vm->listen.escaped_self = n;
}

void dpor_names_release(struct dpor_names *n) {
  n->vm->listen.escaped = NULL;
  vec_free(&n->places);
  vec_free(&n->slots);
  vec_free(&n->log);
  free(n->table);
}

uint64_t dpor_names_bytes(const struct dpor_names *n) {
  return n->size * sizeof *n->table + n->log.cap * sizeof *n->log.data +
         n->places.cap * sizeof *n->places.data + n->slots.cap * sizeof *n->slots.data;
}

struct dpor_names_mark dpor_names_begin(struct dpor_names *n, uint32_t slot, uint32_t index) {
  INVARIANT(slot < 1u << 15 && index < 1u << 24, "a step's objects have names of their own: %u, %u",
            slot, index);
  n->next = SHARED_LATER | (uint64_t)slot << 48 | (uint64_t)index << 24;
  return (struct dpor_names_mark){n->slots.len, n->log.len};
}

void dpor_names_undo(struct dpor_names *n, struct dpor_names_mark to) {
  CHECK(to.threads <= n->slots.len && to.log <= n->log.len,
        "names are undone to an earlier mark: %zu of %zu", to.log, n->log.len);
  n->slots.len = to.threads;
  while (n->log.len > to.log) {
    struct dpor_named before = n->log.data[--n->log.len];
    INVARIANT(find(n, before.object)->object == before.object,
              "a name that is undone was given: 0x%x", before.object);
    find(n, before.object)->name = before.name;
  }
}

/* ---- steps ---- */

static uint16_t use_of(const struct footprint_unit *u) {
  if (u->unit == FOOTPRINT_MONITOR) return u->release ? DPOR_RELEASE : DPOR_ACQUIRE;
  return u->write ? DPOR_WRITE : DPOR_READ;
}

struct dpor_step *dpor_names_step(const struct dpor_names *n, uint64_t label,
                                  const struct footprint *print) {
  struct dpor_step *s =
      dpor_step_new(label, dpor_label_slot(label), print->whole, (uint32_t)print->units.len);
  for (uint32_t i = 0; i < s->count; i++) {
    const struct footprint_unit *u = &print->units.data[i];
    s->units[i] = (struct dpor_unit){dpor_names_object(n, u->obj), u->unit, use_of(u),
                                     u->bytes ? u->bytes : DPOR_ALL_BYTES};
  }
  return s;
}
